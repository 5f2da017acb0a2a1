-- The rules a run breaks, with how badly: what a checker tells a participant, over all loaded runs.
--
-- source: TREC Deep Learning guidelines; systems.run_census
-- grain: collection, run_id, rule
-- columns:
--   collection: judged task
--   run_id: run
--   rule: what should hold
--   severity: 'error' where NIST refuses the run or scores would be wrong, 'warning' where they may surprise, 'note' otherwise
--   found: how many topics or rows break it; for the rule about the first rank, how far that is from 1
--   detail: what that means
-- caveats: empty for a run in perfect order
-- example: from systems.run_rules where severity = 'error'
create or replace view systems.run_rules as
with
asked as (
    select
        collection,
        run_id,
        unnest([
            {'rule': 'the tag is legal', 'severity': 'error', 'found': (not has_legal_tag)::bigint,
             'detail': 'the tag may hold letters, digits, - _ and ., at most 25'},
            {'rule': 'no more documents per topic than allowed', 'severity': 'error', 'found': topics_too_deep,
             'detail': 'topics that return too many documents'},
            {'rule': 'topics are the collection''s', 'severity': 'error', 'found': topics_unknown,
             'detail': 'topics that the collection does not have'},
            {'rule': 'a document is returned once per topic', 'severity': 'error', 'found': repeated_documents,
             'detail': 'rows that repeat a document'},
            {'rule': 'scores are finite', 'severity': 'error', 'found': scores_not_finite,
             'detail': 'rows whose score is NaN or infinite, also as 4-byte float'},
            {'rule': 'documents are in the corpus', 'severity': 'error', 'found': foreign_documents,
             'detail': 'rows whose document the corpus does not have'},
            {'rule': 'every topic is answered', 'severity': 'warning', 'found': topics_missing,
             'detail': 'topics without an answer; a judged one scores 0'},
            {'rule': 'scores fall as ranks grow', 'severity': 'warning', 'found': topics_out_of_order,
             'detail': 'topics in which a score rises; trec_eval goes by scores and ignores ranks'},
            {'rule': 'ranks are consecutive', 'severity': 'warning', 'found': topics_with_rank_gaps,
             'detail': 'topics whose ranks have gaps or repeat'},
            {'rule': 'no ties as float only', 'severity': 'warning', 'found': topics_with_float_ties,
             'detail': 'topics with scores that differ but tie in trec_eval 9, which keeps 4-byte floats'},
            {'rule': 'the first ten are the same for trec_eval', 'severity': 'warning', 'found': topics_with_other_top,
             'detail': 'topics whose first ten change, because scores tie or rise'},
            {'rule': 'no ties', 'severity': 'note', 'found': topics_with_ties,
             'detail': 'topics with equal scores, which trec_eval orders by document id'},
            {'rule': 'ranks begin at 1', 'severity': 'note',
             'found': case when first_rank <> 1 then abs(first_rank - 1) end::bigint,
             'detail': 'the lowest rank is so far from 1'},
        ]) as outcome,
    from systems.run_census
)

select
    collection,
    run_id,
    outcome.rule,
    outcome.severity,
    outcome.found,
    outcome.detail,
from asked
where outcome.found > 0
order by collection, run_id, outcome.severity, outcome.rule;
