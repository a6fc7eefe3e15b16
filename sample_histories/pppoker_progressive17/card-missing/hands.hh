{
    "stakes": 0.5,
    "handData": {"260301180000-61500825-0000000-1": [
            {
                "inFantasy": false,
                "result": -6,
                "playerName": "pid01593925",
                "orderIndex": 0,
                "hero": true,
                "dead": "8d1 5s2 7d3 Qh4",
                "rows": "3d0 8c1 As2/Tc0 Jd3 6c3 4s4 2s4/Jh0 7h0 2h0 3h1",
                "win": -3,
                "playerId": "pid01593925"
            },
            {
                "inFantasy": false,
                "result": 6,
                "playerName": "pid01698654",
                "orderIndex": 1,
                "hero": false,
                "dead": "Jc1 9s2 Qs3 8s4",
                "rows": "9c0 6d0 Ac1/Js0 Ad2 5c2 Ah3 Kd3/Ts0 Th0 Td1 Kc4 Qd4",
                "win": 2.9,
                "playerId": "pid01698654"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:02:04",
    "roomId": "61500825"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61500825-0000001-1": [
            {
                "inFantasy": false,
                "result": -10,
                "playerName": "pid01698654",
                "orderIndex": 0,
                "hero": false,
                "dead": "6s1 6h2 7s3 Jc4",
                "rows": "Qd0 2c0 Qh1/8c0 6c3 2s3 8s4 5c4/9h0 9d0 2d1 7h2 3h2",
                "win": -5,
                "playerId": "pid01698654"
            },
            {
                "inFantasy": false,
                "result": 10,
                "playerName": "pid01593925",
                "orderIndex": 1,
                "hero": true,
                "dead": "6d1 Kc2 7d3 4c4",
                "rows": "5h0 Qc1 3c1/Jh0 Kh2 8d2 Kd4 9s4/Qs0 Ts0 5s0 As3 4s3",
                "win": 4.8,
                "playerId": "pid01593925"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:03:26",
    "roomId": "61500825"
}


