{
    "stakes": 0.5,
    "handData": {"260301180000-61520836-0000000-1": [
            {
                "inFantasy": false,
                "result": -12,
                "playerName": "pid01601844",
                "orderIndex": 0,
                "hero": true,
                "dead": "7s1 2s2 9s3 2h4",
                "rows": "4d0 6h1 2d2/9d0 Th1 4h2 8d3 3h3/Tc0 4c0 3c0 3s4 3d4",
                "win": -6,
                "playerId": "pid01601844"
            },
            {
                "inFantasy": false,
                "result": 12,
                "playerName": "pid01706573",
                "orderIndex": 1,
                "hero": false,
                "dead": "6s1 7c2 7h3 9h4",
                "rows": "9c0 6d0 5s0/Jd0 8h2 Ts3 Td3 Ah4/Kh0 Qs1 Qh1 Qc2 Ks4",
                "win": 5.8,
                "playerId": "pid01706573"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:02:12",
    "roomId": "61520836"
}


{
    "stakes": 0.5,
    "handData": {"260301180000-61520836-0000001-1": [
            {
                "inFantasy": false,
                "result": -6,
                "playerName": "pid01706573",
                "orderIndex": 0,
                "hero": false,
                "dead": "6h1 4c2 Jc3 3h4",
                "rows": "5h0 4h0 2d0

{
    "stakes": 0.5,
    "handData": {"260301180000-61520836-0000002-1": [
            {
                "inFantasy": false,
                "result": 6,
                "playerName": "pid01601844",
                "orderIndex": 0,
                "hero": true,
                "dead": "6c1 3d2 5s3 5h4",
                "rows": "Ks0 9d1 3h3/9c0 Ac2 Ts3 4h4 4c4/7h0 6h0 2h0 Ah1 9h2",
                "win": 2.9,
                "playerId": "pid01601844"
            },
            {
                "inFantasy": false,
                "result": -6,
                "playerName": "pid01706573",
                "orderIndex": 1,
                "hero": false,
                "dead": "Tc1 Js2 4s3 2c4",
                "rows": "2d0 4d1 Qc3/5c0 8d1 Jh3 Qd4 Th4/9s0 8s0 6s0 Qs2 7s2",
                "win": -3,
                "playerId": "pid01706573"
            }
    ]},
    "appName": "Ppp",
    "price": "1USD",
    "joined": true,
    "clubId": "1347124",
    "rules": "progressive17_nojokers",
    "endDateTime": "2026-03-01 18:06:22",
    "roomId": "61520836"
}


