-- One row for each stopping criterion: the number of judgments and topics, and how the order of the runs changes.
--
-- source: TREC 2019 Deep Learning overview, Table 7 and section 5.2
-- grain: task, criterion
-- columns:
--   criterion: stopping criterion
--   judgments: number of judgments over the 52 topics
--   judgments_min: minimum number of judgments of a trial
--   judgments_max: maximum number of judgments of a trial
--   topics: number of topics with enough relevant items
--   map_tau: smallest Kendall's tau with the official order by MAP over ten trials
--   map_drop: largest number of ranks that a run loses by MAP over ten trials
--   p10_tau: smallest Kendall's tau with the official order by P@10 over ten trials
--   p10_drop: largest number of ranks that a run loses by P@10 over ten trials
--   from_print
-- caveats: A constant budget of b means b + 1 judgments for each of 52 topics (20,852 = 52 x 401). Topics with at least
--   3 relevant items are kept. The row 'original size' contains the number of official judgments and the worst values of
--   Table 6. Values that need the traces of the simulations are null, because the traces are not published.
-- example: from exhibits.a_t7
create or replace view exhibits.a_t7 as
with printed_topics as (
    select
        split_part(cells.column_name, '_', 1) as task,
        cells.value as num_rel,
    from published.cells as cells
    where cells.exhibit = 'A-T5' and cells.column_name.ends_with('_relevant')
),

budgets as (
    select
        printed_topics.task,
        sizes.size as budget,
        count(*) * (sizes.size + 1) as judgments,
        count(*) filter (where printed_topics.num_rel >= 3) as topics,
    from printed_topics
    cross join (select unnest([400, 500]) as size) as sizes
    group by printed_topics.task, sizes.size
),

trials as (
    select
        split_part(cells.row_key, ' ', 1) as task,
        min(cells.value) filter (where cells.column_name = 'all_map_tau') as map_tau,
        max(cells.value) filter (where cells.column_name = 'all_map_drop') as map_drop,
    from published.cells as cells
    where cells.exhibit = 'A-T6'
    group by split_part(cells.row_key, ' ', 1)
),

totals as (
    select
        unnest(['docs', 'passages']) as task,
        unnest([a_t5.docs_judged, a_t5.passages_judged]) as judgments,
        unnest([
            list_contains(a_t5.from_print, 'docs_judged'), list_contains(a_t5.from_print, 'passages_judged'),
        ]) as is_from_print,
    from exhibits.a_t5 as a_t5
    where a_t5.topic = 'total judged'
),

kept as (
    select
        collections.task,
        count(*) as topics,
    from judging.topic_statistics as topic_statistics
    inner join catalog.track_collections as collections on topic_statistics.collection = collections.collection
    where collections.year = 2019
    group by collections.task
),

criteria as (
    select
        unnest(range(5)) as place,
        unnest(['official', 'original size', 'budget 400', 'budget 500', 'heuristic']) as criterion,
        unnest([null, null, 400, 500, null]) as budget,
)

select
    trials.task,
    criteria.criterion,
    coalesce(
        budgets.judgments,
        case when criteria.criterion in ('official', 'original size') then totals.judgments end
    ) as judgments,
    null::double as judgments_min,
    null::double as judgments_max,
    coalesce(
        budgets.topics,
        case when criteria.criterion in ('official', 'original size') then kept.topics end
    ) as topics,
    case when criteria.criterion = 'original size' then trials.map_tau end as map_tau,
    case when criteria.criterion = 'original size' then trials.map_drop end as map_drop,
    null::double as p10_tau,
    null::double as p10_drop,
    nullif(
        list_filter(
            [
                case
                    when criteria.budget is not null or (criteria.criterion <> 'heuristic' and totals.is_from_print)
                        then 'judgments'
                end,
                case when criteria.budget is not null then 'topics' end,
                case when criteria.criterion = 'original size' then 'map_tau' end,
                case when criteria.criterion = 'original size' then 'map_drop' end,
            ],
            lambda name: name is not null
        ),
        []
    ) as from_print,
from trials
cross join criteria
left join budgets on trials.task = budgets.task and criteria.budget = budgets.budget
left join totals on trials.task = totals.task
left join kept on trials.task = kept.task
order by trials.task, criteria.place;
