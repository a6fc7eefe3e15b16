-- Who beats whom
-- What each player won of each opponent, in points, with the rows and scoops between them.
-- column Points per hand: Points per hand that they played against each other.
-- column Standard error: Standard error of points per hand.
select
    site as "Site",
    rules_id as "Rule set",
    player_name as "Player",
    opponent_name as "Opponent",
    hands as "Hands",
    points as "Points",
    round(points_per_hand, 2) as "Points per hand",
    round(points_se, 2) as "Standard error",
    rows_won as "Rows won",
    rows_lost as "Rows lost",
    scoops_for as "Scoops",
    scoops_against as "Scoops against"
from head_to_head
