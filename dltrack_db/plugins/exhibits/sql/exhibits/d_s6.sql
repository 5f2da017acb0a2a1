-- Number of topics on which the best nnlm run beats the best traditional run, by year and task.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from systems.best_nnlm_vs_trad_wins and
--   judging.topic_statistics
-- grain: year, task
-- columns:
--   wins: number of topics on which the best nnlm run has a higher NDCG@10
--   topics: number of judged topics
--   wins_percent: 100 * wins / topics
--   from_print
-- caveats: the percentage is computed from the printed number of wins, if there is one, unless rankings or scores per topic
--   of all runs are loaded
-- example: from exhibits.d_s6
create or replace view exhibits.d_s6 as
with topics as (
    select
        topic_statistics.collection,
        count(*) as num_topics,
    from judging.topic_statistics as topic_statistics
    group by topic_statistics.collection
),

printed as (
    select
        (case when cells.exhibit = 'A-S4' then '2019 ' else '' end) || cells.row_key as year_and_task,
        100 * max(cells.value) filter (where cells.column_name = 'wins')
        / max(cells.value) filter (where cells.column_name = 'topics') as win_percent,
    from published.cells as cells
    where cells.exhibit in ('A-S4', 'D-S6') and cells.column_name in ('wins', 'topics')
    group by cells.exhibit, cells.row_key
),

computed as (
    select
        wins.collection,
        wins.num_wins,
        wins.win_percent,
    from systems.best_nnlm_vs_trad_wins as wins
    inner join published.complete_measures as complete_measures
        on wins.collection = complete_measures.collection
    where complete_measures.measure = 'ndcg_cut_10'
),

years as (
    select unnest(['2019', '2020', '2021']) as year,
),

tasks as (
    select unnest(['docs', 'passages']) as task,
)

select
    years.year::smallint as year,
    tasks.task,
    computed.num_wins as wins,
    topics.num_topics as topics,
    coalesce(computed.win_percent, printed.win_percent) as wins_percent,
    case when computed.win_percent is null and printed.win_percent is not null then ['wins_percent'] end as from_print,
from years
cross join tasks
left join computed on 'trec' || years.year || '-' || tasks.task = computed.collection
left join topics on 'trec' || years.year || '-' || tasks.task = topics.collection
left join printed on years.year || ' ' || tasks.task = printed.year_and_task
order by years.year, tasks.task;
