{
    "stakes": 0.5,
    "handData": {"260301180000-61620930-0000003-1": [
            {
                "inFantasy": false,
                "result": 5,
                "playerName": "pid02374542",
                "orderIndex": 0,
                "hero": false,
                "dead": "9s1 7d2 6d3 2c4",
                "rows": "9c0 4d0 3s0/Jh0 6h1 3h1 6s3 Tc4/As0 8s2 8c2 Ac3 5s4",
                "win": 2.4,
                "playerId": "pid02374542"
            },
            {
                "inFantasy": false,
                "result": -7,
                "playerName": "pid02479271",
                "orderIndex": 1,
                "hero": false,
                "dead": "Qc1 Td2 5d3 8h4",
                "rows": "6c0 4c0 3d0/Js0 Kc1 5c1 7h2 2s2/Ah0 9d3 3c3 Qs4 Qh4",
                "win": -3.5,
                "playerId": "pid02479271"
            },
            {
                "inFantasy": false,
                "result": 2,
                "playerName": "pid02269813",
                "orderIndex": 2,
                "hero": true,
                "dead": "7s1 Ad2 Qd3 2h4",
                "rows": "5h0 4s0 2d0/7c0 Jc1 Th1 Jd3 Ts3/Ks0 Kh2 Kd2 9h4 4h4",
                "win": 1,
                "playerId": "pid02269813"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:07:11",
    "roomId": "61620930"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61620930-0000004-1": [
            {
                "inFantasy": false,
                "result": -27,
                "playerName": "pid02479271",
                "orderIndex": 0,
                "hero": false,
                "dead": "9s1 3d2 2d3 2s4",
                "rows": "5h0 4d0 7d1/Ts0 5d1 Ah2 4c2 Tc3/6h0 6c0 6d3 Ac4 8h4",
                "win": -13.5,
                "playerId": "pid02479271"
            },
            {
                "inFantasy": false,
                "result": 2,
                "playerName": "pid02269813",
                "orderIndex": 1,
                "hero": true,
                "dead": "4s1 Ks2 3c3 5s4",
                "rows": "6s0 Qc2 2h3/8c0 Jc1 Js3 Ad4 8d4/Jh0 Th0 9h0 4h1 3h2",
                "win": 1,
                "playerId": "pid02269813"
            },
            {
                "inFantasy": false,
                "result": 25,
                "playerName": "pid02374542",
                "orderIndex": 2,
                "hero": false,
                "dead": "As1 Td2 7h3 7s4",
                "rows": "8s0 Qs1 Qh2/Kh0 3s2 Jd3 9d3 Kd4/9c0 5c0 2c0 7c1 Kc4",
                "win": 12.1,
                "playerId": "pid02374542"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:08:29",
    "roomId": "61620930"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61620930-0000005-1": [
            {
                "inFantasy": false,
                "result": -23,
                "playerName": "pid02269813",
                "orderIndex": 0,
                "hero": true,
                "dead": "Kd1 Js2 9s3 4s4",
                "rows": "2s0 9h1 Td2/7d0 Jh1 Ts2 5d3 6d4/Qc0 8c0 7c0 6c3 7s4",
                "win": -11.5,
                "playerId": "pid02269813"
            },
            {
                "inFantasy": true,
                "result": 4,
                "playerName": "pid02374542",
                "orderIndex": 1,
                "hero": false,
                "dead": "9d0",
                "rows": "Tc0 8s0 2c0/Ah0 Ac0 Ks0 5h0 5c0/Qs0 Qh0 Qd0 3h0 3c0",
                "win": 1.9,
                "playerId": "pid02374542"
            },
            {
                "inFantasy": false,
                "result": 19,
                "playerName": "pid02479271",
                "orderIndex": 2,
                "hero": false,
                "dead": "2d1 6s2 3d3 9c4",
                "rows": "4d0 Jd1 Jc1/8d0 Kc2 4c2 As3 Ad3/7h0 6h0 2h0 8h4 4h4",
                "win": 9.2,
                "playerId": "pid02479271"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:10:54",
    "roomId": "61620930"
}


