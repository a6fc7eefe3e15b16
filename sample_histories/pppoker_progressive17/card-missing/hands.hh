{
    "stakes": 0.5,
    "handData": {"260301180000-61500825-0000000-1": [
            {
                "inFantasy": false,
                "result": 6,
                "playerName": "pid01593925",
                "orderIndex": 0,
                "hero": true,
                "dead": "7s1 4d2 Jc3 3h4",
                "rows": "4h0 3c0 9d1/8c0 As1 8d3 5h3 Ks4/Th0 Td0 Qs2 Qh2",
                "win": 2.9,
                "playerId": "pid01593925"
            },
            {
                "inFantasy": false,
                "result": -6,
                "playerName": "pid01698654",
                "orderIndex": 1,
                "hero": false,
                "dead": "3d1 2s2 9s3 5s4",
                "rows": "3s0 Kh1 Kc1/4s0 Jd2 7h3 7d3 Ad4/7c0 4c0 2c0 Qc2 8s4",
                "win": -3,
                "playerId": "pid01698654"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:01:26",
    "roomId": "61500825"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61500825-0000001-1": [
            {
                "inFantasy": false,
                "result": -6,
                "playerName": "pid01698654",
                "orderIndex": 0,
                "hero": false,
                "dead": "6d1 Ts2 4h3 7s4",
                "rows": "Kh0 Kd0 2h0/8h0 Ad1 3h2 5s3 8d4/4c0 Kc1 8c2 3c3 Jh4",
                "win": -3,
                "playerId": "pid01698654"
            },
            {
                "inFantasy": false,
                "result": 6,
                "playerName": "pid01593925",
                "orderIndex": 1,
                "hero": true,
                "dead": "Ac1 2s2 As3 Jc4",
                "rows": "Qd0 7h0 4s2/Js0 Jd3 Tc3 Qc4 5h4/5d0 5c0 3s1 3d1 9c2",
                "win": 2.9,
                "playerId": "pid01593925"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:03:39",
    "roomId": "61500825"
}


