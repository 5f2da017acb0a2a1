-- Rows that violate GX's expectation that column `looked_at` of table `staged` is null, for use without GX; the values say what is
-- wrong. Variables: those two.
select
    file_id,
    line,
    columns(each -> each = getvariable('looked_at')) as detail,
from query_table(getvariable('staged'))
where columns(each -> each = getvariable('looked_at')) is not null
