{
    "stakes": 0.5,
    "handData": {"62021111-5": [
            {
                "inFantasy": false,
                "result": 0,
                "playerName": "pid01904548",
                "orderIndex": 0,
                "hero": false,
                "dead": "Ah1 2c2 Th3 5h4",
                "rows": "Jd0 9h1 3c1/Jh0 5d2 2h2 8h3 7d3/Ks0 7s0 6s0 7c4 6h4",
                "win": 0,
                "playerId": "pid01904548"
            },
            {
                "inFantasy": false,
                "result": 0,
                "playerName": "pid01799819",
                "orderIndex": 1,
                "hero": true,
                "dead": "7h1 6c2 9s3 Qd4",
                "rows": "Ad0 Ac0 2s0/Ts0 Td1 5s3 Kc4 8c4/8d0 Kd1 As2 Qs2 4h3",
                "win": 0,
                "playerId": "pid01799819"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:08:39",
    "roomId": "62021111"
}


{
    "stakes": 0.5,
    "handData": {"62021111-6": [
            {
                "inFantasy": false,
                "result": -4,
                "playerName": "pid01799819",
                "orderIndex": 0,
                "hero": true,
                "dead": "2s1 Js2 3c3 2c4",
                "rows": "4h0 7s1 Kd2/Jh0 9d3 5h3 9h4 7c4/Ac0 Tc0 4c0 Kc1 5c2",
                "win": -2,
                "playerId": "pid01799819"
            },
            {
                "inFantasy": false,
                "result": 4,
                "playerName": "pid01904548",
                "orderIndex": 1,
                "hero": false,
                "dead": "3h1 9s2 6c3 2h4",
                "rows": "Qs0 Qd0 3s0/Ad0 Ah2 Kh2 3d3 2d3/Td0 8s1 8d1 Ts4 7h4",
                "win": 1.94,
                "playerId": "pid01904548"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:11:03",
    "roomId": "62021111"
}


{
    "stakes": 0.5,
    "handData": {"62021111-7": [
            {
                "inFantasy": true,
                "result": 10,
                "playerName": "pid01904548",
                "orderIndex": 0,
                "hero": false,
                "dead": "Qs0",
                "rows": "Jd0 8d0 2d0/Ad0 Ac0 Jh0 7h0 4h0/Kc0 Qc0 9c0 8c0 7c0",
                "win": 4.85,
                "playerId": "pid01904548"
            },
            {
                "inFantasy": false,
                "result": -10,
                "playerName": "pid01799819",
                "orderIndex": 1,
                "hero": true,
                "dead": "4d1 7d2 7s3 9d4",
                "rows": "5s0 3s0 2h0/6d0 3h1 Tc2 2s2 4c3/Jc0 Qd1 8h3 As4 Ah4",
                "win": -5,
                "playerId": "pid01799819"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:13:24",
    "roomId": "62021111"
}


