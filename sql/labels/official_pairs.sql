-- Every label of another set next to the official label of the same topic and item.
--
-- source: main.qrels
-- grain: collection, variant, query_id, doc_id
-- columns:
--   variant: set of labels other than the official set
--   query_id: topic number as text
--   doc_id: item that both sets grade
--   relevance: grade in this set, by its cut points if there are any; null for fractions without cut points (labels.grade)
--   official: grade in the official labels
--   value: the label of this set as given
-- needs: second labels
-- caveats: to use other cut points, set variable label_cuts = '0.5,1.5', as dltrack judges --cuts does
-- example: from labels.official_pairs where variant = 'llmjudge-Olz-gpt4o' limit 5
create or replace view labels.official_pairs as
select
    judged.collection,
    judged.variant,
    judged.query_id,
    judged.doc_id,
    labels.grade(judged.relevance, judged.gain, coalesce(getvariable('label_cuts'), judges.cuts)) as relevance,
    official.relevance as official,
    coalesce(judged.gain, judged.relevance)::double as value,
from main.qrels as judged
inner join main.collections as collections on judged.collection = collections.collection
inner join main.qrels as official
    on
        judged.collection = official.collection
        and official.variant = collections.qrels_variant
        and judged.query_id = official.query_id
        and judged.doc_id = official.doc_id
left join main.qrels_variants as judges
    on judged.collection = judges.collection and judged.variant = judges.variant
where judged.variant <> collections.qrels_variant;
