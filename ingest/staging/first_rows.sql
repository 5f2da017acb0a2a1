-- First row of each run file in staging.rankings.
update staging.files
set first_row = file_rows.first_row
from (
    select
        rankings.file_id,
        min(rankings.rowid) as first_row,
    from staging.rankings as rankings
    group by rankings.file_id
) as file_rows
where file_rows.file_id = files.file_id;
