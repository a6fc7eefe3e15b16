{
    "stakes": 0.5,
    "handData": {"260301180000-61460803-0000000-1": [
            {
                "inFantasy": false,
                "result": 7,
                "playerName": "pid01578087",
                "orderIndex": 0,
                "hero": true,
                "dead": "2s1 Ad2 5s3 2c4",
                "rows": "6c0 3c1 5c2/9d0 6s1 3s2 Jd3 Ts3/Jh0 7h0 5h0 Kd4 4c4",
                "win": 2.9,
                "playerId": "pid01578087"
            },
            {
                "inFantasy": false,
                "result": -6,
                "playerName": "pid01682816",
                "orderIndex": 1,
                "hero": false,
                "dead": "Jc1 9h2 3d3 As4",
                "rows": "Ks0 Kh0 4h0/Qd0 Qs2 Th3 Ac4 Qh4/7s0 8c1 7c1 8d2 Qc3",
                "win": -3,
                "playerId": "pid01682816"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:02:13",
    "roomId": "61460803"
}


