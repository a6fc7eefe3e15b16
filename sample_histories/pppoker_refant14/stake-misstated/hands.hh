{
    "stakes": 0.1,
    "handData": {"260301180000-61700935-0000000-1": [
            {
                "inFantasy": false,
                "result": -16,
                "playerName": "pid01673115",
                "orderIndex": 0,
                "hero": true,
                "dead": "3s1 4h2 8c3 Js4",
                "rows": "Ks0 Kd0 3c0/Qc0 7c3 5c3 7h4 5d4/Ts0 Kh1 9c1 Jd2 3d2",
                "win": -8,
                "playerId": "pid01673115"
            },
            {
                "inFantasy": false,
                "result": 16,
                "playerName": "pid01777844",
                "orderIndex": 1,
                "hero": false,
                "dead": "Qd1 4s2 6c3 6s4",
                "rows": "8s0 7s0 4c0/Jh0 9h2 4d3 Ac4 Th4/Ad0 2h1 2c1 2d2 2s3",
                "win": 7.8,
                "playerId": "pid01777844"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:02:26",
    "roomId": "61700935"
}


{
    "stakes": 0.1,
    "handData": {"260301180000-61700935-0000001-1": [
            {
                "inFantasy": false,
                "result": 12,
                "playerName": "pid01777844",
                "orderIndex": 0,
                "hero": false,
                "dead": "Kc1 6d2 Js3 4h4",
                "rows": "8d0 3c0 6s3/9s0 Ad2 5d3 Ac4 7h4/4s0 4d0 Jh1 Jc1 4c2",
                "win": 5.8,
                "playerId": "pid01777844"
            },
            {
                "inFantasy": false,
                "result": -12,
                "playerName": "pid01673115",
                "orderIndex": 1,
                "hero": true,
                "dead": "9d1 3s2 5h3 Tc4",
                "rows": "7d0 2s1 Ah2/9h0 Ks3 Qh3 8h4 7s4/Qc0 8c0 7c0 6c1 2c2",
                "win": -6,
                "playerId": "pid01673115"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:04:09",
    "roomId": "61700935"
}


{
    "stakes": 0.1,
    "handData": {"260301180000-61700935-0000002-1": [
            {
                "inFantasy": false,
                "result": -10,
                "playerName": "pid01673115",
                "orderIndex": 0,
                "hero": true,
                "dead": "5d1 Ac2 5c3 3d4",
                "rows": "4c0 Ks1 Td2/Kh0 Tc2 8d3 5h3 Jd4/Qs0 Ts0 6s0 9s1 Qh4",
                "win": -5,
                "playerId": "pid01673115"
            },
            {
                "inFantasy": false,
                "result": 10,
                "playerName": "pid01777844",
                "orderIndex": 1,
                "hero": false,
                "dead": "3h1 3c2 8s3 3s4",
                "rows": "2d0 8h2 Ah3/4h0 Th1 4s3 Kd4 Jh4/7c0 6c0 2c0 Kc1 9c2",
                "win": 4.8,
                "playerId": "pid01777844"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:06:19",
    "roomId": "61700935"
}


{
    "stakes": 0.1,
    "handData": {"260301180000-61700935-0000003-1": [
            {
                "inFantasy": false,
                "result": -6,
                "playerName": "pid01777844",
                "orderIndex": 0,
                "hero": false,
                "dead": "Th1 5d2 4c3 5h4",
                "rows": "8c0 3s0 2h0/Tc0 Js1 3d1 7d2 6c2/As0 Jd3 2c3 Ts4 8h4",
                "win": -3,
                "playerId": "pid01777844"
            },
            {
                "inFantasy": false,
                "result": 6,
                "playerName": "pid01673115",
                "orderIndex": 1,
                "hero": true,
                "dead": "7c1 9d2 Qs3 4s4",
                "rows": "Qc0 3c0 2s2/Kh0 Td2 Kc3 Jc3 Qh4/8s0 8d0 5s1 5c1 7s4",
                "win": 2.9,
                "playerId": "pid01673115"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:07:40",
    "roomId": "61700935"
}


{
    "stakes": 0.1,
    "handData": {"260301180000-61700935-0000004-1": [
            {
                "inFantasy": false,
                "result": -7,
                "playerName": "pid01673115",
                "orderIndex": 0,
                "hero": true,
                "dead": "3s1 9d2 5h3 4h4",
                "rows": "7h0 6d0 4c0/8s0 Qs1 Kh2 Qh4 9h4/Tc0 As1 8h2 Ah3 8c3",
                "win": -3.5,
                "playerId": "pid01673115"
            },
            {
                "inFantasy": false,
                "result": 7,
                "playerName": "pid01777844",
                "orderIndex": 1,
                "hero": false,
                "dead": "7d1 2h2 8d3 2c4",
                "rows": "Th0 2s0 Qd2/Ac0 Ks3 9s3 Jd4 3c4/6s0 6c0 Kd1 Kc1 6h2",
                "win": 3.4,
                "playerId": "pid01777844"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:09:09",
    "roomId": "61700935"
}


