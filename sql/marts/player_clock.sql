-- How long each player takes on each street, and how often the site places the cards for him.
-- grain: site, rules_id, player_id, street
-- Times are those the record states. Where a site places a street itself the player has run out of time or is not there.
-- column street: 1 to 5 (1 to 9 in the classic deal), 0 in Fantasyland.
-- column timed_streets: Streets whose time is known; the denominator of ms_per_street.
-- column used_ms: Milliseconds used on them.
-- column ms_per_street: Milliseconds used per street with a known time.
-- column ms_sd: Standard deviation of that time, of a sample (n − 1).
-- column ms_se: Standard error of ms_per_street.
-- column longest_ms: The longest of those times.
-- column auto_known: Streets whose record says who placed the cards; the denominator of auto_rate.
-- column auto_streets: Of those, the streets that the site placed.
-- column auto_rate: Streets that the site placed per street whose record says who placed.
-- column auto_rate_low: Lower end of its 95 % interval.
-- column auto_rate_high: Upper end of its 95 % interval.
with sums as (
    select * from sum_player_clock
),

final as (
    select
        site,
        rules_id,
        player_id,
        street,
        timed_streets,
        used_ms,
        ratio(used_ms, timed_streets) as ms_per_street,
        sample_sd(timed_streets, used_ms, ms_squared) as ms_sd,
        standard_error(timed_streets, used_ms, ms_squared) as ms_se,
        longest_ms,
        auto_known,
        auto_streets,
        ratio(auto_streets, auto_known) as auto_rate,
        wilson_low(auto_streets, auto_known) as auto_rate_low,
        wilson_high(auto_streets, auto_known) as auto_rate_high
    from sums
)

select * from final
