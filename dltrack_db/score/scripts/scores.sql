-- Scores of the runs in a scratch database, for the measures that are asked for (score/scores.py).

-- name: asked
-- The requested values with their conventions. Filled by dltrack_db/score/scores.py:
-- min_relevance and tie_rule are those that a measure always uses or that were asked for, null for those of labels and collection.
create or replace temp table asked (
    position integer not null,
    measure varchar not null,
    is_binary boolean not null,
    min_relevance double,
    tie_rule varchar
);

-- name: conventions
-- The conventions of the values asked for in full: the level only where it changes the value.
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

-- which judged topics each run answers
create or replace temp table answered_topics as
select
    answers.run_id,
    answers.query_id,
    answers.is_answered,
from metrics.answers() as answers;

-- name: judged_rankings
-- The rows of main.judged_rankings if no requested measure uses another order than that of the collection's tie rule: the
-- stored rank replaces the ranks under the other rules, which would take two sorts of all rows.
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
-- The labels, for measures that a function of Python computes (score/defined_measures.py).
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
-- The judged topics of a run in its order, for the same. Variable: `run_id`.
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
-- Their values (the view defined_rows), in the order of those of other measures.
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
-- One row per run and value asked for, in the order asked for: the mean over the judged topics (num_q), how many of
-- the judged topics the run answers, and the conventions. The value is null if no topic has one.
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
-- One row per run, judged topic and value asked for, in the order asked for; with variable `has_means` the mean of each run
-- under its topics, as topic 'all'.
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
-- The means as in block `means`, each with its 95% BCa interval over 1000 resamples of the topics: null for a single topic, for
-- topics with equal values, and for sums and geometric means. Variable: `measures`, the requested ones.
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
-- The judged topics that each run leaves out, for runs that leave out any, and what each of them counts in the measures asked
-- for: nothing, or where lower is better as much as a list of irrelevant items.
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
-- The runs that return fewer items than search lengths are read to, where such a measure is asked for.
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
-- A sentence on each run of whose top much is unjudged, the most first.
select
    shares.run_id,
    shares.sentence,
from judging.unjudged_shares as shares
where shares.sentence is not null
order by shares.unjudged_100 desc, shares.run_id asc;

-- name: selection
-- A sentence on what the best of several variants gains by chance, by the first of the measures that has one. Variables:
-- `collection`, `measures`, `runs`.
select biased.sentence
from validity.selection_bias(getvariable('collection'), getvariable('measures'), getvariable('runs')) as biased
where biased.sentence is not null
order by list_position(getvariable('measures'), biased.measure)
limit 1;

-- name: reordered
-- For each run, in how many of its topics the rank column has other scores in its first ten places than those of the ten
-- first items in the order that counts; ties, also of 4-byte floats, are no difference. The ten are found without sorting
-- the others.
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
-- The range of the scores of each ranking; `dltrack_db.evaluate` has another view of this name (frames.sql).
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
-- For each run, in how many of its topics all items have one score, so that the tie rule orders them (metrics.orders_nothing).
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
