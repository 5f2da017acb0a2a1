-- Rows that violate GX's expectation that column `looked_at` of table `staged` is not null in readable lines, for use without GX.
-- Variables: those two, and `detail`.
select file_id, line, getvariable('detail') as detail
from query_table(getvariable('staged'))
where problem is null and columns(each -> each = getvariable('looked_at')) is null
