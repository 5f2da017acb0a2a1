-- Tables and macros that exist only in the database of a page (plugins/site/published.py).

-- name: choices
-- Scores of the page's runs for every choice of labels, level and tie rule.
create table dltrack.report.stored_choices (
    collection varchar not null,
    variant varchar not null,
    min_relevance double not null,
    tie_rule varchar not null,
    run_id varchar not null,
    measure varchar not null,
    value double not null,
    num_q integer not null
);
comment on table dltrack.report.stored_choices is
    'The means of the six common measures of every run under every choice of report.choices.
source: report.scores_by_choice, when the page was written
grain: collection, variant, min_relevance, tie_rule, run_id, measure';

-- name: run_map
-- Coordinates of each run in the figure run-map.
create table dltrack.report.run_map (
    collection varchar not null,
    run_id varchar not null,
    team varchar,
    category varchar,
    ndcg_cut_10 double,
    x double not null,
    y double not null
);
comment on table dltrack.report.run_map is
    'The map of runs: a drawing of report.run_vectors on its first two principal components.
source: report.run_vectors
grain: collection, run_id
caveats: placed when the page was written';

-- name: start_here
-- Rows of main.start_here that the page can answer, about collections of the page. The source database is attached as
-- `loaded`.
delete from dltrack.main.start_here
where
    lacks is not null
    or object not in (select objects.object from dltrack.catalog.objects as objects)
    or exists (
        select 1
        from loaded.main.collections as others
        where
            not list_contains(getvariable('collections'), others.collection)
            and contains(start_here.query, '''' || replace(others.collection, '''', '''''') || '''')
    );

-- name: own_findings
-- Findings of the checks of a visitor's runs, which the browser inserts.
create table dltrack.report.own_findings (
    collection varchar not null,
    run_id varchar not null,
    severity varchar not null,
    rule varchar not null,
    found bigint not null,
    line bigint,
    detail varchar
);
comment on table dltrack.report.own_findings is
    'What dltrack check says of the runs that were dropped on this page, as systems.run_rules has it of loaded ones.
source: systems.run_rules, in the browser
grain: collection, run_id, rule, line';

-- name: run_scores
-- labels.run_scores on a page, which reads stored means, because the page has no rankings.
create or replace macro labels.run_scores(
    collection_name, labels := null, min_relevance := null, tie_rule := null, measures := null
) as table
select
    choices.run_id,
    choices.measure,
    round(choices.value, 12) as value,
    choices.num_q,
    'rankings' as provenance,
    null::utinyint as decimals,
from report.stored_choices as choices
inner join main.collections as collections on choices.collection = collections.collection
where
    choices.collection = collection_name
    and choices.variant = coalesce(labels, collections.qrels_variant)
    and choices.min_relevance = coalesce(
        min_relevance,
        labels.level(collection_name, labels),
        -- a label set without a level has only measures that need no level; their values are the same for all levels
        (
            select min(known.min_relevance)
            from report.stored_choices as known
            where known.collection = collection_name and known.variant = labels
        )
    )
    and (
        min_relevance is not null
        or labels.level(collection_name, labels) is not null
        or not metrics.is_binary(choices.measure)
    )
    and choices.tie_rule = coalesce(tie_rule, collections.tie_rule)
    and list_contains(coalesce(measures, ['ndcg_cut_10', 'map', 'recip_rank']), choices.measure)
union all
select
    submitted.run_id,
    submitted.measure,
    round(avg(submitted.value), 12) as value,
    count(*) as num_q,
    'submitted scores' as provenance,
    min(submitted.decimals) as decimals,
from metrics.stand_in_scores as submitted
inner join main.collections as collections on submitted.collection = collections.collection
where
    submitted.collection = collection_name
    and submitted.variant = coalesce(labels, collections.qrels_variant)
    and coalesce(submitted.min_relevance = coalesce(min_relevance, submitted.min_relevance), true)
    and coalesce(tie_rule, collections.tie_rule) = collections.tie_rule
    and list_contains(coalesce(measures, ['ndcg_cut_10', 'map', 'recip_rank']), submitted.measure)
group by submitted.run_id, submitted.measure;

-- name: run_column_table
-- Table with the values of a leaderboard column for every choice of labels, level and tie rule.
create table dltrack.stored_asked as
select
    null::varchar as variant,
    null::double as min_relevance,
    null::varchar as tie_rule,
    of_runs.*,
from call_asked as of_runs
where false;
comment on table dltrack.stored_asked is
    'A column of leaderboards under every choice of report.choices.
source: schema run_columns, when the page was written
grain: collection, variant, min_relevance, tie_rule, run_id';

-- name: run_column_rows
-- Insert the column's values for one choice, for the collections of the page that offer this choice.
insert into dltrack.stored_asked
select
    choices.variant,
    choices.min_relevance,
    choices.tie_rule,
    of_runs.*,
from call_asked as of_runs
inner join report.choices as choices on of_runs.collection = choices.collection
where
    choices.variant = labels_asked
    and choices.min_relevance = min_relevance_asked
    and choices.tie_rule = tie_rule_asked;

-- name: run_column
-- Macro of the column on a page, which reads stored rows, because the page has no rankings.
create or replace macro run_columns.name_asked(parameters_asked) as table
with asked as (
    select
        collections.collection,
        coalesce(labels_asked, collections.qrels_variant) as variant,
        coalesce(min_relevance_asked, known.min_relevance) as min_relevance,
        coalesce(tie_rule_asked, collections.tie_rule) as tie_rule,
    from main.collections as collections
    left join labels.levels as known
        on known.collection = collections.collection
        and known.variant = coalesce(labels_asked, collections.qrels_variant)
),

-- a label set without a level has only columns that need no level; their values are the same for all levels
lowest as (
    select
        stored.collection,
        stored.variant,
        min(stored.min_relevance) as min_relevance,
    from stored_asked as stored
    group by stored.collection, stored.variant
)

select
    columns_asked
from asked
inner join lowest on asked.collection = lowest.collection and asked.variant = lowest.variant
inner join stored_asked as stored
    on stored.collection = asked.collection
    and stored.variant = asked.variant
    and stored.min_relevance = coalesce(asked.min_relevance, lowest.min_relevance)
    and stored.tie_rule = asked.tie_rule;
