-- Scripts for the requested scores of the runs in a scratch database (score/scores.py).

-- name: asked
-- Creates the table of requested values, which dltrack_db/score/scores.py fills. min_relevance and tie_rule are null if the
-- value uses the relevance level of the labels or the tie rule of the collection.
create or replace temp table asked (
    position integer not null,
    measure varchar not null,
    is_binary boolean not null,
    min_relevance double,
    tie_rule varchar
);

-- name: conventions
-- Creates the table of the conventions of each requested value: the tie rule, and the relevance level if the value depends on
-- it. Also creates the table of the judged topics that each run answers.
create or replace temp table conventions as
select
    asked.position,
    asked.measure,
    case
        when asked.is_binary
            then coalesce(asked.min_relevance, labels.level(collections.collection, null))
        else asked.min_relevance
    end as min_relevance,
    coalesce(asked.tie_rule, metrics.known_tie_rule(collections.tie_rule)) as tie_rule,
from asked
cross join main.collections as collections;

-- one row for each run and judged topic, with whether the run answers the topic
create or replace temp table answered_topics as
select
    answers.run_id,
    answers.query_id,
    answers.is_answered,
from metrics.answers() as answers;

-- name: judged_rankings
-- Fills main.judged_rankings if all requested measures use the order of the collection's tie rule. The ranks under other tie
-- rules are not computed, because this would take two sorts of all rows; these columns contain the stored rank.
insert into main.judged_rankings by name
select
    run_topics.collection,
    qrels.variant,
    run_topics.run_id,
    run_topics.query_id,
    rankings.doc_id,
    rankings.rank,
    qrels.relevance,
    rankings.answer_id,
    rankings.rank as rank_double,
    rankings.rank as rank_submitted,
    rankings.rank as rank_ascending,
    qrels.gain,
from store.rankings as rankings
inner join main.run_topics as run_topics on rankings.answer_id = run_topics.answer_id
inner join main.qrels as qrels
    on run_topics.collection = qrels.collection
    and run_topics.query_id = qrels.query_id
    and rankings.doc_id = qrels.doc_id
where rankings.rank is not null
order by qrels.variant, rankings.answer_id, rankings.rank;

-- name: defined_qrels
-- The labels, as input of user-defined measures (score/defined_measures.py).
select
    qrels.query_id,
    qrels.doc_id,
    qrels.relevance,
    qrels.iteration,
from labels.counted as qrels
inner join main.collections as collections
    on qrels.collection = collections.collection and qrels.variant = collections.qrels_variant
order by qrels.query_id, qrels.doc_id;

-- name: defined_run
-- The items of a run for the judged topics, in ranked order, as input of user-defined measures. Variable: `run_id`.
select
    rankings.query_id,
    rankings.doc_id,
    rankings.score,
from main.rankings as rankings
where
    rankings.rank is not null
    and rankings.run_id = getvariable('run_id')
    and rankings.query_id in (select answers.query_id from metrics.answers() as answers)
order by rankings.query_id, rankings.rank;

-- name: defined_values
-- Adds the values of user-defined measures, from the view defined_rows, in the same order as values of other measures.
insert into main.query_scores by name
select
    collections.collection,
    defined_rows.run_id,
    defined_rows.query_id,
    defined_rows.measure,
    defined_rows.value,
from defined_rows
cross join main.collections as collections
order by defined_rows.measure, defined_rows.run_id, defined_rows.query_id;

-- name: means
-- One row for each run and requested value, in the requested order: the mean over the judged topics (num_q), the number of
-- judged topics that the run answers, and the conventions. The value is null if no topic has a value.
with answered as (
    select
        answers.run_id,
        count(*) filter (where answers.is_answered) as num_answered,
    from answered_topics as answers
    group by answers.run_id
)

select
    answered.run_id,
    conventions.measure,
    run_scores.value,
    coalesce(run_scores.num_q, 0) as num_q,
    answered.num_answered,
    conventions.min_relevance,
    conventions.tie_rule,
from answered
cross join conventions
left join metrics.run_scores as run_scores
    on answered.run_id = run_scores.run_id
    and conventions.measure = run_scores.measure
order by answered.run_id, conventions.position;

-- name: query_scores
-- One row for each run, judged topic and requested value, in the requested order. If variable `has_means` is true, rows with
-- the means follow the topics of each run, as topic 'all'.
with listed as (
    select
        query_scores.run_id,
        query_scores.query_id,
        query_scores.measure,
        query_scores.value,
        false as is_mean,
    from metrics.query_scores as query_scores
    union all
    select
        run_scores.run_id,
        'all' as query_id,
        run_scores.measure,
        run_scores.value,
        true as is_mean,
    from metrics.run_scores as run_scores
    where getvariable('has_means')
)

select
    listed.run_id,
    listed.query_id,
    listed.measure,
    listed.value,
    conventions.min_relevance,
    conventions.tie_rule,
from listed
inner join conventions on listed.measure = conventions.measure
order by listed.run_id, listed.is_mean, listed.query_id, conventions.position;

-- name: intervals
-- The rows of block `means` with the 95% BCa interval of each mean over 1000 resamples of the topics. The interval is null for
-- a single topic, for topics with equal values, and for sums and geometric means. Variable: `measures` (requested names).
with answered as (
    select
        answers.run_id,
        count(*) filter (where answers.is_answered) as num_answered,
    from answered_topics as answers
    group by answers.run_id
),

