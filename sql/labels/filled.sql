-- A set of labels with gaps, filled from other sets: the label of the base, or else that of the first set that has one, for
-- the topics that the base judges.
--
-- source: main.qrels, by labels.grade
-- grain: query_id, doc_id
-- params:
--   base: set of labels with gaps, whose labels are always kept
--   fills: list of sets of labels on the same scale (labels.can_fill); an earlier one is preferred
-- columns:
--   collection
--   query_id: topic that the base judges
--   doc_id: item with a label in any of the sets
--   relevance: its grade
--   origin: set of labels that the grade is from
-- needs: second labels
-- caveats: topics without a label of the base are left out. Options --labels BASE --fill LIST of leaderboard, compare, eval,
--   gate and judges score runs by these labels
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
