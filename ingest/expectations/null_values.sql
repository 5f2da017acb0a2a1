-- Readable rows with null in column `looked_at` of table `staged`: the rows that violate GX's expectation that the column is not
-- null, found without GX. Variables: `looked_at`, `staged` and `detail`.
select file_id, line, getvariable('detail') as detail
from query_table(getvariable('staged'))
where problem is null and columns(each -> each = getvariable('looked_at')) is null
