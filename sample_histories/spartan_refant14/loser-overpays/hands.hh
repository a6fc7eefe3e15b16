{
    "stakes": 0.5,
    "handData": {"292200551": [
            {
                "inFantasy": false,
                "playerName": "fjordcrane11",
                "orderIndex": 0,
                "hero": false,
                "dead": "",
                "rows": "Ts0 9h0 9s1/Jh0 Ad1 7c3 Js4 5h4/2s0 2d0 Ks2 2c2 Kc3",
                "win": 11,
                "playerId": "fjordcrane11"
            },
            {
                "inFantasy": false,
                "playerName": "grovedune12",
                "orderIndex": 1,
                "hero": false,
                "dead": "",
                "rows": "6h0 6d0 6c0/Jd0 As2 Ah2 Ac3 Qc4/7d0 7h1 5c1 5s3 6s4",
                "win": -14.5,
                "playerId": "grovedune12"
            },
            {
                "inFantasy": false,
                "playerName": "embercrane10",
                "orderIndex": 2,
                "hero": true,
                "dead": "2h1 4d2 Th3 3s4",
                "rows": "5d0 4s0 Qh2/9c0 Tc1 Jc2 Kh4 4c4/8d0 8c0 8h1 3h3 3c3",
                "win": 3.5,
                "playerId": "embercrane10"
            }
    ]},
    "appName": "Spartan",
    "price": "1INR",
    "joined": true,
    "clubId": "0",
    "rules": "progressive16_refant14_nojokers",
    "endDateTime": "2026-03-01 18:02:17",
    "roomId": "001-38453d70"
}


