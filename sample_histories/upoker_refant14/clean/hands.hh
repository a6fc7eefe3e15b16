{
    "stakes": 0.5,
    "handData": {"62021111-12": [
            {
                "inFantasy": false,
                "result": -6,
                "playerName": "pid01799819",
                "orderIndex": 0,
                "hero": true,
                "dead": "5s1 2s2 Qd3 4h4",
                "rows": "9h0 7d1 3s1/Jd0 Ts2 6d3 2d3 Qs4/Jc0 Tc0 4c0 9c2 3c4",
                "win": -3,
                "playerId": "pid01799819"
            },
            {
                "inFantasy": false,
                "result": 6,
                "playerName": "pid01904548",
                "orderIndex": 1,
                "hero": false,
                "dead": "5c1 3d2 6c3 8d4",
                "rows": "8c0 2c1 Ks2/Js0 9d2 Ad3 Kc3 As4/Qh0 8h0 7h0 Ah1 6h4",
                "win": 2.91,
                "playerId": "pid01904548"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:21:38",
    "roomId": "62021111"
}


{
    "stakes": 0.5,
    "handData": {"62021111-13": [
            {
                "inFantasy": false,
                "result": -13,
                "playerName": "pid01904548",
                "orderIndex": 0,
                "hero": false,
                "dead": "6s1 8h2 7h3 3c4",
                "rows": "5c0 2s1 3s2/Qc0 4s3 4c3 Ks4 4h4/Ah0 Th0 5h0 9h1 2h2",
                "win": -6.5,
                "playerId": "pid01904548"
            },
            {
                "inFantasy": false,
                "result": 13,
                "playerName": "pid01799819",
                "orderIndex": 1,
                "hero": true,
                "dead": "Jh1 8c2 Jd3 2d4",
                "rows": "6d0 Qd1 Qs2/Qh0 9s3 9d3 Kh4 9c4/Ac0 Tc0 7c0 Kc1 6c2",
                "win": 6.3,
                "playerId": "pid01799819"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:23:05",
    "roomId": "62021111"
}


{
    "stakes": 0.5,
    "handData": {"62021111-14": [
            {
                "inFantasy": true,
                "result": 11,
                "playerName": "pid01799819",
                "orderIndex": 0,
                "hero": true,
                "dead": "6d0",
                "rows": "8c0 5c0 4c0/Kc0 Qs0 9s0 9h0 3s0/As0 Ah0 Ad0 Ac0 3h0",
                "win": 5.33,
                "playerId": "pid01799819"
            },
            {
                "inFantasy": false,
                "result": -11,
                "playerName": "pid01904548",
                "orderIndex": 1,
                "hero": false,
                "dead": "6c1 6s2 Ts3 Td4",
                "rows": "4s0 3c0 Kh1/8d0 8s1 4h2 9d3 2c3/7s0 7c0 7d2 Kd4 Jh4",
                "win": -5.5,
                "playerId": "pid01904548"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:25:17",
    "roomId": "62021111"
}


