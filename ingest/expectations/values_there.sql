-- What offends where GX's own expectation says that column `looked_at` of table `staged` must be null: what stands there
-- says what is wrong. For those who ask without GX. Variables: those two.
select
    file_id,
    line,
    columns(each -> each = getvariable('looked_at')) as detail,
from query_table(getvariable('staged'))
where columns(each -> each = getvariable('looked_at')) is not null
