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
-- needs: runs
-- caveats: empty for a run in perfect order
-- example: from systems.run_rules where severity = 'error'
create or replace view systems.run_rules as
with
rules (fact, severity, rule, detail) as (
    values
    ('illegal tag', 'error', 'the tag is legal', 'the tag may hold letters, digits, - _ and ., at most 25'),
    ('too deep', 'error', 'no more documents per topic than allowed', 'topics that return too many documents'),
    ('unknown', 'error', 'topics are the collection''s', 'topics that the collection does not have'),
    ('repeated', 'error', 'a document is returned once per topic', 'rows that repeat a document'),
    ('not finite', 'error', 'scores are finite', 'rows whose score is NaN or infinite, also as 4-byte float'),
    ('foreign', 'error', 'documents are in the corpus', 'rows whose document the corpus does not have'),
    (
        'judged missing', 'warning', 'every judged topic is answered',
        'topics with labels that have no answer; each scores 0',
    ),
    (
        'unjudged missing', 'warning', 'every topic is answered',
        'topics without labels that have no answer; they do not count in the scores',
    ),
    (
        'out of order', 'warning', 'scores fall as ranks grow',
        'topics in which a score rises; trec_eval goes by scores and ignores ranks',
    ),
    ('gaps', 'warning', 'ranks are consecutive', 'topics whose ranks have gaps or repeat'),
    (
        'float ties', 'warning', 'no ties as float only',
        'topics with scores that differ but tie in trec_eval 9, which keeps 4-byte floats',
    ),
    (
        'other top', 'warning', 'the first ten are the same for trec_eval',
        'topics whose first ten change, because scores tie or rise',
    ),
    ('ties', 'note', 'no ties', 'topics with equal scores, which trec_eval orders by document id'),
    ('first rank', 'note', 'ranks begin at 1', 'how far the lowest rank is from 1'),
),

asked as (
    select
        census.collection,
        census.run_id,
        rules.rule,
        rules.severity,
        case rules.fact
            when 'illegal tag' then (not census.has_legal_tag)::bigint
            when 'too deep' then census.topics_too_deep
            when 'unknown' then census.topics_unknown
            when 'repeated' then census.repeated_documents
            when 'not finite' then census.scores_not_finite
            when 'foreign' then census.foreign_documents
            when 'judged missing' then census.judged_missing
            when 'unjudged missing' then census.topics_missing - census.judged_missing
            when 'out of order' then census.topics_out_of_order
            when 'gaps' then census.topics_with_rank_gaps
            when 'float ties' then census.topics_with_float_ties
            when 'other top' then census.topics_with_other_top
            when 'ties' then census.topics_with_ties
            when 'first rank' then abs(census.first_rank - 1)
        end as found,
        rules.detail,
    from systems.run_census as census
    cross join rules
)

select
    collection,
    run_id,
    rule,
    severity,
    found,
    detail,
from asked
where found > 0
order by collection, run_id, severity, rule;
