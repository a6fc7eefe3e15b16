{
    "stakes": 0.5,
    "handData": {"61821014-11": [
            {
                "inFantasy": false,
                "result": -22,
                "playerName": "pid02139545",
                "orderIndex": 0,
                "hero": false,
                "dead": "2s1 Jc2 7c3 7h4",
                "rows": "Kh0 Kd0 4h0/Jd0 8d1 8c1 9s4 7d4/6s0 Ts2 5s2 6h3 5c3",
                "win": -11,
                "playerId": "pid02139545"
            },
            {
                "inFantasy": false,
                "result": 2,
                "playerName": "pid01930087",
                "orderIndex": 1,
                "hero": true,
                "dead": "6d1 Qd2 8h3 As4",
                "rows": "9d0 8s0 2h0/Jh0 Qc1 3h1 2d3 Qh4/Ac0 6c2 3c2 Tc3 9c4",
                "win": 0.97,
                "playerId": "pid01930087"
            },
            {
                "inFantasy": false,
                "result": 20,
                "playerName": "pid02034816",
                "orderIndex": 2,
                "hero": false,
                "dead": "7s1 Js2 3d3 3s4",
                "rows": "5d0 2c0 Ah1/Qs0 Kc2 Ad3 5h3 Ks4/4s0 4d0 4c1 Td2 Th4",
                "win": 9.7,
                "playerId": "pid02034816"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:17:06",
    "roomId": "61821014"
}


{
    "stakes": 0.5,
    "handData": {"61821014-12": [
            {
                "inFantasy": false,
                "result": -15,
                "playerName": "pid01930087",
                "orderIndex": 0,
                "hero": true,
                "dead": "6d1 4h2 6h3 3h4",
                "rows": "3s0 2c0 Kd3/9s0 Ac1 2d1 Ts3 9d4/5h0 5c0 Qs2 Qh2 4s4",
                "win": -7.5,
                "playerId": "pid01930087"
            },
            {
                "inFantasy": false,
                "result": 42,
                "playerName": "pid02034816",
                "orderIndex": 1,
                "hero": false,
                "dead": "Td1 5d2 Ks3 8h4",
                "rows": "As0 Ah2 Jd2/8s0 Qd1 7h3 7d3 7s4/Qc0 Tc0 8c0 9c1 6c4",
                "win": 20.37,
                "playerId": "pid02034816"
            },
            {
                "inFantasy": false,
                "result": -27,
                "playerName": "pid02139545",
                "orderIndex": 2,
                "hero": false,
                "dead": "5s1 Jh2 9h3 6s4",
                "rows": "4c0 Js1 2h1/Kc0 2s2 Th3 3c3 Jc4/Ad0 8d0 3d0 4d2 Kh4",
                "win": -13.5,
                "playerId": "pid02139545"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:18:26",
    "roomId": "61821014"
}


{
    "stakes": 0.5,
    "handData": {"61821014-13": [
            {
                "inFantasy": true,
                "result": 0,
                "playerName": "pid02034816",
                "orderIndex": 0,
                "hero": false,
                "dead": "Ah0 6d0 2d0",
                "rows": "Qs0 Js0 8s0/As0 9c0 7s0 7c0 4c0/Kc0 Tc0 6c0 3c0 2c0",
                "win": 0,
                "playerId": "pid02034816"
            },
            {
                "inFantasy": false,
                "result": 7,
                "playerName": "pid02139545",
                "orderIndex": 1,
                "hero": false,
                "dead": "Ks1 4h2 6h3 2s4",
                "rows": "4s0 5h2 Ad3/8d0 Kd2 5d3 Td4 8c4/Jh0 8h0 3h0 Th1 9h1",
                "win": 3.39,
                "playerId": "pid02139545"
            },
            {
                "inFantasy": false,
                "result": -7,
                "playerName": "pid01930087",
                "orderIndex": 2,
                "hero": true,
                "dead": "5c1 Jd2 Qc3 7d4",
                "rows": "Kh0 7h0 4d0/Jc0 Qd2 9d3 3d3 Ac4/9s0 6s1 5s1 Ts2 3s4",
                "win": -3.5,
                "playerId": "pid01930087"
            }
    ]},
    "appName": "Upoker",
    "price": "1USD",
    "joined": true,
    "clubId": "70386",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:19:59",
    "roomId": "61821014"
}


