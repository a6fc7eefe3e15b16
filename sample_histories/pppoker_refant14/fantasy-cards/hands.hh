{
    "stakes": 0.5,
    "handData": {"260301180000-61660913-0000004-1": [
            {
                "inFantasy": false,
                "result": 17,
                "playerName": "pid01657277",
                "orderIndex": 0,
                "hero": true,
                "dead": "5h1 6s2 2h3 6d4",
                "rows": "4d0 Qh2 Qc2/7h0 Ad1 Ah3 Qs4 8c4/As0 Js0 2s0 3s1 9s3",
                "win": 8.2,
                "playerId": "pid01657277"
            },
            {
                "inFantasy": false,
                "result": -17,
                "playerName": "pid01762006",
                "orderIndex": 1,
                "hero": false,
                "dead": "Jd1 Jc2 Ks3 5d4",
                "rows": "7c0 Ts1 8s2/8d0 Td1 7d2 9c3 Kd4/Th0 8h0 6h0 3h3 3c4",
                "win": -8.5,
                "playerId": "pid01762006"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:07:40",
    "roomId": "61660913"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61660913-0000005-1": [
            {
                "inFantasy": false,
                "result": -3,
                "playerName": "pid01762006",
                "orderIndex": 0,
                "hero": false,
                "dead": "3s1 5d2 8d3 2s4",
                "rows": "2h0 Qd2 Th2/4h0 Ts1 Kd3 Qh4 9c4/Ac0 Kc0 2c0 6c1 5c3",
                "win": -1.5,
                "playerId": "pid01762006"
            },
            {
                "inFantasy": true,
                "result": 3,
                "playerName": "pid01657277",
                "orderIndex": 1,
                "hero": true,
                "dead": "3c0 2d0",
                "rows": "Td0 7h0 5h0/As0 Kh0 8h0 8c0 6s0/Js0 Jh0 Jd0 6h0 6d0",
                "win": 1.5,
                "playerId": "pid01657277"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:09:57",
    "roomId": "61660913"
}


