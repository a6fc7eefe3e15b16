{
    "stakes": 0.5,
    "handData": {"62041122-1": [
            {
                "inFantasy": false,
                "result": 10,
                "playerName": "pid01912467",
                "orderIndex": 0,
                "hero": false,
                "dead": "5h1 4h2 2h3 8h4",
                "rows": "6c0 Th2 9h3/7c0 Jc2 Jd3 Kc4 9c4/Ts0 8s0 2s0 9s1 6s1",
                "win": 4.85,
                "playerId": "pid01912467"
            },
            {
                "inFantasy": false,
                "result": -10,
                "playerName": "pid01807738",
                "orderIndex": 1,
                "hero": true,
                "dead": "7h1 3h2 2c3 Tc4",
                "rows": "Ah0 Ac0 3c0/Qd0 7s1 7d1 Qh4 5s4/Jh0 Kd2 Js2 6h3 4s3",
                "win": -5,
                "playerId": "pid01807738"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:01:47",
    "roomId": "62041122"
}


{
    "stakes": 0.5,
    "handData": {"62041122-2": [
            {
                "inFantasy": true,
                "result": -1,
                "playerName": "pid01807738",
                "orderIndex": 0,
                "hero": true,
                "dead": "9d0",
                "rows": "9h0 6c0 2d0/Kd0 Jd0 9s0 7s0 6h0/As0 Ac0 Kc0 5h0 3c0",
                "win": -0.5,
                "playerId": "pid01807738"
            },
            {
                "inFantasy": false,
                "result": 1,
                "playerName": "pid01912467",
                "orderIndex": 1,
                "hero": false,
                "dead": "5c1 Js2 8d3 4s4",
                "rows": "6s0 4c0 2h0/8s0 9c1 Qh3 Qc3 Ks4/Th0 Tc1 7d2 7c2 8c4",
                "win": 0.5,
                "playerId": "pid01912467"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:03:06",
    "roomId": "62041122"
}


