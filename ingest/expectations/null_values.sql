-- What offends where GX's own expectation says that column `looked_at` of table `staged` must not be null in lines that can
-- be read: for those who ask without GX. Variables: those two, and `detail`.
select file_id, line, getvariable('detail') as detail
from query_table(getvariable('staged'))
where problem is null and columns(each -> each = getvariable('looked_at')) is null
