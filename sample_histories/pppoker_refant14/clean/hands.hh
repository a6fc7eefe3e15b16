{
    "stakes": 0.5,
    "handData": {"260301180000-61620904-0000004-1": [
            {
                "inFantasy": false,
                "result": 19,
                "playerName": "pid01850897",
                "orderIndex": 0,
                "hero": true,
                "dead": "3c1 2d2 5c3 8s4",
                "rows": "7s0 9s4 5s4/8h0 Td2 7d2 Ts3 Th3/Kd0 9d0 5d0 Ad1 8d1",
                "win": 9.2,
                "playerId": "pid01850897"
            },
            {
                "inFantasy": false,
                "result": -1,
                "playerName": "pid01955626",
                "orderIndex": 1,
                "hero": false,
                "dead": "As1 3h2 7h3 4s4",
                "rows": "9h0 7c0 Kh1/Ah0 Jh1 Qs2 4d2 4c3/6s0 6d0 Qc3 8c4 5h4",
                "win": -0.5,
                "playerId": "pid01955626"
            },
            {
                "inFantasy": false,
                "result": -18,
                "playerName": "pid02060355",
                "orderIndex": 2,
                "hero": false,
                "dead": "6h1 Qh2 4h3 2s4",
                "rows": "Jd0 Jc0 Qd1/3s0 3d0 9c3 6c4 2h4/Tc0 Ks1 Ac2 2c2 Kc3",
                "win": -9,
                "playerId": "pid02060355"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:08:27",
    "roomId": "61620904"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61620904-0000005-1": [
            {
                "inFantasy": false,
                "result": 5,
                "playerName": "pid01955626",
                "orderIndex": 0,
                "hero": false,
                "dead": "Th1 Tc2 6h3 9c4",
                "rows": "8h0 6d0 3h0/Jc0 3s1 Jh2 2d2 Td3/Ad0 As1 3c3 Ah4 Ac4",
                "win": 2.4,
                "playerId": "pid01955626"
            },
            {
                "inFantasy": false,
                "result": -20,
                "playerName": "pid02060355",
                "orderIndex": 1,
                "hero": false,
                "dead": "6s1 2c2 3d3 7c4",
                "rows": "Kh2 5c2 8c3/4h0 4s1 6c3 Kd4 Qs4/Js0 9s0 7s0 2s0 Ts1",
                "win": -10,
                "playerId": "pid02060355"
            },
            {
                "inFantasy": false,
                "result": 15,
                "playerName": "pid01850897",
                "orderIndex": 2,
                "hero": true,
                "dead": "8s1 7h2 4c3 2h4",
                "rows": "5s0 Qc1 Qh2/9h0 Kc1 Ks2 7d4 5h4/Qd0 9d0 8d0 5d3 4d3",
                "win": 7.3,
                "playerId": "pid01850897"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:10:40",
    "roomId": "61620904"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61620904-0000006-1": [
            {
                "inFantasy": false,
                "result": -18,
                "playerName": "pid02060355",
                "orderIndex": 0,
                "hero": false,
                "dead": "5h1 7c2 3h3 Js4",
                "rows": "Ks0 Kc0 4d0/Qd0 Qc2 6d3 Ad4 4h4/Th0 Jc1 8s1 Td2 6s3",
                "win": -9,
                "playerId": "pid02060355"
            },
            {
                "inFantasy": true,
                "result": 19,
                "playerName": "pid01850897",
                "orderIndex": 1,
                "hero": true,
                "dead": "7d0",
                "rows": "8c0 4c0 2d0/Ah0 Qh0 Jh0 5s0 5c0/9s0 9d0 9c0 3s0 3c0",
                "win": 9.2,
                "playerId": "pid01850897"
            },
            {
                "inFantasy": false,
                "result": -1,
                "playerName": "pid01955626",
                "orderIndex": 2,
                "hero": false,
                "dead": "6c1 7h2 Kh3 Ts4",
                "rows": "3d0 2c0 Kd1/Tc0 Ac1 Qs2 4s2 6h3/8h0 8d0 7s3 As4 Jd4",
                "win": -0.5,
                "playerId": "pid01955626"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:12:20",
    "roomId": "61620904"
}


