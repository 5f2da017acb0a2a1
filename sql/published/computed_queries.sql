-- Statistics of topics, computed: long and short queries, and on how many topics the best neural run wins.
--
-- source: TREC 2019 overview, section 4; TREC 2021 overview, sections 2 and 4; values from
--   systems.query_length_counts, systems.query_length_best and systems.best_nnlm_vs_trad_wins
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: 'A-S4', 'D-S1', 'D-S2', 'D-S6' or 'D-S11'
--   row_key: task, in D-S6 with its year
--   column_name: as in published.cells
--   value: computed value
-- caveats: where the runs are not loaded, the percentage of wins follows from the printed number of wins
-- example: from published.computed_queries where exhibit = 'D-S11'
create or replace view published.computed_queries as
with lengths as (
    select
        collections.task,
        query_length_counts.length,
        query_length_counts.num_queries::double as num_queries,
        query_length_counts.mean_num_rel,
    from systems.query_length_counts as query_length_counts
    inner join main.collections as collections on query_length_counts.collection = collections.collection
    where collections.year = 2021
),

topics as (
    select
        collections.year,
        collections.task,
        count(*)::double as num_topics,
    from judging.topic_statistics as topic_statistics
    inner join main.collections as collections on topic_statistics.collection = collections.collection
    where collections.year is not null
    group by collections.year, collections.task
),

wins as (
    select
        collections.year,
        collections.task,
        best_nnlm_vs_trad_wins.num_wins::double as num_wins,
        best_nnlm_vs_trad_wins.win_percent,
    from systems.best_nnlm_vs_trad_wins as best_nnlm_vs_trad_wins
    inner join main.collections as collections on best_nnlm_vs_trad_wins.collection = collections.collection
    where collections.year is not null
),

printed_wins as (
    select
        cells.exhibit,
        cells.row_key,
        100 * max(cells.value) filter (where cells.column_name = 'wins')
        / max(cells.value) filter (where cells.column_name = 'topics') as win_percent,
    from published.cells as cells
    where cells.exhibit in ('A-S4', 'D-S6')
    group by cells.exhibit, cells.row_key
    having win_percent is not null
),

win_percents as (
    select
        exhibit,
        row_key,
        win_percent,
    from printed_wins
    union all
    select
        'D-S6' as exhibit,
        '2019 ' || row_key as row_key,
        win_percent,
    from printed_wins
    where exhibit = 'A-S4'
    union all
    select
        'D-S6' as exhibit,
        year || ' ' || task as row_key,
        win_percent,
    from wins
    -- printed for 2021 and for 2019 documents, so computed above from print
    where
        (
            year || ' ' || task) not in (
            select row_key, from printed_wins
            where exhibit = 'D-S6'
        )
        and (year <> 2019 or task not in (
            select row_key, from printed_wins
            where exhibit = 'A-S4'
        ))
),

best_trad as (
    select
        collections.task,
        max(query_length_best.value) filter (where query_length_best.subset = 'short') as short_value,
        max(query_length_best.value) filter (where query_length_best.subset = 'long') as long_value,
    from systems.query_length_best as query_length_best
    inner join main.collections as collections on query_length_best.collection = collections.collection
    where collections.year = 2021 and query_length_best.category = 'trad'
    group by collections.task
)

select
    'D-S1' as exhibit,
    task as row_key,
    length as column_name,
    num_queries as value,
from lengths
union all
select
    'D-S1' as exhibit,
    task as row_key,
    'judged' as column_name,
    sum(num_queries) as value,
from lengths
group by task
union all
select
    'D-S1' as exhibit,
    'all' as row_key,
    'submitted' as column_name,
    count(*)::double as value,
from main.queries as queries
where queries.query_set = 'trec2021'
having count(*) > 0
union all
select
    'D-S2' as exhibit,
    task as row_key,
    'mean_relevant_' || length as column_name,
    mean_num_rel as value,
from lengths
union all
select
    case year when 2019 then 'A-S4' else 'D-S6' end as exhibit,
    case year when 2019 then task else year || ' ' || task end as row_key,
    'topics' as column_name,
    num_topics as value,
from topics
union all
select
    case year when 2019 then 'A-S4' else 'D-S6' end as exhibit,
    case year when 2019 then task else year || ' ' || task end as row_key,
    'wins' as column_name,
    num_wins as value,
from wins
union all
select
    exhibit,
    row_key,
    'wins_percent' as column_name,
    win_percent as value,
from win_percents
union all
select
    'D-S11' as exhibit,
    task as row_key,
    'best_trad_short' as column_name,
    short_value as value,
from best_trad
union all
select
    'D-S11' as exhibit,
    task as row_key,
    'best_trad_long' as column_name,
    long_value as value,
from best_trad
union all
select
    'D-S11' as exhibit,
    task as row_key,
    'difference' as column_name,
    short_value - long_value as value,
from best_trad;
