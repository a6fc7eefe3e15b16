{
    "stakes": 0.5,
    "handData": {"297101610": [
            {
                "inFantasy": false,
                "playerName": "amberdune11",
                "orderIndex": 0,
                "hero": false,
                "dead": "",
                "rows": "Jh0 Jd0 2d1/7s0 7h0 3c3 Kh4 8c4/Ts0 Ad1 6d2 2h2 Tc3",
                "win": -3,
                "playerId": "amberdune11"
            },
            {
                "inFantasy": false,
                "playerName": "larchcrane10",
                "orderIndex": 1,
                "hero": true,
                "dead": "3h1 4d2 4h3 5s4",
                "rows": "Kc0 8s0 2s0/Td0 Qs2 8d3 5h4 5d4/9h0 9d1 6c1 6s2 Jc3",
                "win": 3,
                "playerId": "larchcrane10"
            }
    ]},
    "appName": "Spartan",
    "price": "1INR",
    "joined": true,
    "clubId": "0",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:01:39",
    "roomId": "001-fee6a939"
}


{
    "stakes": 0.5,
    "handData": {"2971016109": [
            {
                "inFantasy": false,
                "playerName": "amberdune11",
                "orderIndex": 0,
                "hero": false,
                "dead": "",
                "rows": "Jh0 Jd0 2d1/7s0 7h0 3c3 Kh4 8c4/Ts0 Ad1 6d2 2h2 Tc3",
                "win": -3,
                "playerId": "amberdune11"
            },
            {
                "inFantasy": false,
                "playerName": "larchcrane10",
                "orderIndex": 1,
                "hero": true,
                "dead": "3h1 4d2 4h3 5s4",
                "rows": "Kc0 8s0 2s0/Td0 Qs2 8d3 5h4 5d4/9h0 9d1 6c1 6s2 Jc3",
                "win": 3,
                "playerId": "larchcrane10"
            }
    ]},
    "appName": "Spartan",
    "price": "1INR",
    "joined": true,
    "clubId": "0",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-02-28 18:01:39",
    "roomId": "001-fee6a9399"
}


