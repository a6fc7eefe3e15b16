{
    "stakes": 0.5,
    "handData": {"260301180000-61480814-0000000-1": [
            {
                "inFantasy": false,
                "result": 1,
                "playerName": "pid01690735",
                "orderIndex": 0,
                "hero": false,
                "dead": "9d1 Js2 3s3 5s4",
                "rows": "Qc0 7s0 4s0/Jh0 Tc3 4c3 Ah4 Kc4/8h0 Ad1 5c1 8s2 4h2",
                "win": 0.5,
                "playerId": "pid01690735"
            },
            {
                "inFantasy": false,
                "result": -1,
                "playerName": "pid01586006",
                "orderIndex": 1,
                "hero": true,
                "dead": "5h1 6c2 Th3 2s4",
                "rows": "Td0 6h0 7h1/Kd0 8c1 Qs2 5d2 3d3/9h0 9c0 9s3 As4 Kh4",
                "win": -0.5,
                "playerId": "pid01586006"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:01:57",
    "roomId": "61480814"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61480814-0000000-1": [
            {
                "inFantasy": false,
                "result": -6,
                "playerName": "pid01586006",
                "orderIndex": 0,
                "hero": true,
                "dead": "5h1 9h2 5s3 As4",
                "rows": "8s0 7h1 6s2/9s0 7d1 Js2 5d3 9d4/Kc0 Jc0 9c0 4c3 Kh4",
                "win": -3,
                "playerId": "pid01586006"
            },
            {
                "inFantasy": false,
                "result": 6,
                "playerName": "pid01690735",
                "orderIndex": 1,
                "hero": false,
                "dead": "3c1 Qc2 Qs3 7s4",
                "rows": "Qh0 4d0 6d1/Jd0 Jh1 8c2 4s2 Ad3/Ts0 Th0 8h3 Kd4 8d4",
                "win": 2.9,
                "playerId": "pid01690735"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:03:13",
    "roomId": "61480814"
}


