{
    "stakes": 0.5,
    "handData": {"61821014-1": [
            {
                "inFantasy": false,
                "result": 0,
                "playerName": "pid02034816",
                "orderIndex": 0,
                "hero": false,
                "dead": "8c1 4c2 9c3 7h4",
                "rows": "Kc0 6h0 4h0/As0 3s1 Jc2 2c2 3h4/Ts0 Qh1 Ad3 Td3 Ks4",
                "win": 0,
                "playerId": "pid02034816"
            },
            {
                "inFantasy": false,
                "result": -7,
                "playerName": "pid02139545",
                "orderIndex": 1,
                "hero": false,
                "dead": "9s1 7c2 4s3 7s4",
                "rows": "Qs0 4d0 3c0/Th0 Qd1 5h2 Js3 5d4/8h0 Tc1 Ac2 8d3 7d4",
                "win": -3.5,
                "playerId": "pid02139545"
            },
            {
                "inFantasy": false,
                "result": 7,
                "playerName": "pid01930087",
                "orderIndex": 2,
                "hero": true,
                "dead": "8s1 Jh2 5s3 6d4",
                "rows": "9h0 3d0 Qc1/Jd0 Ah2 6s2 5c3 6c4/2s0 2h0 9d1 2d3 Kh4",
                "win": 3.39,
                "playerId": "pid01930087"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:02:33",
    "roomId": "61821014"
}


{
    "stakes": 0.5,
    "handData": {"61821014-2": [
            {
                "inFantasy": false,
                "result": 27,
                "playerName": "pid02139545",
                "orderIndex": 0,
                "hero": false,
                "dead": "7h1 5c2 6h3 3d4",
                "rows": "4d1 Kd2 Kc4/Ac0 Ah2 2s3 2h3 6c4/Ts0 8s0 5s0 4s0 3s1",
                "win": 13.09,
                "playerId": "pid02139545"
            },
            {
                "inFantasy": false,
                "result": 1,
                "playerName": "pid01930087",
                "orderIndex": 1,
                "hero": true,
                "dead": "5h1 7s2 3h3 Th4",
                "rows": "4c0 Qc1 Tc2/Js0 As2 9c3 3c3 Qs4/Ad0 9d0 2d0 Jd1 5d4",
                "win": 0.5,
                "playerId": "pid01930087"
            },
            {
                "inFantasy": false,
                "result": -28,
                "playerName": "pid02034816",
                "orderIndex": 2,
                "hero": false,
                "dead": "8d1 9s2 Ks3 4h4",
                "rows": "6d0 7d1 Qd2/Qh0 6s1 9h2 Jh3 Td3/Jc0 8c0 2c0 Kh4 8h4",
                "win": -14,
                "playerId": "pid02034816"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:03:51",
    "roomId": "61821014"
}


{
    "stakes": 0.5,
    "handData": {"61821014-3": [
            {
                "inFantasy": false,
                "result": -17,
                "playerName": "pid01930087",
                "orderIndex": 0,
                "hero": true,
                "dead": "8s1 Js2 6d3 3h4",
                "rows": "Qh0 3s0 7d3/Tc0 Ks1 As3 Jd4 5s4/4d0 4c0 4s1 5d2 5c2",
                "win": -8.5,
                "playerId": "pid01930087"
            },
            {
                "inFantasy": false,
                "result": 9,
                "playerName": "pid02034816",
                "orderIndex": 1,
                "hero": false,
                "dead": "8d1 2s2 Ac3 4h4",
                "rows": "6h0 3c0 Ah1/7c0 Jh1 Qc2 Jc2 7s4/9s0 9h0 9d3 9c3 Kc4",
                "win": 4.36,
                "playerId": "pid02034816"
            },
            {
                "inFantasy": true,
                "result": 8,
                "playerName": "pid02139545",
                "orderIndex": 2,
                "hero": false,
                "dead": "Ts0 6s0",
                "rows": "Qs0 8c0 6c0/Kh0 Th0 7h0 5h0 2h0/Ad0 Kd0 Qd0 Td0 3d0",
                "win": 3.88,
                "playerId": "pid02139545"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:04:51",
    "roomId": "61821014"
}


