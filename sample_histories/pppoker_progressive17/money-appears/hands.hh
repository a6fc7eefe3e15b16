{
    "stakes": 0.5,
    "handData": {"260301180000-61440792-0000000-1": [
            {
                "inFantasy": false,
                "result": 1,
                "playerName": "pid01570168",
                "orderIndex": 0,
                "hero": true,
                "dead": "5h1 5c2 Jh3 3c4",
                "rows": "8s0 6d0 2c0/9c0 Qd2 7h2 8c3 2d3/Td0 Kh1 9s1 Qh4 Jd4",
                "win": 3,
                "playerId": "pid01570168"
            },
            {
                "inFantasy": false,
                "result": -1,
                "playerName": "pid01674897",
                "orderIndex": 1,
                "hero": false,
                "dead": "Th1 3s2 6c3 3d4",
                "rows": "8d0 3h0 Qs2/Ts0 Jc3 4c3 Kc4 9d4/7s0 7d0 6s1 6h1 4h2",
                "win": -0.5,
                "playerId": "pid01674897"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:01:40",
    "roomId": "61440792"
}


