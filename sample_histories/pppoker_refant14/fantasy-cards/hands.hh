{
    "stakes": 0.5,
    "handData": {"260301180000-61660913-0000000-1": [
            {
                "inFantasy": false,
                "result": 0,
                "playerName": "pid01657277",
                "orderIndex": 0,
                "hero": true,
                "dead": "5h1 3c2 Ah3 4s4",
                "rows": "2s0 Qh1 5c3/2c0 Jc1 Js3 Jd4 8s4/Qd0 9d0 2d0 Td2 8d2",
                "win": 0,
                "playerId": "pid01657277"
            },
            {
                "inFantasy": false,
                "result": 0,
                "playerName": "pid01762006",
                "orderIndex": 1,
                "hero": false,
                "dead": "7h1 Ad2 4d3 8h4",
                "rows": "Qs0 Qc0 4h0/Ts0 Kh1 7c3 Ks4 9c4/5s0 9h1 6s2 6c2 6d3",
                "win": 0,
                "playerId": "pid01762006"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:01:00",
    "roomId": "61660913"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61660913-0000001-1": [
            {
                "inFantasy": true,
                "result": 12,
                "playerName": "pid01762006",
                "orderIndex": 0,
                "hero": false,
                "dead": "7c0 2d0",
                "rows": "8s0 6c0 5d0/Ah0 Qh0 Js0 9h0 9d0/Ks0 Kh0 Kd0 3s0 3h0",
                "win": 5.8,
                "playerId": "pid01762006"
            },
            {
                "inFantasy": false,
                "result": -12,
                "playerName": "pid01657277",
                "orderIndex": 1,
                "hero": true,
                "dead": "8h1 4d2 4h3 3d4",
                "rows": "6d0 5h0 2c0/9s0 7s1 Jd2 6h3 4s4/Th0 Qc1 Ad2 Ts3 4c4",
                "win": -6,
                "playerId": "pid01657277"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:03:02",
    "roomId": "61660913"
}


