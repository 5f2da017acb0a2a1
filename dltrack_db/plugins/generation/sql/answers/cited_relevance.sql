-- Does a run cite relevant documents? One row for each run and grade, with the number of citations of documents with the
-- grade.
--
-- source: main.answer_citations; main.qrels
-- grain: collection, variant, run_id, relevance
-- columns:
--   variant: label set
--   run_id
--   relevance: grade of the cited document; null for unjudged documents
--   num_citations: number of citations of documents with the grade
--   share: num_citations divided by the run's number of citations in answers to judged topics
--   is_relevant: whether the grade is relevant by the level of the label set (labels.levels); null if there is no level, and
--     for unjudged documents
-- needs: answers
-- caveats: only answers to judged topics are used; a document that is cited twice is two citations
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
