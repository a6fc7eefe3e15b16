{
    "stakes": 0.5,
    "handData": {"260301180000-61520836-0000000-1": [
            {
                "inFantasy": false,
                "result": 15,
                "playerName": "pid01601844",
                "orderIndex": 0,
                "hero": true,
                "dead": "Kc1 Kh2 Kd3 9h4",
                "rows": "Qs0 2d0 Qc1/Jc0 Ac2 Ah3 Ks4 Td4/8h0 8c0 8d1 3c2 3h3",
                "win": 7.3,
                "playerId": "pid01601844"
            },
            {
                "inFantasy": false,
                "result": -15,
                "playerName": "pid01706573",
                "orderIndex": 1,
                "hero": false,
                "dead": "9c1 2c2 Th3 3d4",
                "rows": "6h1 4d1 5h2/Jd0 Qd3 5c3 Ad4 Tc4/Js0 Ts0 8s0 2s0 5s2",
                "win": -7.5,
                "playerId": "pid01706573"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:01:22",
    "roomId": "61520836"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61520836-0000001-1": [
            {
                "inFantasy": false,
                "result": -16,
                "playerName": "pid01706573",
                "orderIndex": 0,
                "hero": false,
                "dead": "2c1 3d2 6c3 7s4",
                "rows": "Qs0 4h0 3c0

{
    "stakes": 0.5,
    "handData": {"260301180000-61520836-0000002-1": [
            {
                "inFantasy": false,
                "result": -10,
                "playerName": "pid01601844",
                "orderIndex": 0,
                "hero": true,
                "dead": "As1 6c2 7c3 Ts4",
                "rows": "3h0 2d0 Jd3/5d0 Ac2 3c2 6h3 6s4/8h0 8c0 Ks1 Kh1 Jh4",
                "win": -5,
                "playerId": "pid01601844"
            },
            {
                "inFantasy": false,
                "result": 10,
                "playerName": "pid01706573",
                "orderIndex": 1,
                "hero": false,
                "dead": "4d1 Ad2 5h3 6d4",
                "rows": "8d1 4h1 Ah2/Js0 9h3 9d3 7h4 7d4/Jc0 9c0 5c0 2c0 Qc2",
                "win": 4.8,
                "playerId": "pid01706573"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:03:36",
    "roomId": "61520836"
}


