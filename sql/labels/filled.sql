-- A set of labels with gaps, filled from other sets: one row per item with its label in the base set or, if the base set has no
-- label of the item, in the first other set that has one. Only topics that the base set judges have rows.
--
-- source: main.qrels, by labels.grade
-- grain: query_id, doc_id
-- params:
--   base: set of labels with gaps; its labels are never replaced
--   fills: list of sets of labels on the same scale (labels.can_fill), in order of preference
-- columns:
--   collection
--   query_id: topic that the base judges
--   doc_id: item with a label in any of the sets
--   relevance: grade of the item
--   origin: set of labels that the grade is from
-- needs: second labels
-- caveats: the commands leaderboard, compare, eval, gate and judges score runs by these labels if called with --labels BASE
--   --fill LIST
-- example: select origin, count(*) from labels.filled('trec2021-passages', 'nist', ['gpt-4o-umbrela-zeroshot']) group by all
create or replace macro labels.filled(collection_name, base, fills) as table
select
    qrels.collection,
    qrels.query_id,
    qrels.doc_id,
    labels.grade(qrels.relevance, qrels.gain, judges.cuts) as relevance,
    qrels.variant as origin,
from (select labels.can_fill(collection_name, base, fills) as is_possible) as checked
left join main.qrels as qrels on checked.is_possible
left join main.qrels_variants as judges on qrels.collection = judges.collection and qrels.variant = judges.variant
where
    qrels.collection = collection_name
    and list_contains(list_prepend(base, fills), qrels.variant)
    and qrels.query_id in (
        select judged.query_id
        from main.qrels as judged
        where judged.collection = collection_name and judged.variant = base
    )
qualify row_number() over (
    partition by qrels.query_id, qrels.doc_id
    order by list_position(list_prepend(base, fills), qrels.variant)
) = 1;
