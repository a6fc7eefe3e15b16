{
    "stakes": 0.5,
    "handData": {"292101313": [
            {
                "inFantasy": false,
                "playerName": "larchwren12",
                "orderIndex": 0,
                "hero": true,
                "dead": "8c1 2c2 Kd3 4c4",
                "rows": "8h0 4d0 2d0/9c0 Ks1 Qd1 5s2 3h2/As0 Qs3 6s3 Ac4 5h4",
                "win": -4.5,
                "playerId": "larchwren12"
            },
            {
                "inFantasy": false,
                "playerName": "amberbrook13",
                "orderIndex": 1,
                "hero": false,
                "dead": "",
                "rows": "6d1 Kh3 7d3/Jd0 6c1 Ad2 Ah4 8s4/Ts0 9s0 7s0 3s0 2s2",
                "win": 10,
                "playerId": "amberbrook13"
            },
            {
                "inFantasy": false,
                "playerName": "birchbrook14",
                "orderIndex": 2,
                "hero": false,
                "dead": "",
                "rows": "Qc0 3d0 2h0/Js0 Qh3 7c3 Th4 4h4/8d0 Jc1 5c1 Td2 Tc2",
                "win": -5.5,
                "playerId": "birchbrook14"
            }
    ]},
    "appName": "Spartan",
    "price": "1INR",
    "joined": true,
    "clubId": "0",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:15:04",
    "roomId": "002-9a0dc420"
}


{
    "stakes": 0.5,
    "handData": {"292101452": [
            {
                "inFantasy": false,
                "playerName": "amberbrook13",
                "orderIndex": 0,
                "hero": false,
                "dead": "",
                "rows": "Jd0 5h0 Qd1/As0 5s1 5d2 Qc4 Ts4/7d0 7c0 7s2 9h3 9c3",
                "win": 2,
                "playerId": "amberbrook13"
            },
            {
                "inFantasy": false,
                "playerName": "birchbrook14",
                "orderIndex": 1,
                "hero": false,
                "dead": "",
                "rows": "8d0 6s0 3d0/Js0 Qs1 Ad2 9s2 Qh4/Kc0 Kd1 2h3 2c3 4s4",
                "win": -8,
                "playerId": "birchbrook14"
            },
            {
                "inFantasy": false,
                "playerName": "larchwren12",
                "orderIndex": 2,
                "hero": true,
                "dead": "3h1 6c2 2s3 6d4",
                "rows": "Ks0 Kh0 4c0/Ah0 Ac2 Td3 4d3 9d4/Jc0 8h1 7h1 8s2 Jh4",
                "win": 6,
                "playerId": "larchwren12"
            }
    ]},
    "appName": "Spartan",
    "price": "1INR",
    "joined": true,
    "clubId": "0",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:17:07",
    "roomId": "002-9a0dc420"
}


{
    "stakes": 0.5,
    "handData": {"292101582": [
            {
                "inFantasy": false,
                "playerName": "birchbrook14",
                "orderIndex": 0,
                "hero": false,
                "dead": "",
                "rows": "3s0 Qh1 8h1/Jd0 Ts2 8c3 Ks4 7c4/Qc0 Jc0 2c0 6c2 3c3",
                "win": 1,
                "playerId": "birchbrook14"
            },
            {
                "inFantasy": true,
                "playerName": "larchwren12",
                "orderIndex": 1,
                "hero": true,
                "dead": "5c0 2h0",
                "rows": "8s0 7d0 6h0/Kd0 Qs0 9h0 4d0 4c0/As0 Ad0 Ac0 3h0 3d0",
                "win": 7.5,
                "playerId": "larchwren12"
            },
            {
                "inFantasy": false,
                "playerName": "amberbrook13",
                "orderIndex": 2,
                "hero": false,
                "dead": "",
                "rows": "8d0 7h0 2d0/9s0 Js1 7s1 Kh2 Tc2/Ah0 Kc3 2s3 Td4 9c4",
                "win": -8.5,
                "playerId": "amberbrook13"
            }
    ]},
    "appName": "Spartan",
    "price": "1INR",
    "joined": true,
    "clubId": "0",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:18:08",
    "roomId": "002-9a0dc420"
}


