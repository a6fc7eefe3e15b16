{
    "stakes": 0.5,
    "handData": {"260301180000-61420794-0000019-1": [
            {
                "inFantasy": false,
                "result": -12,
                "playerName": "pid01981165",
                "orderIndex": 0,
                "hero": false,
                "dead": "9d1 Ad2 6c3 4d4",
                "rows": "3s0 Qs1 8s1/Js0 Ts2 8c2 5c3 Jc4/9h0 5h0 2h0 6h3 As4",
                "win": -6,
                "playerId": "pid01981165"
            },
            {
                "inFantasy": false,
                "result": 7,
                "playerName": "pid01771707",
                "orderIndex": 1,
                "hero": true,
                "dead": "5d1 6d2 Tc3 5s4",
                "rows": "9s0 7c0 3h0/Qd0 8d1 4c1 Ah2 2c3/Kc0 Ks2 9c3 7s4 7d4",
                "win": 3.4,
                "playerId": "pid01771707"
            },
            {
                "inFantasy": false,
                "result": 5,
                "playerName": "pid01876436",
                "orderIndex": 2,
                "hero": false,
                "dead": "8h1 4h2 Jd3 3d4",
                "rows": "Qc0 Jh0 6s0/Kh0 4s1 3c1 Qh3 Td3/Ac0 2s2 2d2 Th4 7h4",
                "win": 2.4,
                "playerId": "pid01876436"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:33:31",
    "roomId": "61420794"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61420794-0000020-1": [
            {
                "inFantasy": false,
                "result": 5,
                "playerName": "pid01771707",
                "orderIndex": 0,
                "hero": true,
                "dead": "Th1 9c2 6s3 4s4",
                "rows": "6h0 8s2 3c2/Ts0 Qs1 9h3 Kd4 Tc4/Qd0 Td0 6d0 Ad1 9d3",
                "win": 2.4,
                "playerId": "pid01771707"
            },
            {
                "inFantasy": false,
                "result": 7,
                "playerName": "pid01876436",
                "orderIndex": 1,
                "hero": false,
                "dead": "2c1 3s2 5d3 4d4",
                "rows": "2s0 5c1 Qh3/2d0 7d1 Kc3 8h4 8d4/Ah0 Kh0 3h0 7h2 2h2",
                "win": 3.4,
                "playerId": "pid01876436"
            },
            {
                "inFantasy": false,
                "result": -12,
                "playerName": "pid01981165",
                "orderIndex": 2,
                "hero": false,
                "dead": "Jh1 Jd2 9s3 7s4",
                "rows": "3d0 5h2 4h2/5s0 Js1 As3 Ks4 6c4/Ac0 8c0 4c0 7c1 Jc3",
                "win": -6,
                "playerId": "pid01981165"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:35:18",
    "roomId": "61420794"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61420794-0000021-1": [
            {
                "inFantasy": false,
                "result": 21,
                "playerName": "pid01876436",
                "orderIndex": 0,
                "hero": false,
                "dead": "9h1 5h2 4h3 7s4",
                "rows": "Qd2 Th2 Qc3/8h0 Kh1 Kd3 Ah4 9d4/Tc0 8c0 5c0 4c0 6c1",
                "win": 10.2,
                "playerId": "pid01876436"
            },
            {
                "inFantasy": false,
                "result": -24,
                "playerName": "pid01981165",
                "orderIndex": 1,
                "hero": false,
                "dead": "4s1 Qs2 Qh3 2s4",
                "rows": "Ks0 7c0 3c0/Ts0 Jh1 As2 3d2 9s4/8d0 8s1 5s3 5d3 7h4",
                "win": -12,
                "playerId": "pid01981165"
            },
            {
                "inFantasy": false,
                "result": 3,
                "playerName": "pid01771707",
                "orderIndex": 2,
                "hero": true,
                "dead": "9c1 2c2 Td3 6h4",
                "rows": "3s0 Kc3 2h3/Js0 3h1 Jc2 Ac4 Jd4/Ad0 6d0 4d0 7d1 2d2",
                "win": 1.5,
                "playerId": "pid01771707"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:37:09",
    "roomId": "61420794"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61420794-0000022-1": [
            {
                "inFantasy": false,
                "result": 0,
                "playerName": "pid01981165",
                "orderIndex": 0,
                "hero": false,
                "dead": "Tc1 Th2 Qs3 5s4",
                "rows": "Kh0 3c0 6h2/Jd0 Qh2 As3 Ah3 5h4/7h0 7d0 Jh1 Jc1 7c4",
                "win": 0,
                "playerId": "pid01981165"
            },
            {
                "inFantasy": false,
                "result": 2,
                "playerName": "pid01771707",
                "orderIndex": 1,
                "hero": true,
                "dead": "Td1 9c2 6d3 4c4",
                "rows": "3h0 5c2 Ac3/8h0 8s2 8c3 Kd4 Ts4/9s0 7s0 6s0 3s1 2s1",
                "win": 1,
                "playerId": "pid01771707"
            },
            {
                "inFantasy": true,
                "result": -2,
                "playerName": "pid01876436",
                "orderIndex": 2,
                "hero": false,
                "dead": "2c0",
                "rows": "9h0 6c0 2h0/Ks0 Qc0 4s0 4h0 4d0/Qd0 8d0 5d0 3d0 2d0",
                "win": -1,
                "playerId": "pid01876436"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:39:36",
    "roomId": "61420794"
}


