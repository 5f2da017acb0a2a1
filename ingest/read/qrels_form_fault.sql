-- The reason why the lines in the view temp.fields as a whole are not labels; null if they may be labels. Variable:
-- `labels_form` (qrels_form.sql). Three cases are found: in pairs without grades, the second column is the same in every line.
-- In runs, the third column is 1, 2, 3 … within each query, higher than any grade. If every document is 0 or Q0, columns 2 and
-- 3 are swapped.
with queries as (
    select
        min(field[2]) as lowest,
        max(field[2]) as highest,
        max(field[3]) as highest_third,
        count(*) as num_lines,
        coalesce(min(as_whole_number(field[3])) = 1 and max(as_whole_number(field[3])) = count(*), false)
        and count(distinct as_whole_number(field[3])) = count(*) as is_ranked,
    from temp.fields
    where len(field) = case getvariable('labels_form') when 'columns' then 3 else 4 end
    group by field[1]
)

select
    case
        when getvariable('labels_form') = 'qrels'
            then 'columns 2 and 3 look swapped: column 3 is ' || max(highest_third) || ' instead of a document'
        when min(lowest) = max(highest)
            then
            'the second column is ' || min(lowest) || ' in every line, as in pairs without grades (query, 0, document); add the grades '
            || 'as fourth column'
        when bool_and(is_ranked) and max(num_lines) > 4
            then 'the third column is 1, 2, 3 … for each query, like the ranks of a run; write query, document and grade'
    end as fault,
from queries
