{
    "stakes": 0.5,
    "handData": {"260301180000-61440792-0000002-1": [
            {
                "inFantasy": false,
                "result": -14,
                "playerName": "pid01570168",
                "orderIndex": 0,
                "hero": true,
                "dead": "5h1 Kd2 Ad3 Ts4",
                "rows": "4c0 3d0 2h0/8h0 Th1 4h2 Qh3 7d4/9c0 Qc1 7c2 Jc3 9h4",
                "win": -0.5,
                "playerId": "pid01570168"
            },
            {
                "inFantasy": false,
                "result": 14,
                "playerName": "pid01674897",
                "orderIndex": 1,
                "hero": false,
                "dead": "5s1 3c2 6c3 2c4",
                "rows": "7s1 Tc3 7h4/8c0 Jd1 Jh2 8d3 As4/6s0 6h0 4s0 4d0 6d2",
                "win": 6.8,
                "playerId": "pid01674897"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:04:26",
    "roomId": "61440792"
}


