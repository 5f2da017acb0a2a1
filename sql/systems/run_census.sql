-- Facts about the form of each loaded run, to check before its scores are trusted: depth, topics, ranks, order, ties, ids.
--
-- source: TREC Deep Learning guidelines (run format, depth); systems.run_topic_census
-- grain: collection, run_id
-- columns:
--   tag: sixth column of the run's first line
--   has_legal_tag: whether NIST accepts the tag, see systems.is_legal_tag
--   num_ret: rows of the run
--   num_q: topics that the run answers
--   topics_missing: topics of the collection without an answer; null if the topics are not loaded
--   judged_missing: judged topics without an answer; each scores 0
--   topics_unknown: answered topics that the collection does not have; null if the topics are not loaded
--   deepest: largest number of items returned for one topic
--   topics_too_deep: topics with more items than the track allows; null if there is no limit
--   repeated_documents: rows that repeat a document for a topic
--   first_rank: lowest rank in the file; usually 1, in some runs 0
--   topics_with_rank_gaps: topics whose ranks are not consecutive numbers without repetition
--   topics_out_of_order: topics whose scores do not fall as the rank column rises; the scores decide the order, not the rank
--     column
--   scores_not_finite: rows whose score is not a finite number, including scores that overflow the 4-byte float of
--     trec_eval 9
--   topics_with_ties: topics with at least two items that have the same score
--   topics_unordered: topics whose items all have the same score by the collection's tie rule, so that scores do not order
--     these items
--   topics_with_float_ties: topics with scores that differ but are equal as 4-byte floats
--   topics_with_other_top: topics whose first ten items in trec_eval's order are not the first ten by the rank column in the
--     same order
--   foreign_documents: rows whose document is not in the corpus; null if the corpus is not loaded completely
-- needs: runs
-- caveats: this view has facts only; systems.run_rules has verdicts. dltrack check computes the same facts for files that are
--     not loaded
-- cost: 2 s of processor time and 300 MB with the 63 passage runs of TREC 2021
-- example: select run_id, topics_with_float_ties from systems.run_census where topics_out_of_order > 0
create or replace view systems.run_census as
select
    topics.collection,
    topics.run_id,
    any_value(runs.tag) as tag,
    systems.is_legal_tag(any_value(runs.tag)) as has_legal_tag,
    sum(topics.num_ret)::bigint as num_ret,
    count(*) filter (topics.num_ret > 0) as num_q,
    case
        when count(topics.is_known) > 0 then count(*) filter (topics.is_known and topics.num_ret = 0)
    end as topics_missing,
    count(*) filter (topics.is_judged and topics.num_ret = 0) as judged_missing,
    case
        when count(topics.is_known) > 0 then count(*) filter (not topics.is_known and topics.num_ret > 0)
    end as topics_unknown,
    max(topics.num_ret) as deepest,
    case
        when count(topics.is_too_deep) > 0 then count(*) filter (topics.is_too_deep)
    end as topics_too_deep,
    sum(topics.repeated_documents)::bigint as repeated_documents,
    min(topics.first_rank) as first_rank,
    count(*) filter (topics.has_rank_gaps) as topics_with_rank_gaps,
    count(*) filter (topics.is_out_of_order) as topics_out_of_order,
    sum(topics.scores_not_finite)::bigint as scores_not_finite,
    count(*) filter (topics.has_ties) as topics_with_ties,
    count(*) filter (topics.is_unordered) as topics_unordered,
    count(*) filter (topics.has_float_ties) as topics_with_float_ties,
    count(*) filter (topics.has_other_top) as topics_with_other_top,
    sum(topics.foreign_documents)::bigint as foreign_documents,
from systems.run_topic_census as topics
inner join main.runs as runs on runs.collection = topics.collection and runs.run_id = topics.run_id
group by topics.collection, topics.run_id
order by topics.collection, topics.run_id;
