-- Scripts for label sets that are derived from loaded label sets (score/derived_labels.py).

-- name: hybrid
-- The hybrid document labels of the collection in variable `collection`, as rows of main.qrels: actual labels, completed by
-- labels that follow from judged passages.
select
    hybrid.collection,
    'hybrid' as variant,
    hybrid.query_id,
    hybrid.doc_id,
    hybrid.relevance,
from labels.hybrid_document_labels as hybrid
where hybrid.collection = getvariable('collection') and hybrid.rule = 'max'
order by hybrid.query_id, hybrid.doc_id;

-- name: filled
-- The label set in variable `base`, with its gaps filled from the label sets in variable `fills`, as rows of main.qrels. The
-- name of the filled set is variable `labels`; the iteration is the label set that a label comes from.
select
    filled.* exclude (origin),
    getvariable('labels') as variant,
    filled.origin as iteration,
from labels.filled(getvariable('collection'), getvariable('base'), getvariable('fills')) as filled
order by filled.query_id, filled.doc_id;

-- name: useless
-- The message about a label set, the first in variable `fills`, that adds nothing to the label set in variable `base` and to
-- the label sets that fill gaps before it.
select
    format(
        '''{}'' adds no label to ''{}'': of its {:,} labels, {:,} are for items with a label in ''{}'', and the others are for '
        'other topics, or for items with a label in an earlier label set; leave out ''{}''',
        getvariable('fills')[1], getvariable('base'), count(*), count(base.doc_id), getvariable('base'), getvariable('fills')[1]
    ) as problem,
from main.qrels as fill
left join main.qrels as base
    on
        fill.collection = base.collection
        and fill.query_id = base.query_id
        and fill.doc_id = base.doc_id
        and base.variant = getvariable('base')
where fill.collection = getvariable('collection') and fill.variant = getvariable('fills')[1];

-- name: described
-- Adds a description of the label set in variable `labels`, with the relevance level of the label set in variable `base` (null
-- for the official one).
insert into variants_asked by name
select
    getvariable('collection') as collection,
    getvariable('labels') as variant,
    'inferred' as kind,
    labels.level(getvariable('collection'), getvariable('base')) as min_relevance;

-- name: notes
-- Notes on the label set in variable `labels`, which is `base` with gaps filled from `fills`: the share of filled items in the
-- runs' top ten, topics that only `fills` judge, and label sets in `fills` whose labels are all in the label set truth_asked.
with filled as (
    select qrels.*,
    from main.qrels as qrels
    where qrels.collection = getvariable('collection') and qrels.variant = getvariable('labels')
)

select
    format(
        '{:.1f}% of the items in the top ten of the runs are filled',
        100 * count(*) / (
            select sum(least(run_topics.num_ret, 10)),
            from main.run_topics as run_topics
            semi join filled on run_topics.collection = filled.collection and run_topics.query_id = filled.query_id
        )
    ) as note,
from main.judged_rankings as judged
inner join main.collections as collections on judged.collection = collections.collection
inner join filled
    on judged.variant = filled.variant and judged.query_id = filled.query_id and judged.doc_id = filled.doc_id
where
    filled.iteration <> getvariable('base')
    and metrics.rank_under(
        collections.tie_rule, judged.rank, judged.rank_double, judged.rank_submitted, judged.rank_ascending
    ) <= 10
union all
select
    format(
        'left out: {} topic{} with labels in {}, but no labels in {} ({})',
        count(distinct other.query_id), if(count(distinct other.query_id) = 1, '', 's'),
        array_to_string(getvariable('fills'), ', '), getvariable('base'),
        string_agg(distinct other.query_id, ', ' order by other.query_id)
    ) as note,
from loaded_asked as other
anti join filled on other.query_id = filled.query_id
where other.collection = getvariable('collection') and list_contains(getvariable('fills'), other.variant)
having count(*) > 0
union all
select
    format(
        'all {:,} labels from {} are also in {}, the compared label set, so agreement and tau are too high',
        count(*), filled.iteration, truth.variant
    ) as note,
from filled
inner join loaded_asked as truth
    on
        filled.collection = truth.collection
        and filled.query_id = truth.query_id
        and filled.doc_id = truth.doc_id
        and truth.variant = truth_asked
group by filled.iteration, truth.variant
having bool_and(filled.relevance = truth.relevance);

-- name: judged
-- Adds the items of the runs that the label set in variable `labels` judges.
insert into judged_asked by name
select judged.*,
from metrics.judged_orders() as judged
where judged.variant = getvariable('labels')
order by judged.answer_id, judged.rank;
