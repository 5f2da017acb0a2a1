-- Share of runs of each category and subtask, by year.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from systems.run_shares
-- grain: year, level
-- columns:
--   level: 'nnlm', 'nn', 'trad', 'fullrank' or 'rerank'
--   percent: share among the runs of both tasks whose category or subtask is known, 0 to 100
--   passages_percent: share among the passage runs whose category or subtask is known, 0 to 100
--   from_print
-- caveats: the categories of the runs of 2020 are not public
-- example: from exhibits.d_s4
create or replace view exhibits.d_s4 as
select
    run_shares.year,
    run_shares.level,
    max(run_shares.percent) filter (where run_shares.task = 'all') as percent,
    max(run_shares.percent) filter (where run_shares.task = 'passages') as passages_percent,
    case
        when (run_shares.year, run_shares.attribute) in (
            select (printed_columns.year, printed_columns.column_name),
            from published.printed_columns as printed_columns
        )
            then ['percent', 'passages_percent']
    end as from_print,
from systems.run_shares as run_shares
where run_shares.edition in ('trec2019', 'trec2020', 'trec2021') and run_shares.attribute in ('category', 'subtask')
group by run_shares.year, run_shares.level, run_shares.attribute
order by run_shares.year asc, run_shares.attribute asc, percent desc;
