-- Rows for the views of runs, topics and teams of a whole collection (plugins/site/pages.py). They equal the results of the
-- queries in web/src/questions.ts and team.ts, with the run, topic or team as an additional first column. Variables:
-- `collection`, `shown`, `rivals` for comparisons, `topics` for topics.

-- name: scores
-- Input for ranks and verdicts: for each measure of the leaderboard, in display order, its topics and its runs. A run is a
-- list: [run_id, reason that the run is not ranked, scores in the order of the topics]; the scores of a run that cannot be
-- tested are null.
with scores as (
    select
        scores.measure,
        scores.run_id,
        list(scores.query_id order by catalog.natural_order(scores.query_id)) as topics,
        list(round(scores.value, 8) order by catalog.natural_order(scores.query_id)) as scores,
    from metrics.query_scores as scores
    where scores.collection = getvariable('collection') and list_contains(getvariable('shown'), scores.measure)
    group by scores.measure, scores.run_id
),

runs as (
    select
        field.measure,
        field.run_id,
        field.unranked,
        field.field_decimals,
        scores.topics,
        scores.scores,
    from systems.field_by(getvariable('shown')) as field
    left join scores
        on
            field.measure = scores.measure
            and field.run_id = scores.run_id
            and field.is_testable
            and isfinite(field.value)
    where field.collection = getvariable('collection')
)

select
    shown.measure,
    coalesce(any_value(runs.topics), []) as topics,
    coalesce(any_value(runs.field_decimals), 12) as decimals,
    coalesce(
        list((runs.run_id, runs.unranked, runs.scores) order by runs.run_id) filter (where runs.run_id is not null), []
    ) as runs,
from (
    select
        unnest(getvariable('shown')) as measure,
        generate_subscripts(getvariable('shown'), 1) as position,
) as shown
left join runs on shown.measure = runs.measure
group by shown.measure, shown.position
order by shown.position;

-- name: answer_scores
-- Scores of generated answers by one bank and judge, in the form of `scores`. Variables: `collection`, `bank`, `judge`,
-- `measure`.
with runs as (
    select
        scores.run_id,
        count(scores.value) = count(*) as is_complete,
        list(scores.query_id order by catalog.natural_order(scores.query_id)) as topics,
        list(round(scores.value, 8) order by catalog.natural_order(scores.query_id)) as scores,
    from answers.answer_scores as scores
    where
        scores.collection = getvariable('collection')
        and scores.bank = getvariable('bank')
        and scores.judge = getvariable('judge')
        and scores.measure = getvariable('measure')
    group by scores.run_id
)

select
    any_value(runs.topics) as topics,
    list((runs.run_id, null, runs.scores) order by runs.run_id) as runs,
from runs
where runs.is_complete
having count(*) > 0;

-- name: rivals
-- The default rival of each run: the best run of another team; if there is no other team, the best other run.
create or replace temp table rivals as
with runs as (
    select
        standings.run_id,
        standings.team,
        row_number() over (
            order by standings.merit desc nulls last, round(standings.value, 12) desc nulls last, standings.run_id
        ) as position,
    from temp.boards as standings
    where standings.collection = getvariable('collection')
)

select
    runs.run_id,
    arg_min(others.run_id, (others.team is not null and others.team is not distinct from runs.team, others.position)) as rival,
from runs
inner join runs as others on runs.run_id <> others.run_id
group by runs.run_id;

-- name: runs
-- Runs in the order of the page's facts, with their rivals.
select
    standings.run_id,
    rivals.rival,
from temp.boards as standings
left join temp.rivals as rivals on standings.run_id = rivals.run_id
where standings.collection = getvariable('collection')
order by standings.merit desc nulls last, round(standings.value, 12) desc nulls last, standings.run_id;

-- name: topic_spreads
-- Spread of the runs' scores on every topic.
create or replace temp table topic_spreads as
from judging.topic_discrimination_by(getvariable('shown')[:1])
where collection = getvariable('collection');

-- name: topic_scores
-- Score of every run on every topic, with the lowest, mean and highest score of the topic; lead is positive if the run is
-- better than the mean.
create or replace temp table topic_scores as
select
    scores.run_id,
    scores.query_id,
    queries.text,
    scores.value,
    [topics.lowest, topics.mean, topics.highest] as field,
    scores.value - topics.mean as difference,
    round(scores.value, 12) * directions.sign as merit,
    round(scores.value - topics.mean, 12) * directions.sign as lead,
from metrics.query_scores as scores
inner join main.collections as collections on scores.collection = collections.collection
left join temp.topic_spreads as topics on scores.query_id = topics.query_id
left join main.queries as queries
    on collections.query_set = queries.query_set and scores.query_id = queries.query_id
cross join (
    select coalesce(any_value(direction), 1) as sign,
    from metrics.directions
    where name = metrics.base_name(getvariable('shown')[1])
) as directions
where scores.collection = getvariable('collection') and scores.measure = getvariable('shown')[1];

-- name: described
-- Facts about each run.
select
    run_id,
    team,
    category,
    subtask,
    stage,
    dense,
    submitted_on,
    description,
    paper,
    paper_url,
from main.described_runs
where collection = getvariable('collection');

-- name: places
-- Scores and ranks.
select
    standings.run_id,
    metrics.printed_name(standings.measure) as measure,
    standings.value,
    stability.low_mean,
    stability.high_mean,
    standings.rank,
    stability.low_rank,
    stability.high_rank,
    standings.runs,
