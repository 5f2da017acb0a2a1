-- Rows with a value in column `looked_at` of table `staged`: the rows that violate GX's expectation that the column is null,
-- found without GX. The value is the problem. Variables: `looked_at` and `staged`.
select
    file_id,
    line,
    columns(each -> each = getvariable('looked_at')) as detail,
from query_table(getvariable('staged'))
where columns(each -> each = getvariable('looked_at')) is not null
