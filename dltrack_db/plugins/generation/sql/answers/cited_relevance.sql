-- Whether what a run's answers cite is relevant: citations joined with labels, one row for each grade.
--
-- source: main.answer_citations; main.qrels
-- grain: collection, variant, run_id, relevance
-- columns:
--   variant: labels
--   run_id
--   relevance: grade of the cited document; null for documents that are not judged
--   num_citations: citations of documents of that grade
--   share: their share of the run's citations in answers to judged topics
--   is_relevant: whether the grade is relevant by the level of the labels (labels.levels); null without one, and for documents
--     that are not judged
-- needs: answers
-- caveats: only answers to topics that the labels judge are counted; a document cited twice counts twice
-- example: from answers.cited_relevance where relevance is null
create or replace view answers.cited_relevance as
with
judged as (
    select distinct collection, variant, query_id
    from labels.counted
),

graded as (
    select
        cited.collection,
        judged.variant,
        cited.run_id,
        qrels.relevance,
        count(*) as num_citations,
    from main.answer_citations as cited
    inner join judged on judged.collection = cited.collection and judged.query_id = cited.query_id
    left join labels.counted as qrels
        on qrels.collection = judged.collection
        and qrels.variant = judged.variant
        and qrels.query_id = cited.query_id
        and qrels.doc_id = cited.doc_id
    group by all
)

select
    graded.collection,
    graded.variant,
    graded.run_id,
    graded.relevance,
    graded.num_citations,
    graded.num_citations
    / sum(graded.num_citations) over (partition by graded.collection, graded.variant, graded.run_id) as share,
    graded.relevance >= levels.min_relevance as is_relevant,
from graded
left join labels.levels as levels on levels.collection = graded.collection and levels.variant = graded.variant
order by graded.collection, graded.variant, graded.run_id, graded.relevance;
