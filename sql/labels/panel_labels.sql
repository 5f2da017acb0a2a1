-- The labels of a panel of all models that judge a collection: one joint grade per item.
--
-- source: labels.panel_grade over the labels whose kind is 'llm'
-- grain: collection, variant, query_id, doc_id
-- columns:
--   variant: 'panel-majority', 'panel-mean' or 'panel-strictest'
--   query_id: topic number as text
--   doc_id: item that at least two models graded
--   relevance: grade of the panel
--   num_judges: models that graded the item
-- needs: labels of models
-- example: from labels.panel_labels where collection = 'trec2023-passages' limit 5
create or replace view labels.panel_labels as
with graded as (
    select
        qrels.collection,
        qrels.query_id,
        qrels.doc_id,
        list(qrels.relevance order by qrels.relevance) as grades,
    from labels.variants as qrels
    inner join main.qrels_variants as judges
        on qrels.collection = judges.collection and qrels.variant = judges.variant
    where judges.kind = 'llm' and qrels.relevance is not null
    group by qrels.collection, qrels.query_id, qrels.doc_id
    having count(*) > 1
)

select
    graded.collection,
    'panel-' || rules.rule as variant,
    graded.query_id,
    graded.doc_id,
    labels.panel_grade(graded.grades, rules.rule) as relevance,
    len(graded.grades) as num_judges,
from graded
cross join (select unnest(['majority', 'mean', 'strictest']) as rule) as rules;
