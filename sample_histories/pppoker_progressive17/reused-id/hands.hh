{
    "stakes": 0.5,
    "handData": {"260301180000-61480814-0000000-1": [
            {
                "inFantasy": false,
                "result": 7,
                "playerName": "pid01690735",
                "orderIndex": 0,
                "hero": false,
                "dead": "5c1 6s2 5d3 Qs4",
                "rows": "Qc1 Jh2 Jc3/4c0 4d1 7h3 5s4 5h4/As0 Js0 7s0 4s0 Ts2",
                "win": 3.4,
                "playerId": "pid01690735"
            },
            {
                "inFantasy": false,
                "result": -7,
                "playerName": "pid01586006",
                "orderIndex": 1,
                "hero": true,
                "dead": "2s1 8s2 3d3 2c4",
                "rows": "6d1 Qd2 7d3/6c0 Kc1 Td3 Ad4 9s4/Ah0 Kh0 Qh0 6h0 8h2",
                "win": -3.5,
                "playerId": "pid01586006"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:01:07",
    "roomId": "61480814"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61480814-0000000-1": [
            {
                "inFantasy": false,
                "result": 6,
                "playerName": "pid01586006",
                "orderIndex": 0,
                "hero": true,
                "dead": "9d1 4d2 7s3 3c4",
                "rows": "5d0 Ks1 7d2/Ad0 6h3 5c3 Qs4 Th4/Kh0 Jh0 9h0 Qh1 4h2",
                "win": 2.9,
                "playerId": "pid01586006"
            },
            {
                "inFantasy": false,
                "result": -6,
                "playerName": "pid01690735",
                "orderIndex": 1,
                "hero": false,
                "dead": "8s1 3s2 Qc3 7h4",
                "rows": "4c0 3d0 2s0/5h0 9s2 6s2 Ah4 Td4/Jd0 6d1 2d1 Kd3 Qd3",
                "win": -3,
                "playerId": "pid01690735"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:02:14",
    "roomId": "61480814"
}


