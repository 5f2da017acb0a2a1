-- One row per loaded run and broken rule, with the severity of the problem, as `dltrack check` prints it for a participant.
--
-- source: TREC Deep Learning guidelines; systems.run_topic_census, which has all topics; systems.unseen_tops
-- grain: collection, run_id, rule
-- columns:
--   rule: the rule, as the expected state
--   severity: 'error' if NIST rejects the run or scores would be wrong, 'warning' if scores may be surprising, otherwise 'note'
--   found: number of topics or rows that break the rule; distance from 1 for the rule about the first rank; number of unknown
--     items among the first ten for the rule about known documents
--   detail: what the finding means, as text, with the first five topics
-- needs: runs
-- caveats: a run without faults has no rows
-- cost: 4 s of processor time and 300 MB with the 63 passage runs of TREC 2021
-- example: from systems.run_rules where severity = 'error'
create or replace view systems.run_rules as
with
rules (fact, severity, rule, detail) as (
    values
    ('illegal tag', 'error', 'the tag is legal', 'a tag has at most 25 characters: letters, digits, - _ and .'),
    ('too deep', 'error', 'no more documents per topic than allowed', 'too many documents for {topics}'),
    ('unknown', 'error', 'topics are the collection''s', '{topics} that the collection does not have'),
    ('repeated', 'error', 'a document is returned once per topic', 'a document is repeated in {rows}'),
    ('not finite', 'error', 'scores are finite', 'scores are NaN, infinite or too large for 4-byte floats in {rows}'),
    ('foreign', 'error', 'documents are in the corpus', 'documents that are not in the corpus in {rows}'),
    (
        'judged missing', 'warning', 'every judged topic is answered',
        'no answer (score 0) to {topics} with labels',
    ),
    (
        'unjudged missing', 'warning', 'every topic is answered',
        'no answer (without effect on scores) to {topics} without labels',
    ),
    (
        'out of order', 'warning', 'scores fall as ranks grow',
        'trec_eval orders by score and ignores ranks, but scores rise from one rank to the next in {topics}',
    ),
    (
        'unordered', 'warning', 'scores order the documents',
        'all scores are equal, so documents are ordered by id, not by rank (write scores that fall with the rank, or '
        || 'choose the tie rule submitted), in {topics}',
    ),
    ('gaps', 'warning', 'ranks are consecutive', 'ranks have gaps or repeat in {topics}'),
    (
        'float ties', 'warning', 'no ties as float only',
        'trec_eval 9 rounds scores to 4-byte floats, which makes different scores equal in {topics}',
    ),
    (
        'other top', 'warning', 'the first ten are the same for trec_eval',
        'ties or rising scores change the first ten in {topics}',
    ),
    (
        'own item', 'warning', 'the topic itself is not among the first ten',
        'an item has the topic''s id (if topics are items of the corpus, as in ArguAna and Quora, leave them out with '
        || '--exclude self) in {topics}',
    ),
    (
        'unseen', 'warning', 'documents are known',
        '{share} of the first ten items per topic, such as {example}, are in no run of another team and not labelled: '
        'are these ids of this collection?'
    ),
    ('ties', 'note', 'no ties', 'some scores are equal, and trec_eval orders them by document id, in {topics}'),
    ('first rank', 'note', 'ranks begin at 1', 'the lowest rank is not 1 (difference: {found})'),
),

topics as materialized (from systems.run_topic_census),

broken as (
    select
        topics.collection,
        topics.run_id,
        topics.query_id,
        rules.fact,
        case rules.fact
            when 'too deep' then topics.is_too_deep::bigint
            when 'unknown' then (not topics.is_known and topics.num_ret > 0)::bigint
            when 'repeated' then topics.repeated_documents
            when 'not finite' then topics.scores_not_finite
            when 'foreign' then topics.foreign_documents
            when 'judged missing' then (topics.is_judged and topics.num_ret = 0)::bigint
            when 'unjudged missing' then (topics.is_known and not topics.is_judged and topics.num_ret = 0)::bigint
            when 'out of order' then topics.is_out_of_order::bigint
            when 'gaps' then topics.has_rank_gaps::bigint
            when 'unordered' then topics.is_unordered::bigint
            when 'float ties' then topics.has_float_ties::bigint
            when 'other top' then topics.has_other_top::bigint
            when 'own item' then topics.has_own_item::bigint
            when 'ties' then topics.has_ties::bigint
        end as found,
    from topics
    cross join rules
),

by_run as (
    select
        collection,
        run_id,
        fact,
        sum(found)::bigint as found,
        list(left(query_id, 40) order by length(query_id), query_id) as query_ids,
    from broken
    where found > 0
    group by collection, run_id, fact
    union all by name
    select
        collection,
        run_id,
        'first rank' as fact,
        abs(min(first_rank) - 1) as found,
    from topics
    group by collection, run_id
    union all by name
    -- if the corpus is not loaded completely
    select
        tops.collection,
        tops.run_id,
        'unseen' as fact,
        tops.num_unseen as found,
        format('{:.0f}%', 100 * tops.share) as share,
        left(tops.first_unseen, 60) as example,
    from systems.unseen_tops as tops
    inner join main.collections as collections on collections.collection = tops.collection
    anti join systems.complete_corpora as complete on complete.corpus = collections.corpus
    where tops.share >= .5 and tops.num_other_teams >= 3
    union all by name
    select
        collection,
        run_id,
        'illegal tag' as fact,
        1 as found,
    from main.runs
    where source_file is not null and not systems.is_legal_tag(tag)
)

select
    by_run.collection,
    by_run.run_id,
    rules.rule,
    rules.severity,
    by_run.found,
    replace(
        regexp_replace(
            replace(replace(rules.detail, '{share}', coalesce(by_run.share, '')), '{example}', coalesce(by_run.example, '')),
            '\{(topic|row)s\}', format('{:,} ', by_run.found) || '\1' || if(by_run.found = 1, '', 's')
        ),
        '{found}',
        by_run.found::varchar
    ) || case
        when by_run.query_ids is null then ''
        else
            ': ' || array_to_string(by_run.query_ids[:5], ', ')
            || case when len(by_run.query_ids) > 5 then ', …' else '' end
    end as detail,
from by_run
inner join rules on rules.fact = by_run.fact
where by_run.found > 0
order by by_run.collection, by_run.run_id, rules.severity, rules.rule;
