{
    "stakes": 0.5,
    "handData": {"61841012-5": [
            {
                "inFantasy": false,
                "result": 14,
                "playerName": "pid01833277",
                "orderIndex": 0,
                "hero": false,
                "dead": "Jd1 Kh2 6s3 7d4",
                "rows": "Kd0 Qc0 Ks1/Ah0 Ad2 5h3 2h3 Kc4/9h0 9d0 Tc1 9s2 8c4",
                "win": 6.79,
                "playerId": "pid01833277"
            },
            {
                "inFantasy": false,
                "result": -14,
                "playerName": "pid01728548",
                "orderIndex": 1,
                "hero": true,
                "dead": "8d1 Jc2 Qd3 Th4",
                "rows": "7c0 4s0 3h0/Td0 6h1 4h1 Qh3 5c3/Js0 7s2 3s2 6d4 2c4",
                "win": -7,
                "playerId": "pid01728548"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:08:08",
    "roomId": "61841012"
}


{
    "stakes": 0.5,
    "handData": {"61841012-6": [
            {
                "inFantasy": false,
                "result": -10,
                "playerName": "pid01728548",
                "orderIndex": 0,
                "hero": true,
                "dead": "Ks1 9s2 9c3 5h4",
                "rows": "6s0 Kd2 8s4/Td0 Jc2 Ad3 Ac3 Tc4/Jh0 3h0 2h0 9h1 4h1",
                "win": -5,
                "playerId": "pid01728548"
            },
            {
                "inFantasy": false,
                "result": 10,
                "playerName": "pid01833277",
                "orderIndex": 1,
                "hero": false,
                "dead": "9d1 4s2 2c3 2s4",
                "rows": "6d0 Qh3 Qd3/2d0 8h2 8d2 Kh4 Kc4/7c0 5d0 5c0 7s1 7h1",
                "win": 4.85,
                "playerId": "pid01833277"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:09:32",
    "roomId": "61841012"
}


