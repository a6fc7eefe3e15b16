-- Clubs by week
-- What was won, lost and raked in each club in each week of the run's calendar, and what of it nothing accounts for.
select
    site as "Site",
    club_id as "Club",
    week_ending as "Week ending",
    tables as "Tables",
    hands as "Hands",
    won as "Won",
    lost as "Lost",
    rake as "Rake",
    unaccounted as "Unaccounted",
    currency as "Currency"
from club_weeks
