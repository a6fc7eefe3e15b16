{
    "stakes": 0.5,
    "handData": {"62041122-1": [
            {
                "inFantasy": false,
                "result": -10,
                "playerName": "pid01912467",
                "orderIndex": 0,
                "hero": false,
                "dead": "Ts1 4c2 9d3 6c4",
                "rows": "As0 Ac0 3s0/Jc0 4d3 2h3 Tc4 2c4/8h0 Qs1 2s1 8s2 3h2",
                "win": -5,
                "playerId": "pid01912467"
            },
            {
                "inFantasy": false,
                "result": 10,
                "playerName": "pid01807738",
                "orderIndex": 1,
                "hero": true,
                "dead": "8c1 6d2 Ks3 9c4",
                "rows": "5d0 Kc1 7c1/Td0 Kd2 4s3 3c3 Qc4/9h0 7h0 4h0 Qh2 5h4",
                "win": 4.85,
                "playerId": "pid01807738"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:01:46",
    "roomId": "62041122"
}


{
    "stakes": 0.5,
    "handData": {"62041122-2": [
            {
                "inFantasy": true,
                "result": -6,
                "playerName": "pid01807738",
                "orderIndex": 0,
                "hero": true,
                "dead": "5s0",
                "rows": "As0 Ah0 6c0/Jh0 Ts0 Th0 2d0 2c0/Ad0 Ac0 Kc0 9d0 4d0",
                "win": -3,
                "playerId": "pid01807738"
            },
            {
                "inFantasy": false,
                "result": 6,
                "playerName": "pid01912467",
                "orderIndex": 1,
                "hero": false,
                "dead": "Jc1 3s2 4h3 Qh4",
                "rows": "6s0 Qs1 9s1/Js0 Qc2 7h2 Kh3 4s3/Kd0 Jd0 6d0 8s4 8c4",
                "win": 2.91,
                "playerId": "pid01912467"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:04:09",
    "roomId": "62041122"
}


