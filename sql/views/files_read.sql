-- Files read
-- One row per file: what it is and what became of the hands in it.
select
    source_file as "File",
    format as "Format",
    n_found as "Hands found",
    n_stored as "Stored",
    n_duplicates as "Duplicates",
    n_cancelled as "Cancelled",
    n_rejected as "Rejected",
    n_bytes as "Bytes",
    sha256 as "SHA-256"
from sources
