-- Every set of labels against the official one: pairs of topic and item that both hold, counted by their two grades.
--
-- source: main.qrels; as labels.confusion, which has all pairs of sets
-- grain: collection, variant, official, relevance
-- columns:
--   collection: judged task
--   variant: set of labels held against the official one
--   official: grade in the official labels
--   relevance: grade in the other labels
--   num_pairs: pairs with these two grades
-- example: from labels.compared_labels where variant = 'llmjudge-Olz-gpt4o' order by all
create or replace view labels.compared_labels as
select
    judged.collection,
    judged.variant,
    official.relevance as official,
    judged.relevance,
    count(*) as num_pairs,
from main.qrels as judged
inner join main.collections as collections on judged.collection = collections.collection
inner join main.qrels as official
    on
        judged.collection = official.collection
        and official.variant = collections.qrels_variant
        and judged.query_id = official.query_id
        and judged.doc_id = official.doc_id
where judged.variant <> collections.qrels_variant
group by judged.collection, judged.variant, official.relevance, judged.relevance;
