-- Sets of labels that include items judged in an earlier round, so that they cannot score their round's archived runs.
--
-- source: main.qrels; judging.judged_before
-- grain: collection, variant
-- columns:
--   variant: which labels
--   num_labels: labels of the variant
--   num_judged_before: labels of items that were judged in an earlier round
-- caveats: these items were removed from the archived runs of TREC-COVID, so no run has them
-- example: from judging.mixed_labels
create or replace view judging.mixed_labels as
with held as (
    select
        qrels.collection,
        qrels.variant,
        count(*) as num_labels,
        count(judged_before.doc_id) as num_judged_before,
    from main.qrels as qrels
    left join judging.judged_before as judged_before
        on
            qrels.collection = judged_before.collection
            and qrels.query_id = judged_before.query_id
            and qrels.doc_id = judged_before.doc_id
    group by qrels.collection, qrels.variant
)

select
    held.collection,
    held.variant,
    held.num_labels,
    held.num_judged_before,
from held
where held.num_judged_before > 0;
