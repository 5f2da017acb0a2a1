-- One row for each answer and judge: weighted precision and recall of the citations. Do they support the sentences?
--
-- source: Thakur et al., "Support Evaluation for the TREC 2024 RAG Track" (2025); Mayfield et al., "On the
--   Evaluation of Machine-Generated Reports" (2024), for sentence_precision
-- grain: collection, judge, run_id, query_id
-- columns:
--   judge: author of the labels
--   run_id
--   query_id: answered topic
--   num_sentences: number of sentences of the answer; null if the answer is not loaded
--   num_judged: number of labelled citations
--   weighted_precision: mean over labelled citations: 1 for full support, .5 for partial support, 0 otherwise
--   weighted_recall: mean over all sentences of the best value of a labelled citation of the sentence, 0 for a sentence
--     without labelled citations; null if the answer is not loaded
--   f1: harmonic mean of weighted_precision and weighted_recall
--   sentence_precision: share of sentences that at least one labelled citation fully supports, among sentences with labelled
--     citations, as in ARGUE
--   contradicted: share of the labelled citations that contradict their sentence
-- needs: labels of citations
-- caveats: The track judged only the first citation of each sentence; dividing the sum of its values by the number of
--   sentences yields the same recall. If several citations of a sentence are judged, the best value is used, because the
--   sum could exceed 1. Unlike in ARGUE, sentences without a necessary citation are ignored, because the labels do not
--   identify them.
-- example: select run_id, query_id, weighted_precision, weighted_recall from answers.support_scores
create or replace view answers.support_scores as
with
sentences as (
    select collection, run_id, query_id, count(*) as num_sentences,
    from main.answer_sentences
    group by collection, run_id, query_id
),

supported as (
    select
        collection,
        judge,
        run_id,
        query_id,
        position,
        count(*) as num_judged,
        sum(greatest(value, 0)) as support,
        max(greatest(value, 0)) as best,
        count(*) filter (where value < 0) as num_contradicted,
    from main.citation_labels
    group by collection, judge, run_id, query_id, position
),

added as (
    select
        supported.collection,
        supported.judge,
        supported.run_id,
        supported.query_id,
        any_value(sentences.num_sentences) as num_sentences,
        sum(supported.num_judged)::bigint as num_judged,
        sum(supported.support) / sum(supported.num_judged) as weighted_precision,
        sum(supported.best) / any_value(sentences.num_sentences) as weighted_recall,
        avg((supported.best >= 1)::integer) as sentence_precision,
        sum(supported.num_contradicted) / sum(supported.num_judged) as contradicted,
    from supported
    left join sentences
        on sentences.collection = supported.collection
        and sentences.run_id = supported.run_id
        and sentences.query_id = supported.query_id
    group by supported.collection, supported.judge, supported.run_id, supported.query_id
)

select
    collection,
    judge,
    run_id,
    query_id,
    num_sentences,
    num_judged,
    weighted_precision,
    weighted_recall,
    case
        when weighted_precision + weighted_recall = 0 then 0
        else 2 * weighted_precision * weighted_recall / (weighted_precision + weighted_recall)
    end as f1,
    sentence_precision,
    contradicted,
from added;
