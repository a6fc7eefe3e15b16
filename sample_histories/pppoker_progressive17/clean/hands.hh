{
    "stakes": 0.5,
    "handData": {"260301180000-61420794-0000001-1": [
            {
                "inFantasy": false,
                "result": -20,
                "playerName": "pid01981165",
                "orderIndex": 0,
                "hero": false,
                "dead": "3h1 6s2 8s3 3d4",
                "rows": "2d0 6h2 8d3/5s0 9s1 2h2 Qd3 7d4/Ac0 5c0 3c0 8c1 As4",
                "win": -10,
                "playerId": "pid01981165"
            },
            {
                "inFantasy": false,
                "result": 9,
                "playerName": "pid01771707",
                "orderIndex": 1,
                "hero": true,
                "dead": "7s1 Ts2 4s3 3s4",
                "rows": "2s0 Kd1 5h1/Td0 Ad2 Jh3 9h4 4d4/Tc0 7c0 2c0 Qc2 Kc3",
                "win": 4.4,
                "playerId": "pid01771707"
            },
            {
                "inFantasy": false,
                "result": 11,
                "playerName": "pid01876436",
                "orderIndex": 2,
                "hero": false,
                "dead": "9d1 Jc2 9c3 5d4",
                "rows": "Qs1 4c2 Th4/6c0 Jd1 Ks2 6d3 Js4/Ah0 Qh0 8h0 7h0 Kh3",
                "win": 5.3,
                "playerId": "pid01876436"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:03:51",
    "roomId": "61420794"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61420794-0000002-1": [
            {
                "inFantasy": false,
                "result": -16,
                "playerName": "pid01771707",
                "orderIndex": 0,
                "hero": true,
                "dead": "2d1 3c2 7d3 3s4",
                "rows": "4s0 3h0 2c0/8d0 Td1 9d1 5s3 4d4/Jh0 Qh2 8s2 Ts3 Kh4",
                "win": -8,
                "playerId": "pid01771707"
            },
            {
                "inFantasy": false,
                "result": 15,
                "playerName": "pid01876436",
                "orderIndex": 1,
                "hero": false,
                "dead": "Js1 7h2 5h3 6s4",
                "rows": "9s0 Ad2 Jd2/Qs0 8c3 7c3 As4 9c4/Ac0 Tc0 4c0 Jc1 6c1",
                "win": 7.3,
                "playerId": "pid01876436"
            },
            {
                "inFantasy": false,
                "result": 1,
                "playerName": "pid01981165",
                "orderIndex": 2,
                "hero": false,
                "dead": "2h1 4h2 9h3 3d4",
                "rows": "7s0 6h0 Kd1/Ks0 8h1 Qd2 6d2 Ah3/5d0 5c0 Th3 Kc4 Qc4",
                "win": 0.5,
                "playerId": "pid01981165"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:05:33",
    "roomId": "61420794"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61420794-0000003-1": [
            {
                "inFantasy": false,
                "result": -8,
                "playerName": "pid01876436",
                "orderIndex": 0,
                "hero": false,
                "dead": "5c1 Qs2 9h3 Qc4",
                "rows": "4s0 8c2 7s2/8s0 Td1 Js3 5h4 5d4/Th0 7h0 4h0 2h1 Kh3",
                "win": -4,
                "playerId": "pid01876436"
            },
            {
                "inFantasy": false,
                "result": 40,
                "playerName": "pid01981165",
                "orderIndex": 1,
                "hero": false,
                "dead": "2d1 Ts2 9d3 5s4",
                "rows": "Kc0 2s0 Kd1/Ad0 Ah3 Ks3 Ac4 Tc4/3s0 3c0 6h1 6d2 3h2",
                "win": 19.4,
                "playerId": "pid01981165"
            },
            {
                "inFantasy": false,
                "result": -32,
                "playerName": "pid01771707",
                "orderIndex": 2,
                "hero": true,
                "dead": "4d1 6s2 4c3 8d4",
                "rows": "7c0 3d0 2c0/Qh0 Jc1 6c1 9c2 8h2/As0 Jh3 7d3 Qd4 9s4",
                "win": -16,
                "playerId": "pid01771707"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:06:49",
    "roomId": "61420794"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61420794-0000004-1": [
            {
                "inFantasy": true,
                "result": 30,
                "playerName": "pid01981165",
                "orderIndex": 0,
                "hero": false,
                "dead": "Jh0 Th0",
                "rows": "Kh0 Kd0 3h0/Ts0 9s0 4s0 3s0 2s0/Kc0 Tc0 9c0 6c0 3c0",
                "win": 14.5,
                "playerId": "pid01981165"
            },
            {
                "inFantasy": false,
                "result": -14,
                "playerName": "pid01771707",
                "orderIndex": 1,
                "hero": true,
                "dead": "6d1 5c2 5s3 5d4",
                "rows": "7d0 5h0 2c0/Js0 Ks1 Ad3 Td4 8c4/Qc0 Qs1 8s2 8h2 Qd3",
                "win": -7,
                "playerId": "pid01771707"
            },
            {
                "inFantasy": false,
                "result": -16,
                "playerName": "pid01876436",
                "orderIndex": 2,
                "hero": false,
                "dead": "6h1 7h2 2h3 9h4",
                "rows": "7c0 4c0 2d0/Qh0 8d1 7s3 4d3 9d4/Ah0 Ac1 Jd2 Jc2 As4",
                "win": -8,
                "playerId": "pid01876436"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:08:21",
    "roomId": "61420794"
}


