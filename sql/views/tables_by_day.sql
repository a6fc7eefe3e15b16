-- Tables by day
-- What was won, lost and raked at each table on each day, and what of it nothing accounts for.
select
    site as "Site",
    club_id as "Club",
    table_id as "Table",
    day as "Day",
    hands as "Hands",
    won as "Won",
    lost as "Lost",
    rake as "Rake",
    unaccounted as "Unaccounted",
    currency as "Currency"
from table_days
