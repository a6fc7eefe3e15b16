"""The query of table `fantasy_runs`, over the relations that `audit.chains` leaves."""

RUNS = """
    with there as (
        select
            s.hand_key, s.acting_order, s.player_id, o.hand_order, l.chain_no, d.run_length, d.is_run_whole,
            l.place_in_stretch - d.run_length as entry_place
        from seats as s
        join hand_order as o using (hand_key)
        left join chain_links as l using (hand_key)
        left join chain_due as d using (hand_key, acting_order)
        where s.is_fantasy and o.is_new
    ),
    earned as (
        select
            l.chain_no, l.place_in_stretch, s.player_id, s.hand_key, s.acting_order,
            case
                when d.top_category = 3 then 'trips'
                when d.top_rank = 12 then 'AA'
                when d.top_rank = 11 then 'KK'
                when d.top_rank = 10 then 'QQ'
            end as entered_with
        from chain_due as d
        join seats as s using (hand_key, acting_order)
        join chain_links as l using (hand_key)
        where d.is_fantasy_next and not s.is_fantasy
    )
    select
        t.hand_key, t.acting_order,
        case when t.is_run_whole then t.run_length end as run_no,
        e.hand_key as entry_hand_key, e.acting_order as entry_order, e.entered_with,
        t.hand_order as place_no
    from there as t
    left join earned as e on e.chain_no = t.chain_no and e.place_in_stretch = t.entry_place and e.player_id = t.player_id
    order by t.hand_order, t.acting_order
"""
"""The rows of the new hands, in order, with `place_no`, the order number of the hand. A run has no hand without him within it: whoever
misses one is not known to go on."""
