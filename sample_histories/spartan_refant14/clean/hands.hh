{
    "stakes": 0.5,
    "handData": {"292109831": [
            {
                "inFantasy": false,
                "playerName": "amberbrook13",
                "orderIndex": 0,
                "hero": false,
                "dead": "",
                "rows": "Th1 7c1 Ks2/Tc0 4h2 Qs3 8s3 Qd4/9d0 5d0 3d0 2d0 6d4",
                "win": 2,
                "playerId": "amberbrook13"
            },
            {
                "inFantasy": false,
                "playerName": "birchbrook14",
                "orderIndex": 1,
                "hero": false,
                "dead": "",
                "rows": "Kh1 Kd1 4d3/8h0 8d2 Qh3 6h4 5s4/Ac0 8c0 6c0 4c0 3c2",
                "win": -10,
                "playerId": "birchbrook14"
            },
            {
                "inFantasy": false,
                "playerName": "larchwren12",
                "orderIndex": 2,
                "hero": true,
                "dead": "Qc1 6s2 Ts3 2s4",
                "rows": "5c0 Kc1 Jh3/9c0 As1 Ad3 Jd4 Td4/Ah0 3h0 2h0 9h2 5h2",
                "win": 8,
                "playerId": "larchwren12"
            }
    ]},
    "appName": "Spartan",
    "price": "1INR",
    "joined": true,
    "clubId": "0",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:28:05",
    "roomId": "002-9a0dc420"
}


{
    "stakes": 0.5,
    "handData": {"292110546": [
            {
                "inFantasy": false,
                "playerName": "birchbrook14",
                "orderIndex": 0,
                "hero": false,
                "dead": "",
                "rows": "6d3 9d4 6h4/9c0 Td1 3s2 3c2 3d3/Ah0 8h0 5h0 2h0 Jh1",
                "win": -1.5,
                "playerId": "birchbrook14"
            },
            {
                "inFantasy": false,
                "playerName": "larchwren12",
                "orderIndex": 1,
                "hero": true,
                "dead": "5c1 5s2 Tc3 Th4",
                "rows": "Qc0 Qd2 9h3/8d0 8c2 2d3 Kc4 8s4/As0 Ts0 7s0 9s1 6s1",
                "win": 8.5,
                "playerId": "larchwren12"
            },
            {
                "inFantasy": false,
                "playerName": "amberbrook13",
                "orderIndex": 2,
                "hero": false,
                "dead": "",
                "rows": "Jc0 4d0 2s0/Ks0 Qh2 4c2 Js3 3h3/Ad0 7d1 5d1 Kd4 Jd4",
                "win": -7,
                "playerId": "amberbrook13"
            }
    ]},
    "appName": "Spartan",
    "price": "1INR",
    "joined": true,
    "clubId": "0",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:30:27",
    "roomId": "002-9a0dc420"
}


{
    "stakes": 0.5,
    "handData": {"292111255": [
            {
                "inFantasy": true,
                "playerName": "larchwren12",
                "orderIndex": 0,
                "hero": true,
                "dead": "2d0",
                "rows": "5s0 4s0 3h0/Ad0 Qd0 Jh0 Th0 8h0/7s0 7d0 7c0 6h0 6c0",
                "win": 7.5,
                "playerId": "larchwren12"
            },
            {
                "inFantasy": false,
                "playerName": "amberbrook13",
                "orderIndex": 1,
                "hero": false,
                "dead": "",
                "rows": "Kh0 Kc0 7h0/Js0 Jc1 As3 9d4 5h4/8d0 9s1 Tc2 8c2 3d3",
                "win": -11,
                "playerId": "amberbrook13"
            },
            {
                "inFantasy": false,
                "playerName": "birchbrook14",
                "orderIndex": 2,
                "hero": false,
                "dead": "",
                "rows": "5c0 2s1 4d2/9c0 Qs1 4c2 5d3 Qc4/Ah0 9h0 2h0 4h3 Qh4",
                "win": 3.5,
                "playerId": "birchbrook14"
            }
    ]},
    "appName": "Spartan",
    "price": "1INR",
    "joined": true,
    "clubId": "0",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:32:43",
    "roomId": "002-9a0dc420"
}


