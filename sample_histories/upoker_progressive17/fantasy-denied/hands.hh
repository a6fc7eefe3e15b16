{
    "stakes": 0.5,
    "handData": {"61841012-21": [
            {
                "inFantasy": false,
                "result": -15,
                "playerName": "pid01833277",
                "orderIndex": 0,
                "hero": false,
                "dead": "2h1 Jd2 2c3 5d4",
                "rows": "Kc0 8d1 6h1/9c0 Kd2 9d3 Tc4 7d4/Js0 8s0 6s0 Qs2 7s3",
                "win": -7.5,
                "playerId": "pid01833277"
            },
            {
                "inFantasy": false,
                "result": 15,
                "playerName": "pid01728548",
                "orderIndex": 1,
                "hero": true,
                "dead": "7h1 6d2 4s3 Ks4",
                "rows": "Ad1 As2 8h2/Qd0 Th3 5c3 Qc4 5s4/Ac0 8c0 4c0 3c0 Jc1",
                "win": 7.27,
                "playerId": "pid01728548"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:36:00",
    "roomId": "61841012"
}


{
    "stakes": 0.5,
    "handData": {"61841012-22": [
            {
                "inFantasy": false,
                "result": 13,
                "playerName": "pid01728548",
                "orderIndex": 0,
                "hero": true,
                "dead": "Ah1 Qc2 3c3 2d4",
                "rows": "8c0 2s0 8h1/6s0 5s0 Qs3 Qd3 Ks4/6d0 8d1 Td2 9d2 Kd4",
                "win": 6.3,
                "playerId": "pid01728548"
            },
            {
                "inFantasy": false,
                "result": -13,
                "playerName": "pid01833277",
                "orderIndex": 1,
                "hero": false,
                "dead": "9s1 4c2 3s3 2c4",
                "rows": "8s0 6h0 5c1/Tc0 Jd1 Kh2 Ts3 4h3/7h0 7d0 7s2 Th4 4s4",
                "win": -6.5,
                "playerId": "pid01833277"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:37:25",
    "roomId": "61841012"
}


