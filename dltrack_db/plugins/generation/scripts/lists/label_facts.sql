select
    votes.collection,
    3 as part,
    unnest(['votes on pairs', 'topics', 'judges', 'compared by']) as name,
    unnest([
        format('{:,}', count(*)),
        count(distinct votes.query_id)::varchar,
        case when count(distinct votes.judge) > 5 then count(distinct votes.judge)::varchar
            else string_agg(distinct votes.judge, ', ' order by votes.judge)
        end,
        string_agg(distinct votes.dimension, ', ' order by votes.dimension),
    ]) as value,
from main.preferences as votes
where votes.source = getvariable('name')
group by votes.collection
union all
select
    nuggets.collection,
    4 as part,
    unnest(['nuggets', 'topics', 'kinds', 'vital', 'weights from', 'weights to']) as name,
    unnest([
        format('{:,}', count(*)),
        count(distinct nuggets.query_id)::varchar,
        string_agg(distinct nuggets.kind, ', ' order by nuggets.kind),
        case when count(nuggets.importance) > 0 then format('{:,}', count(*) filter (where nuggets.importance = 'vital')) end,
        format('{:g}', min(nuggets.weight)),
        format('{:g}', max(nuggets.weight)),
    ]) as value,
from main.nuggets as nuggets
where nuggets.bank = getvariable('name')
group by nuggets.collection
union all
select
    labels.collection,
    5 as part,
    unnest([labels.what, 'judges', 'answers or documents', 'values from', 'values to']) as name,
    unnest([
        format('{:,}', count(*)),
        string_agg(distinct labels.judge, ', ' order by labels.judge),
        count(distinct labels.subject)::varchar,
        format('{:g}', min(labels.value)),
        format('{:g}', max(labels.value)),
    ]) as value,
from (
    select collection, 'labels of nuggets' as what, judge, subject || chr(9) || query_id as subject, value,
    from main.nugget_labels
    where source = getvariable('name')
    union all
    select collection, 'labels of citations' as what, judge, run_id || chr(9) || query_id as subject, value,
    from main.citation_labels
    where source = getvariable('name')
) as labels
group by labels.collection, labels.what
