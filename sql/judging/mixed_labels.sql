-- Label sets with items that were judged in an earlier round: such a set cannot score the archived runs of its round.
--
-- source: main.qrels; judging.judged_before
-- grain: collection, variant
-- columns:
--   variant: label set
--   num_labels: labels in the set
--   num_judged_before: labels for items that were judged in an earlier round
-- caveats: these items were removed from the archived runs of TREC-COVID, so almost no run contains them
--   (judging.residual_leftovers)
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