from (
    select
        *,
        count(value) over (partition by measure) as runs,
    from temp.standings
    where collection = getvariable('collection')
) as standings
left join temp.rank_intervals as stability
    on
        stability.collection = getvariable('collection')
        and standings.measure = stability.measure
        and standings.run_id = stability.run_id
where standings.value is not null
order by standings.measure <> getvariable('shown')[1], standings.measure;

-- name: comparisons
-- Numbers of wins and losses against the rival.
select
    compared.run_id,
    metrics.printed_name(compared.measure) as measure,
    compared.num_q,
    compared.num_wins,
    compared.num_ties,
    compared.num_losses,
    compared.mean as mean_a,
    compared.baseline_mean as mean_b,
    compared.mean_difference,
    compared.low,
    compared.high,
    compared.p_value,
    compared.p_corrected,
    compared.verdict,
    compared.untested,
from statistics.comparisons(
    getvariable('collection'),
    getvariable('shown'),
    getvariable('rivals'),
    alone := true
) as compared
inner join temp.rivals as rivals on compared.run_id = rivals.run_id and compared.baseline = rivals.rival
order by compared.measure <> getvariable('shown')[1], compared.measure;

-- name: topics
-- Scores topic by topic, compared with all runs and with the rival.
select
    scores.run_id,
    scores.query_id,
    scores.text,
    scores.value,
    scores.field,
    other.value as other,
    scores.value - other.value as difference,
from temp.topic_scores as scores
inner join temp.rivals as rivals on scores.run_id = rivals.run_id
left join temp.topic_scores as other on rivals.rival = other.run_id and scores.query_id = other.query_id
where scores.difference is not null
order by scores.merit, scores.query_id;

-- name: topics_of_page
-- The topics in the order of the page's facts.
select
    topics.query_id,
    null as rival,
from (select unnest(getvariable('topics')) as query_id) as topics;

-- name: topic_answers
-- Generated answers to the topic, best first.
select
    query_id,
    run_id,
    value,
    measure,
    judge,
from answers.answer_scores
where collection = getvariable('collection') and measure in ('all_score', 'weighted_precision')
order by measure asc, judge asc, round(value, 12) desc, run_id asc;

-- name: topic_fields
-- Fields and attributes of the topic.
select
    attributes.query_id,
    attributes.attribute,
    attributes.value,
    attributes.source,
from main.query_attributes as attributes
inner join main.collections as collections on attributes.query_set = collections.query_set
where collections.collection = getvariable('collection')
order by attributes.source, attributes.attribute;

-- name: topic_spread
-- Spread of the runs' scores on the topic.
select
    query_id,
    num_runs,
    mean,
    lowest,
    highest,
    spread,
    separated,
    power,
from temp.topic_spreads;

-- name: topic_labels
-- Number of judged items by grade.
select
    query_id,
    variant,
    relevance,
    count(*) as items,
from main.qrels
where collection = getvariable('collection')
group by query_id, variant, relevance
order by variant asc, relevance desc;

-- name: topic_runs
-- Scores of the runs on the topic.
select
    scores.query_id,
    rank() over (partition by scores.query_id order by scores.merit desc) as rank,
    scores.run_id,
    scores.value,
    runs.team,
    runs.category,
from temp.topic_scores as scores
inner join main.runs as runs on runs.collection = getvariable('collection') and scores.run_id = runs.run_id
order by rank, scores.run_id;

-- name: topic_items
-- Judged items.
select
    query_id,
    relevance,
    doc_id,
    variant,
from main.qrels
where collection = getvariable('collection')
order by variant asc, relevance desc, doc_id asc;

-- name: teams
-- The teams, with the best run of each.
create or replace temp table teams as
select
    standings.team,
    arg_min(standings.run_id, (-standings.merit, -round(standings.value, 12), standings.run_id)) as best,
from temp.boards as standings
where standings.collection = getvariable('collection') and standings.team is not null
group by standings.team;

-- name: teams_of_page
-- The teams in the order of their names.
select
    team,
    best,
from temp.teams
order by team;

-- name: team_runs
-- The runs of a team.
select
    board.team,
    board.run_id,
    board.category,
    board.value,
    stability.low_mean,
    stability.high_mean,
    board.rank,
    stability.low_rank,
    stability.high_rank,
    board.verdict,
    board.beaten_by,
    board.behind_low,
    board.behind_high,
from temp.boards as board
left join temp.rank_intervals as stability
    on
        board.collection = stability.collection
        and board.measure = stability.measure
        and board.run_id = stability.run_id
where board.collection = getvariable('collection') and board.team is not null
order by board.rank, board.run_id;

-- name: team_better
-- Topics on which the best run of a team is better than the mean of all runs.
select
    teams.team,
    scores.query_id,
    scores.text,
    scores.value,
    scores.field,
    scores.difference,
from temp.topic_scores as scores
inner join temp.teams as teams on scores.run_id = teams.best
where scores.lead > 0
qualify row_number() over (partition by teams.team order by scores.lead desc, scores.query_id asc) <= 10
order by scores.lead desc, scores.query_id asc;

-- name: team_worse
-- Topics on which the best run of a team is worse than the mean of all runs.
select
    teams.team,
    scores.query_id,
    scores.text,
    scores.value,
    scores.field,
    scores.difference,
from temp.topic_scores as scores
inner join temp.teams as teams on scores.run_id = teams.best
where scores.lead < 0
qualify row_number() over (partition by teams.team order by scores.lead asc, scores.query_id asc) <= 10
order by scores.lead, scores.query_id;
