{
    "stakes": 0.5,
    "handData": {"61861023-119": [
            {
                "inFantasy": false,
                "result": 13,
                "playerName": "pid01736467",
                "orderIndex": 0,
                "hero": true,
                "dead": "3h1 2h2 3d3 8s4",
                "rows": "Qh0 3s0 Qd2/8d0 Jh1 5d3 5c3 Js4/6d0 6c0 6s1 7c2 9c4",
                "win": 6.3,
                "playerId": "pid01736467"
            },
            {
                "inFantasy": false,
                "result": -13,
                "playerName": "pid01841196",
                "orderIndex": 1,
                "hero": false,
                "dead": "Jd1 8h2 9d3 Kh4",
                "rows": "4h0 2s0 Qs2/Ks0 Ah2 4d3 4c3 4s4/Th0 Tc0 7s1 7h1 Kd4",
                "win": -6.5,
                "playerId": "pid01841196"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 21:23:38",
    "roomId": "61861023"
}


{
    "stakes": 0.5,
    "handData": {"61861023-120": [
            {
                "inFantasy": true,
                "result": 1,
                "playerName": "pid01736467",
                "orderIndex": 0,
                "hero": true,
                "dead": "4c0",
                "rows": "Th0 7c0 5h0/As0 Ah0 Ks0 Jh0 2s0/Kd0 Qd0 9d0 7d0 4d0",
                "win": 0.5,
                "playerId": "pid01736467"
            },
            {
                "inFantasy": false,
                "result": -1,
                "playerName": "pid01841196",
                "orderIndex": 1,
                "hero": false,
                "dead": "3h1 3c2 6h3 3d4",
                "rows": "9h0 2d1 Kh4/Tc0 Jc2 6s3 6d3 Kc4/Js0 Ts0 5s0 9s1 8s2",
                "win": -0.5,
                "playerId": "pid01841196"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 21:24:42",
    "roomId": "61861023"
}


