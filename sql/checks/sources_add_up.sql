-- Of every file, the hands found are stored, duplicate, cancelled or rejected, and its bytes hands, rejects or blanks.
with all_sources as (
    select * from sources
),

final as (
    select
        source_file,
        n_found,
        n_stored,
        n_duplicates,
        n_cancelled,
        n_rejected,
        n_bytes,
        hand_bytes,
        reject_bytes,
        blank_bytes
    from all_sources
    where
        n_found <> n_stored + n_duplicates + n_cancelled + n_rejected
        or n_bytes <> hand_bytes + reject_bytes + blank_bytes
)

select * from final
