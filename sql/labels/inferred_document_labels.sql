-- Document labels inferred from the judged passages of each document, by each of four rules.
--
-- source: TREC 2021 overview, section 4 "Passage vs. document level judgments" (rule 'max'); the idea is from Wu et al.
--     2019
-- grain: collection, rule, query_id, doc_id
-- columns:
--   collection: document task that the labels are for; its passage task has the same edition and topics
--   rule: 'max': highest passage grade; 'any': 1 if a passage is relevant (at least min_relevance of the passage task),
--     else 0; 'mean': mean grade, rounded half up; 'count': number of relevant passages, at most the highest passage
--     grade
--   query_id: topic judged in the passage task
--   doc_id: document with at least one judged passage
--   relevance: inferred grade
--   num_passages: judged passages of the document for this topic
--   num_relevant_passages: passages at or above min_relevance of the passage task
-- needs: mapping
-- page: stored
-- caveats: empty without main.passage_documents; a document with unjudged passages may be better than its inferred label
create or replace view labels.inferred_document_labels as
with
task_pairs as (
    select
        docs.collection,
        passages.collection as passage_collection,
        passages.qrels_variant,
        passages.corpus,
        passages.min_relevance,
    from main.collections as docs
    inner join main.collections as passages
        on docs.edition = passages.edition and docs.query_set = passages.query_set
    where docs.task = 'docs' and passages.task = 'passages'
),

judged_passages as (
    select
        task_pairs.collection,
        qrels.query_id,
        passage_documents.doc_id,
        qrels.relevance,
        qrels.relevance >= task_pairs.min_relevance as is_relevant,
    from task_pairs
    inner join main.qrels
        on task_pairs.passage_collection = qrels.collection and task_pairs.qrels_variant = qrels.variant
    inner join main.passage_documents
        on task_pairs.corpus = passage_documents.corpus and qrels.doc_id = passage_documents.passage_id
),

judged_documents as (
    select
        collection,
        query_id,
        doc_id,
        max(relevance) as max_relevance,
        avg(relevance) as mean_relevance,
        count(*) as num_passages,
        count(*) filter (where is_relevant) as num_relevant_passages,
    from judged_passages
    group by collection, query_id, doc_id
),

top_grades as (
    select
        collection,
        max(relevance) as top_relevance,
    from judged_passages
    group by collection
),

rules as (
    select unnest(['max', 'any', 'mean', 'count']) as rule,
)

select
    judged_documents.collection,
    rules.rule,
    judged_documents.query_id,
    judged_documents.doc_id,
    cast(
        case rules.rule
            when 'max' then judged_documents.max_relevance
            when 'any' then least(judged_documents.num_relevant_passages, 1)
            when 'mean' then floor(judged_documents.mean_relevance + 0.5)
            when 'count' then least(judged_documents.num_relevant_passages, top_grades.top_relevance)
        end as smallint
    ) as relevance,
    judged_documents.num_passages,
    judged_documents.num_relevant_passages,
from judged_documents
inner join top_grades
    on judged_documents.collection = top_grades.collection
cross join rules;
