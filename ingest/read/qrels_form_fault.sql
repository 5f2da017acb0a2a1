-- Why lines in the view temp.fields are not labels as a whole; null if they may be labels. Variable: `labels_form`
-- (qrels_form.sql). In pairs without grades the second column never changes; ranks are 1, 2, 3 … within each query, beyond any
-- scale of grades; and if every document is 0 or Q0, the documents are in the second column.
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
            then 'columns 2 and 3 look swapped: the third is ' || max(highest_third) || ', where the document should be'
        when min(lowest) = max(highest)
            then
            'the second column is ' || min(lowest) || ' throughout, as in pairs without grades (query, 0, document); add the grades as '
            || 'fourth column'
        when bool_and(is_ranked) and max(num_lines) > 4
            then 'the third column counts 1, 2, 3 … for each query, as ranks of a run do; write query, document and grade'
    end as fault,
from queries
