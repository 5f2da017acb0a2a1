select
    file_id,
    line,
    judge || ' compares ' || item_a || ' with ' || item_b || ' by ' || dimension || ' again; the first vote is on line ' || first_line
        as detail,
from (
    select
        *,
        min(line) over (partition by file_id, query_id, item_a, item_b, judge, dimension, is_aggregate) as first_line,
    from staging.preferences
) as placed
where session > 1 and not takes_repeats
order by file_id, line, detail
