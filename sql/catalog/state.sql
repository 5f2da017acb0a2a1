-- The state of the database after the last change, as one checksum over all stored checksums and the facts about the file.
--
-- source: main.table_checksums, main.database_info
-- grain: one row
-- columns:
--   state: sha256 as 64 hexadecimal digits
-- example: from catalog.state
create or replace view catalog.state as
with
contents as (
    select concat(
        'checksum ', catalog.field(sums.table_name), catalog.field(sums.scope), catalog.field(sums.num_rows),
        catalog.field(sums.checksum)
    ) as content,
    from main.table_checksums as sums
    union all
    select concat('info ', catalog.field(info.key), catalog.field(info.value)) as content,
    from main.database_info as info
)

select sha256(coalesce(string_agg(contents.content, ' ' order by contents.content), '')) as state,
from contents;
