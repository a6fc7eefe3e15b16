{
    "stakes": 0.5,
    "handData": {"260301180000-61640902-0000000-1": [
            {
                "inFantasy": false,
                "playerName": "pid01649358",
                "orderIndex": 0,
                "hero": true,
                "dead": "Tc1 4h2 9c3 2c4",
                "rows": "3h0 7s2 2h2/3s0 Kc1 Ts3 8h4 5s4/Kd0 Jd0 8d0 Qd1 9d3",
                "playerId": "pid01649358"
            },
            {
                "inFantasy": false,
                "playerName": "pid01754087",
                "orderIndex": 1,
                "hero": false,
                "dead": "Ac1 Ks2 As3 8s4",
                "rows": "6h0 5c0 3c0/7d0 9s2 4c2 6c3 2s3/Jh0 Qh1 5h1 Js4 Td4",
                "playerId": "pid01754087"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:01:17",
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
                "dead": "9d1 5d2 3s3 4c4",
                "rows": "8d0 3c0 2h0/Td0 3d1 As2 Ah3 Ts4/Jh0 Qh1 Jc2 Qs3 Qd4",
                "playerId": "pid01754087"
            },
            {
                "inFantasy": false,
                "playerName": "pid01649358",
                "orderIndex": 1,
                "hero": true,
                "dead": "3h1 Kc2 6c3 5c4",
                "rows": "9h1 9c2 Jd3/Th1 Ac2 2d3 5s4 2s4/8h0 7c0 6d0 5h0 4h0",
                "playerId": "pid01649358"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:02:18",
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
                "dead": "8d1 3c2 5c3 Qc4",
                "rows": "9d0 7s0 6c0/Td0 Kh2 Qd2 Ah3 3d3/As0 Ks1 5s1 Jh4 Jd4",
                "playerId": "pid01649358"
            },
            {
                "inFantasy": false,
                "playerName": "pid01754087",
                "orderIndex": 1,
                "hero": false,
                "dead": "Ac1 9s2 9c3 5h4",
                "rows": "Qs0 4d0 Th2/Kd0 Ts3 2s3 Ad4 Jc4/6s0 6h0 8h1 8c1 6d2",
                "playerId": "pid01754087"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:03:48",
    "roomId": "61640902"
}


