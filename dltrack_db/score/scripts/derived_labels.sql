-- Labels that are derived from other labels of a database, as a separate set of labels (score/derived_labels.py).

-- name: hybrid
-- The labels of documents as complete as they can be, of variable `collection`, as rows of main.qrels.
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
-- The set of variable `base` filled from those of variable `fills`, as rows of main.qrels called variable `labels`; the
-- iteration is the set that a label is from.
select
    filled.* exclude (origin),
    getvariable('labels') as variant,
    filled.origin as iteration,
from labels.filled(getvariable('collection'), getvariable('base'), getvariable('fills')) as filled
order by filled.query_id, filled.doc_id;

-- name: useless
-- Why the first set of variable `fills` adds nothing to the set of variable `base` and to those before it.
select
    format(
        '''{}'' adds no label to ''{}'': of its {:,} labels, {:,} are for items with a label in ''{}'', and the others for '
        'other topics, or for items that earlier sets label; leave it out',
        getvariable('fills')[1], getvariable('base'), count(*), count(base.doc_id), getvariable('base')
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
-- Describes the labels of variable `labels`, with the level of the set of variable `base` (null for the official one).
insert into variants_asked by name
select
    getvariable('collection') as collection,
    getvariable('labels') as variant,
    'inferred' as kind,
    labels.level(getvariable('collection'), getvariable('base')) as min_relevance;

-- name: notes
-- Notes on the labels of variable `labels`, the set of variable `base` filled from those of variable `fills`: the share of the
-- runs' top ten that is filled, topics that only the fills judge, and sets whose labels are all those of the set truth_asked.
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
        'left out: {} topic{} with labels in {} and none in {} ({})',
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
        'all {:,} labels from {} are also in {}, which they are compared with, so agreement and tau are too high',
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
-- Finds the items of the runs that the labels of variable `labels` judge.
insert into judged_asked by name
select judged.*,
from metrics.judged_orders() as judged
where judged.variant = getvariable('labels')
order by judged.answer_id, judged.rank;
