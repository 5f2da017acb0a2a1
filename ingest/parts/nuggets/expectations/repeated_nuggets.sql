select
    file_id,
    line,
    'nugget ' || nugget_id || ' of topic ' || query_id || ' again, first on line ' || first_line as detail,
from (
    select
        *,
        min(line) over same as first_line,
        row_number() over same_in_order as occurrence,
    from staging.nuggets
    where problem is null
    window
        same as (partition by file_id, query_id, nugget_id),
        same_in_order as (partition by file_id, query_id, nugget_id order by line)
) as placed
where occurrence > 1
order by file_id, line, detail
