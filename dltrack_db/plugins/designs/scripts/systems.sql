-- Queries for leaderboards and comparisons of systems with several seeds (plugins/designs/systems.py).

-- name: board
-- Leaderboard of the systems of a collection, best by the first measure first. Variables: `collection` and `measures`.
-- `columns_asked` is replaced by the measure names, `select_asked` by the selected columns.
with board as materialized (
    from systems.system_board(getvariable('collection'), getvariable('measures'))
),

averaged as (
    select
        board.system,
        board.measure,
        board.value,
        board.spread,
    from board
),

scores as (
    pivot averaged on measure in (columns_asked) using any_value(value) as value, any_value(spread) as spread group by system
),

systems as (
    select
        board.system,
        min(board.rank) filter (where board.measure = getvariable('measures')[1]) as rank,
        max(board.num_seeds) as num_seeds,
    from board
    group by board.system
)

select select_asked,
from systems
inner join scores on systems.system = scores.system
order by systems.rank asc nulls last, systems.system asc;

-- name: facts
-- Faults, provenance and reasons for not being comparable, by system. Variables: `collection` and `measures`.
select
    board.system,
    min(board.fault) as fault,
    any_value(board.unranked) filter (where board.unranked <> 'not submitted') as unranked,
    string_agg(distinct board.provenance, ', ') as provenance,
    board.system in (
        select noted.system
        from main.systems as noted
        where noted.collection = getvariable('collection')
    ) as is_noted,
from systems.system_board(getvariable('collection'), getvariable('measures')) as board
group by board.system
order by board.system;

-- name: compare
-- Comparison of two systems by each measure. Variables: `collection`, `measures`, `system_a` and `system_b`.
select
    compared.measure,
    compared.num_q,
    compared.num_seeds,
    compared.mean_a,
    compared.mean_b,
    compared.mean_difference,
    compared.standard_error,
    compared.df,
    compared.low,
    compared.high,
    compared.p_systems,
    compared.p_these_runs,
    compared.seed_sd,
    compared.topic_sd,
    compared.residual_sd,
    compared.seeds_needed,
    compared.untested,
    compared.fault,
    statistics.systems_finding(
        getvariable('system_a'),
        getvariable('system_b'),
        metrics.printed_name(compared.measure),
        compared.num_q,
        compared.num_seeds,
        compared.mean_difference,
        compared.low,
        compared.high,
        compared.p_systems,
        compared.p_these_runs,
        compared.seeds_needed,
        compared.untested
    ) as finding,
from statistics.compare_systems(
    getvariable('collection'), getvariable('measures'), getvariable('system_a'), getvariable('system_b')
) as compared;

-- name: homes
-- Systems of each collection; a run without a run note is a system under its own name.
select
    run_scores.collection,
    coalesce(noted.system, run_scores.run_id) as system,
from metrics.run_scores as run_scores
left join main.systems as noted on run_scores.collection = noted.collection and run_scores.run_id = noted.run_id
group by all
order by all;
