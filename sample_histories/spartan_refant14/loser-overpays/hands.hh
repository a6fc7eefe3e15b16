{
    "stakes": 0.5,
    "handData": {"292200345": [
            {
                "inFantasy": false,
                "playerName": "fjordcrane11",
                "orderIndex": 0,
                "hero": false,
                "dead": "",
                "rows": "6h0 5d0 2s0/8h0 As1 Jh2 5s2 2d3/9d0 9s1 9c3 Ac4 Td4",
                "win": -4,
                "playerId": "fjordcrane11"
            },
            {
                "inFantasy": false,
                "playerName": "grovedune12",
                "orderIndex": 1,
                "hero": false,
                "dead": "",
                "rows": "Kh0 Kd0 8d0/Kc0 8c3 7h3 Ks4 Qs4/Qh0 Ad1 6s1 Ah2 4c2",
                "win": 14,
                "playerId": "grovedune12"
            },
            {
                "inFantasy": false,
                "playerName": "embercrane10",
                "orderIndex": 2,
                "hero": true,
                "dead": "5c1 4h2 Tc3 Jc4",
                "rows": "Qd0 6c0 2h0/Js0 Th3 3d3 4s4 3s4/8s0 Jd1 9h1 3h2 3c2",
                "win": -10,
                "playerId": "embercrane10"
            }
    ]},
    "appName": "Spartan",
    "price": "1INR",
    "joined": true,
    "clubId": "0",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:01:54",
    "roomId": "001-38453d70"
}