varied as (
    select
        query_scores.run_id,
        query_scores.measure,
    from metrics.query_scores as query_scores
    left join metrics.summaries as summaries on metrics.base_name(query_scores.measure) = summaries.name
    where summaries.summary is null
    group by query_scores.run_id, query_scores.measure
    having max(query_scores.value) > min(query_scores.value)
),

bounded as (
    select
        bootstrap.run_id,
        bootstrap.measure,
        bootstrap.low,
        bootstrap.high,
    from statistics.bootstrap_bca(getvariable('measures')) as bootstrap
    inner join varied on bootstrap.run_id = varied.run_id and bootstrap.measure = varied.measure
)

select
    answered.run_id,
    conventions.measure,
    run_scores.value,
    bounded.low,
    bounded.high,
    coalesce(run_scores.num_q, 0) as num_q,
    answered.num_answered,
    conventions.min_relevance,
    conventions.tie_rule,
from answered
cross join conventions
left join metrics.run_scores as run_scores
    on answered.run_id = run_scores.run_id and conventions.measure = run_scores.measure
left join bounded on answered.run_id = bounded.run_id and conventions.measure = bounded.measure
order by answered.run_id, conventions.position;

-- name: unanswered
-- One row for each run with unanswered judged topics, with the list of these topics. An unanswered topic scores 0; `exception`
-- names the requested measures whose lower values are better; there, it scores like a list of irrelevant items.
select
    answers.run_id,
    count(*) filter (where not answers.is_answered) as num_unanswered,
    count(*) as num_q,
    list(answers.query_id order by answers.query_id) filter (where not answers.is_answered) as unanswered,
    (
        select coalesce(
            ', in ' || string_agg(asked.measure, ', ' order by asked.position) filter (where directions.direction = -1)
            || ' as a list of irrelevant items',
            ''
        ),
        from asked
        left join metrics.directions as directions on metrics.base_name(asked.measure) = directions.name
    ) as exception,
from answered_topics as answers
group by answers.run_id
having num_unanswered > 0
order by answers.run_id;

-- name: shallow
-- One row for each run with fewer items than search lengths need, if such a measure is requested: its depth, and the needed
-- depth.
select
    run_topics.run_id,
    max(run_topics.num_ret) as depth,
    any_value(metrics.reading_depth(collections.run_depth)) as run_depth,
from main.run_topics as run_topics
inner join main.collections as collections on run_topics.collection = collections.collection
where exists (select 1 from asked where lower(metrics.base_name(asked.measure)) = 'asl')
group by run_topics.run_id
having max(run_topics.num_ret) < any_value(metrics.reading_depth(collections.run_depth))
order by run_topics.run_id;

-- name: unjudged
-- One row for each run with many unjudged items at the top, and a sentence about it; the run with the most comes first.
select
    shares.run_id,
    shares.sentence,
from judging.unjudged_shares as shares
where shares.sentence is not null
order by shares.unjudged_100 desc, shares.run_id asc;

-- name: selection
-- A sentence on how much the best of several runs gains by chance, for the first measure with such a sentence. Variables:
-- `collection`, `measures`, `runs`.
select biased.sentence
from validity.selection_bias(getvariable('collection'), getvariable('measures'), getvariable('runs')) as biased
where biased.sentence is not null
order by list_position(getvariable('measures'), biased.measure)
limit 1;

-- name: reordered
-- One row for each run with topics whose rank column contradicts the scores, with the number of these topics. The rank column
-- contradicts the scores if the scores of the first ten items by rank column differ from the scores of the first ten items
-- by the tie rule. Scores that are equal as 4-byte floats do not differ. The query finds the ten items without sorting all.
select
    by_topic.run_id,
    count(*) filter (by_topic.by_rank_column <> by_topic.in_order) as num_reordered,
    count(*) as num_answered,
from (
    select
        rankings.run_id,
        list_transform(
            min(struct_pack(submitted_rank := rankings.submitted_rank, score := rankings.score::float), 10),
            lambda x: x.score
        ) as by_rank_column,
        list_transform(
            min(struct_pack(rank := rankings.rank, score := rankings.score::float), 10),
            lambda x: x.score
        ) as in_order,
    from main.rankings as rankings
    where rankings.rank is not null
    group by rankings.run_id, rankings.query_id
    union all
    select
        answers.run_id,
        case when answers.is_reordered then [1] else [] end as by_rank_column,
        [] as in_order,
    from evaluate.taken_answers as answers
) as by_topic
group by by_topic.run_id
having num_reordered > 0
order by by_topic.run_id;

-- name: score_ranges
-- Creates the view with the range of scores of each ranking; frames.sql has a different view of this name.
create or replace temp view score_ranges as
select
    rankings.run_id,
    rankings.query_id,
    count(*) as num_ret,
    min(rankings.score) as lowest,
    max(rankings.score) as highest,
from main.rankings as rankings
where rankings.rank is not null
group by rankings.run_id, rankings.query_id
union all
select
    answers.run_id,
    answers.query_id,
    answers.num_ret,
    answers.lowest,
    answers.highest,
from evaluate.taken_answers as answers;

-- name: unordered
-- One row for each run with topics whose items all have the same score, so that only the tie rule orders the items
-- (metrics.orders_nothing), with the number of these topics.
select
    score_ranges.run_id,
    count(*) filter (
        where metrics.orders_nothing(
            collections.tie_rule, score_ranges.num_ret, score_ranges.lowest, score_ranges.highest
        )
    ) as num_unordered,
    count(*) as num_answered,
from score_ranges
cross join main.collections as collections
group by score_ranges.run_id
having num_unordered > 0
order by score_ranges.run_id;
