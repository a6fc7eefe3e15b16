-- What could not be read
-- One row per stretch of a file that no hand could be made of, with the reason.
-- column Place: The file and its first line.
select
    source_file || ':' || first_line as "Place",
    n_hands as "Damaged hands",
    reason as "Reason"
from rejects
