{
    "stakes": 0.5,
    "handData": {"260301180000-61460803-0000000-1": [
            {
                "inFantasy": false,
                "result": 0,
                "playerName": "pid01578087",
                "orderIndex": 0,
                "hero": true,
                "dead": "3s1 9s2 5d3 9c4",
                "rows": "7d0 4h0 2d0/8h0 6d1 4d1 Td2 4c4/Qs0 Ac2 6s3 6h3 Js4",
                "win": -0.5,
                "playerId": "pid01578087"
            },
            {
                "inFantasy": false,
                "result": 1,
                "playerName": "pid01682816",
                "orderIndex": 1,
                "hero": false,
                "dead": "9h1 3h2 Kc3 5h4",
                "rows": "5s0 2h0 Qd2/Qc0 As1 5c1 Ts3 7s3/8d0 8c0 8s2 Kh4 Jd4",
                "win": 0.5,
                "playerId": "pid01682816"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:02:24",
    "roomId": "61460803"
}


