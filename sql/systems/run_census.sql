-- What is to be said of each loaded run's form before its scores are believed: depth, topics, ranks, order, ties, ids.
--
-- source: TREC Deep Learning guidelines (run format, depth); trec_eval 9 form_res_rels.c for ties (4-byte scores)
-- grain: collection, run_id
-- columns:
--   collection: judged task
--   run_id: run
--   tag: sixth column of the run's first line
--   has_legal_tag: whether NIST accepts the tag, see systems.is_legal_tag
--   num_ret: rows of the run
--   num_q: topics it answers
--   topics_missing: topics of the collection it does not answer; null when the topics are not loaded
--   judged_missing: judged topics it does not answer; each scores 0
--   topics_unknown: topics it answers that the collection does not have; null when the topics are not loaded
--   deepest: most items it returns for one topic
--   topics_too_deep: topics with more items than the track allows; null when there is no limit
--   repeated_documents: rows that repeat a document for a topic
--   first_rank: lowest rank it gives; usually 1, in some runs 0
--   topics_with_rank_gaps: topics whose ranks are not consecutive numbers, each once
--   topics_out_of_order: topics in which a score rises where the rank grows; scores count, ranks do not
--   scores_not_finite: rows whose score is no finite number, also as the 4-byte float of trec_eval 9
--   topics_with_ties: topics in which two items have the same score
--   topics_with_float_ties: topics in which scores differ but are equal as 4-byte floats
--   topics_with_other_top: topics whose ten first items in trec_eval's order are not those of the rank column in that order
--   foreign_documents: rows whose document the corpus does not have; null unless the corpus is loaded completely
-- needs: runs
-- caveats: facts, no verdicts; see systems.run_rules. dltrack check computes the same for files that are not loaded
-- example: select run_id, topics_with_float_ties from systems.run_census where topics_out_of_order > 0
create or replace view systems.run_census as
with
loaded as (
    select collection, run_id, tag
    from main.runs
    where source_file is not null
),

compared as (
    select
        rankings.collection,
        rankings.run_id,
        rankings.query_id,
        rankings.doc_id,
        rankings.submitted_rank,
        rankings.score,
        rankings.rank,
        lag(rankings.score) over (
            partition by rankings.collection, rankings.run_id, rankings.query_id
            order by rankings.submitted_rank, rankings.rank
        ) as score_before,
        row_number() over (
            partition by rankings.collection, rankings.run_id, rankings.query_id
            order by rankings.submitted_rank, rankings.rank
        ) as position,
    from main.rankings as rankings
),

by_topic as (
    select
        collection,
        run_id,
        query_id,
        count(*) as num_ret,
        count(*) - count(distinct doc_id) as repeated_documents,
        min(submitted_rank) as first_rank,
        max(submitted_rank) - min(submitted_rank) + 1 <> count(*)
        or count(distinct submitted_rank) <> count(*) as has_rank_gaps,
        bool_or(score > score_before) as is_out_of_order,
        count(*) filter (
            not isfinite(score) or try_cast(score as float) is null or not isfinite(try_cast(score as float))
        ) as scores_not_finite,
        count(distinct score) as scores,
        count(distinct try_cast(score as float)) as float_scores,
        bool_or(position <> rank and least(position, rank) <= 10) as has_other_top,
    from compared
    group by collection, run_id, query_id
),

foreign_rows as (
    select
        rankings.collection,
        rankings.run_id,
        count(*) as foreign_documents,
    from main.rankings as rankings
    inner join main.collections as collections on collections.collection = rankings.collection
    inner join systems.complete_corpora as complete on complete.corpus = collections.corpus
    anti join systems.corpus_ids as ids on ids.corpus = collections.corpus and ids.doc_id = rankings.doc_id
    group by rankings.collection, rankings.run_id
),

topic_counts as (
    select
        collections.collection,
        count(queries.query_id) as num_topics,
    from main.collections as collections
    left join main.queries as queries on queries.query_set = collections.query_set
    group by collections.collection
),

judged_topics as (
    select distinct qrels.collection, qrels.query_id
    from main.qrels as qrels
    inner join main.collections as collections
        on collections.collection = qrels.collection and collections.qrels_variant = qrels.variant
),

judged_counts as (
    select
        collection,
        count(*) as num_judged,
    from judged_topics
    group by collection
),

by_run as (
    select
        by_topic.collection,
        by_topic.run_id,
        sum(by_topic.num_ret)::bigint as num_ret,
        count(*) as num_q,
        count(queries.query_id) as known_topics,
        count(judged_topics.query_id) as judged_answered,
        max(by_topic.num_ret) as deepest,
        count(*) filter (by_topic.num_ret > collections.run_depth) as topics_too_deep,
        sum(by_topic.repeated_documents)::bigint as repeated_documents,
        min(by_topic.first_rank) as first_rank,
        count(*) filter (by_topic.has_rank_gaps) as topics_with_rank_gaps,
        count(*) filter (by_topic.is_out_of_order) as topics_out_of_order,
        sum(by_topic.scores_not_finite)::bigint as scores_not_finite,
        count(*) filter (by_topic.scores < by_topic.num_ret) as topics_with_ties,
        count(*) filter (by_topic.float_scores < by_topic.scores) as topics_with_float_ties,
        count(*) filter (by_topic.has_other_top) as topics_with_other_top,
        max(collections.run_depth) as run_depth,
        max(collections.corpus) as corpus,
    from by_topic
    inner join main.collections as collections on collections.collection = by_topic.collection
    left join main.queries as queries
        on queries.query_set = collections.query_set and queries.query_id = by_topic.query_id
    left join judged_topics
        on judged_topics.collection = by_topic.collection and judged_topics.query_id = by_topic.query_id
    group by by_topic.collection, by_topic.run_id
)

select
    loaded.collection,
    loaded.run_id,
    loaded.tag,
    systems.is_legal_tag(loaded.tag) as has_legal_tag,
    by_run.num_ret,
    by_run.num_q,
    case when topic_counts.num_topics > 0 then topic_counts.num_topics - by_run.known_topics end as topics_missing,
    coalesce(judged_counts.num_judged, 0) - by_run.judged_answered as judged_missing,
    case when topic_counts.num_topics > 0 then by_run.num_q - by_run.known_topics end as topics_unknown,
    by_run.deepest,
    case when by_run.run_depth is not null then by_run.topics_too_deep end as topics_too_deep,
    by_run.repeated_documents,
    by_run.first_rank,
    by_run.topics_with_rank_gaps,
    by_run.topics_out_of_order,
    by_run.scores_not_finite,
    by_run.topics_with_ties,
    by_run.topics_with_float_ties,
    by_run.topics_with_other_top,
    case
        when by_run.corpus in (select corpus from systems.complete_corpora)
            then coalesce(foreign_rows.foreign_documents, 0)
    end as foreign_documents,
from loaded
inner join by_run on by_run.collection = loaded.collection and by_run.run_id = loaded.run_id
inner join topic_counts on topic_counts.collection = loaded.collection
left join judged_counts on judged_counts.collection = loaded.collection
left join foreign_rows on foreign_rows.collection = loaded.collection and foreign_rows.run_id = loaded.run_id
order by loaded.collection, loaded.run_id;
