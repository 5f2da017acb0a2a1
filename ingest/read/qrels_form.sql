-- The form of the labels in the view temp.fields, according to most of the first thousand lines: 'qrels' with four columns,
-- 'strata' with five, 'columns' with three (query, document, grade).
select
    case
        when 2 * count(*) filter (where len(field) = 5) > count(*) then 'strata'
        when 2 * count(*) filter (where len(field) = 3) > count(*) then 'columns'
        else 'qrels'
    end as form,
    -- labels of several documents with the same value in this column
    form = 'columns'
    or (
        form = 'qrels'
        and count(*) > 1
        and min(field[3]) = max(field[3])
        and lower(min(field[3])) in ('0', 'q0')
        and min(field[2]) <> max(field[2])
    ) as is_doubtful,
from temp.fields
where position <= 1000
