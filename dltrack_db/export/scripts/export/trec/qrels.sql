-- The labels of variables `collection` and `variant`: topic, iteration (or subtopic, as ndeval reads it), document, label as
-- given, of labels from strata after the stratum.
with given as (
    select
        collection,
        variant,
        query_id,
        doc_id,
        iteration,
        -- databases of earlier releases have no columns `gain` and `stratum`
        list_value(unpack(columns(lambda name: name in ('relevance', 'gain'))::varchar)) as labels,
        list_value(unpack(columns(lambda name: name in ('relevance', 'stratum'))::varchar)) as strata,
    from main.qrels
    where collection = getvariable('collection') and variant = getvariable('variant')
)

select
    qrels.query_id,
    coalesce(subtopic_qrels.subtopic, qrels.iteration, '0') as iteration,
    qrels.doc_id,
    concat_ws(
        ' ', qrels.strata[2], coalesce(subtopic_qrels.relevance::varchar, qrels.labels[2], qrels.labels[1])
    ) as relevance,
from given as qrels
left join subtopic_qrels
    on qrels.collection = subtopic_qrels.collection
    and qrels.variant = subtopic_qrels.variant
    and qrels.query_id = subtopic_qrels.query_id
    and qrels.doc_id = subtopic_qrels.doc_id
order by qrels.query_id, subtopic_qrels.subtopic, qrels.doc_id;
