-- What is known of a set of labels, votes or nuggets in every collection that has it, one fact a line. Parameter: the set.
with
facts as (
    select
        judges.collection,
        1 as part,
        unnest(['made by', 'model', 'prompt', 'author', 'date', 'scale', 'cut points', 'licence', 'from']) as name,
        unnest([
            judges.kind,
            judges.model,
            judges.prompt,
            judges.author,
            judges.date,
            judges.scale,
            judges.cuts,
            judges.licence,
            judges.source,
        ]) as value,
    from main.qrels_variants as judges
    where judges.variant = $1
    union all
    select
        labels.collection,
        2 as part,
        unnest(['labels of documents', 'topics', 'labels from', 'labels to', 'different labels', 'fractions']) as name,
        unnest([
            format('{:,}', count(*)),
            count(distinct labels.query_id)::varchar,
            format('{:g}', min(labels.value)),
            format('{:g}', max(labels.value)),
            count(distinct labels.value)::varchar,
            format('{:,}', nullif(count(labels.gain), 0)),
        ]) as value,
    from (
        select qrels.collection, qrels.query_id, qrels.gain, coalesce(qrels.gain, qrels.relevance::double) as value,
        from main.qrels as qrels
        where qrels.variant = $1
    ) as labels
    group by labels.collection
    union all
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
    where votes.source = $1
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
    where nuggets.bank = $1
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
        where source = $1
        union all
        select collection, 'labels of citations' as what, judge, run_id || chr(9) || query_id as subject, value,
        from main.citation_labels
        where source = $1
    ) as labels
    group by labels.collection, labels.what
)

select
    facts.collection,
    facts.name,
    facts.value,
from facts
where facts.value is not null
order by facts.collection asc, facts.part asc, facts.name asc;
