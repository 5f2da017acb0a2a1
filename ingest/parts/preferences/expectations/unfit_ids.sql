select file_id, line, detail
from (
    select file_id, line, staging.told('topic id', query_id) as detail
    from staging.preference_lines
    where staging.is_unfit(query_id)
    union all
    select file_id, line, staging.told('item id', item_a) as detail
    from staging.preference_lines
    where staging.is_unfit(item_a)
    union all
    select file_id, line, staging.told('item id', item_b) as detail
    from staging.preference_lines
    where staging.is_unfit(item_b)
    union all
    select file_id, line, staging.told('judge', judge) as detail
    from staging.preferences
    where staging.is_unfit(judge)
    union all
    select file_id, line, staging.told('dimension', dimension) as detail
    from staging.preferences
    where staging.is_unfit(dimension)
) as unfit
order by file_id, line, detail
