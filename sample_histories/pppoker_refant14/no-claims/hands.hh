{
    "stakes": 0.5,
    "handData": {"260301180000-61640902-0000000-1": [
            {
                "inFantasy": false,
                "playerName": "pid01649358",
                "orderIndex": 0,
                "hero": true,
                "dead": "3c1 2c2 2d3 Ac4",
                "rows": "8h0 6c1 3s3/Th0 Js1 9h3 Td4 Tc4/Kd0 6d0 4d0 8d2 5d2",
                "playerId": "pid01649358"
            },
            {
                "inFantasy": false,
                "playerName": "pid01754087",
                "orderIndex": 1,
                "hero": false,
                "dead": "4h1 5h2 9c3 3d4",
                "rows": "Qd0 Jd0 9s0/Kc0 7c2 6s2 2s3 7s4/As0 Qh1 Qc1 Ah3 4s4",
                "playerId": "pid01754087"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:01:52",
    "roomId": "61640902"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61640902-0000001-1": [
            {
                "inFantasy": false,
                "playerName": "pid01754087",
                "orderIndex": 0,
                "hero": false,
                "dead": "6h1 Ad2 3s3 6s4",
                "rows": "Qd0 8s0 2s0/Jc0 8h2 7h2 5h4 4h4/Tc0 Qc1 8c1 Th3 Td3",
                "playerId": "pid01754087"
            },
            {
                "inFantasy": false,
                "playerName": "pid01649358",
                "orderIndex": 1,
                "hero": true,
                "dead": "9s1 7d2 Ts3 3c4",
                "rows": "7c0 6d0 Kh1/Qh0 Ac2 5s2 Ks3 Js3/2d0 2c0 2h1 Qs4 9h4",
                "playerId": "pid01649358"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:04:02",
    "roomId": "61640902"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61640902-0000002-1": [
            {
                "inFantasy": false,
                "playerName": "pid01649358",
                "orderIndex": 0,
                "hero": true,
                "dead": "7c1 2h2 Kc3 9h4",
                "rows": "2c0 Jh1 Ks2/Jc0 Kh2 Js3 7h3 Th4/Ad0 7d0 2d0 Qd1 6d4",
                "playerId": "pid01649358"
            },
            {
                "inFantasy": false,
                "playerName": "pid01754087",
                "orderIndex": 1,
                "hero": false,
                "dead": "Qc1 6c2 8c3 5d4",
                "rows": "Td2 5c2 Kd3/3d0 3c1 8d3 Ah4 Tc4/Qs0 Ts0 7s0 3s0 4s1",
                "playerId": "pid01754087"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:05:12",
    "roomId": "61640902"
}


