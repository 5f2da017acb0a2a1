-- Pairs of labels of the same topic and item: the label in one set, and the official label or, if variable label_truth names
-- sets, the label in each of these sets.
--
-- source: main.qrels; labels.truths
-- grain: collection, variant, truth, query_id, doc_id
-- columns:
--   variant: set of labels that is compared
--   truth: set of labels that `variant` is compared with: the official set, unless variable label_truth names others
--   judge: `variant`, or 'people' (labels.truths) if variable label_truth names several sets and `variant` is one of these sets
--   query_id: topic number as text
--   doc_id: item that both sets grade
--   relevance: grade in `variant`, by cut points if the set has any; null for fractions without cut points (labels.grade)
--   official: grade in `truth`, also by cut points if the set has any
--   value: original label in `variant`
-- needs: second labels
-- caveats: to use other cut points, set variable label_cuts = '0.5,1.5', as dltrack judges --cuts does. With
--   variable label_items, a list of {query_id, doc_id}, only these items are compared, as with dltrack judges --common
-- example: from labels.official_pairs where variant = 'llmjudge-Olz-gpt4o' limit 5
create or replace view labels.official_pairs as
select
    judged.collection,
    judged.variant,
    truths.variant as truth,
    case
        when list_contains(getvariable('label_truth')::varchar[], judged.variant) then truths.together
        else judged.variant
    end as judge,
    judged.query_id,
    judged.doc_id,
    labels.grade(judged.relevance, judged.gain, coalesce(getvariable('label_cuts'), judges.cuts)) as relevance,
    labels.grade(official.relevance, official.gain, truths.cuts) as official,
    coalesce(judged.gain, judged.relevance)::double as value,
from main.qrels as judged
inner join labels.truths as truths on judged.collection = truths.collection and judged.variant <> truths.variant
inner join main.qrels as official
    on
        judged.collection = official.collection
        and truths.variant = official.variant
        and judged.query_id = official.query_id
        and judged.doc_id = official.doc_id
left join main.qrels_variants as judges
    on judged.collection = judges.collection and judged.variant = judges.variant
where
    getvariable('label_items') is null
    or { 'query_id': judged.query_id, 'doc_id': judged.doc_id } in (
        select unnest(getvariable('label_items')::struct(query_id varchar, doc_id varchar)[])
    );
