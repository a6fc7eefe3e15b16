{
    "stakes": 0.5,
    "handData": {"260301180000-61440792-0000000-1": [
            {
                "inFantasy": false,
                "result": -6,
                "playerName": "pid01570168",
                "orderIndex": 0,
                "hero": true,
                "dead": "8c1 2s2 Td3 5h4",
                "rows": "6h0 3d0 2c0/9s0 8h2 5d2 Qc3 4h3/Ks0 Js1 Jd1 Kh4 Qd4",
                "win": -0.5,
                "playerId": "pid01570168"
            },
            {
                "inFantasy": false,
                "result": 6,
                "playerName": "pid01674897",
                "orderIndex": 1,
                "hero": false,
                "dead": "Jh1 Qs2 9d3 2d4",
                "rows": "Qh0 8s0 4d0/Kc0 5s2 4c2 Jc3 6c3/As0 3s1 3h1 Kd4 3c4",
                "win": 2.9,
                "playerId": "pid01674897"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:02:18",
    "roomId": "61440792"
}


