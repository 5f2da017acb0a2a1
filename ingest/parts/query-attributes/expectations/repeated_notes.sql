select
    file_id,
    line,
    key || ' of ' || id || ' again, first on line ' || min(line) over (partition by file_id, id, key) as detail,
from staging.notes
where id is not null and key is not null
qualify row_number() over (partition by file_id, id, key order by line) > 1
order by file_id, line
