-- Judged and relevant items of each topic of 2019, and the totals.
--
-- source: TREC 2019 Deep Learning overview, Table 5; values from judging.topic_statistics
-- grain: topic
-- columns:
--   topic: topic, 'total judged' or 'final qrels size'
--   docs_relevant: number of relevant documents
--   docs_judged: number of judged documents
--   docs_ratio: docs_relevant / docs_judged
--   passages_relevant: number of relevant passages
--   passages_judged: number of judged passages
--   passages_ratio: passages_relevant / passages_judged
--   from_print
-- caveats: Topics that NIST excluded are not in the released qrels. Their ratios, and their counts in the totals, are
--   computed from printed counts.
-- example: from exhibits.a_t5
create or replace view exhibits.a_t5 as
with kept as (
    select
        collections.task,
        topic_statistics.query_id as topic,
        topic_statistics.num_rel,
        topic_statistics.num_judged,
        topic_statistics.rel_ratio,
    from judging.topic_statistics as topic_statistics
    inner join catalog.track_collections as collections on topic_statistics.collection = collections.collection
    where collections.year = 2019
),

printed as (
    select
        split_part(cells.column_name, '_', 1) as task,
        cells.row_key as topic,
        max(cells.value) filter (where cells.column_name like '%_relevant') as num_rel,
        max(cells.value) filter (where cells.column_name like '%_judged') as num_judged,
    from published.cells as cells
    where cells.exhibit = 'A-T5' and cells.requirement like 'judging log%'
    group by split_part(cells.column_name, '_', 1), cells.row_key
),

totals as (
    select
        qrels.task,
        unnest(['final qrels size', 'total judged']) as topic,
        unnest([
            qrels.num_judged, case when complete_labels.is_complete then qrels.num_judged + excluded.num_judged end,
        ]) as num_judged,
        unnest([null, qrels.task || '_judged']) as from_print,
    from (select kept.task, sum(kept.num_judged)::bigint as num_judged, from kept group by kept.task) as qrels
    left join
        (select printed.task, sum(printed.num_judged)::bigint as num_judged, from printed group by printed.task)
            as excluded
        on qrels.task = excluded.task
    left join published.complete_labels as complete_labels
        on
            complete_labels.collection = 'trec2019-' || qrels.task
            and complete_labels.variant = 'nist'
),

entered as (
    select
        kept.task,
        kept.topic,
        kept.num_rel,
        kept.num_judged,
        kept.rel_ratio,
        null::varchar as from_print,
    from kept
    union all
    select
        printed.task,
        printed.topic,
        null as num_rel,
        null as num_judged,
        printed.num_rel / printed.num_judged as rel_ratio,
        printed.task || '_ratio' as from_print,
    from printed
    union all
    select
        totals.task,
        totals.topic,
        null as num_rel,
        totals.num_judged,
        null as rel_ratio,
        totals.from_print,
    from totals
    where totals.num_judged is not null
)

select
    entered.topic,
    max(entered.num_rel) filter (where entered.task = 'docs') as docs_relevant,
    max(entered.num_judged) filter (where entered.task = 'docs') as docs_judged,
    max(entered.rel_ratio) filter (where entered.task = 'docs') as docs_ratio,
    max(entered.num_rel) filter (where entered.task = 'passages') as passages_relevant,
    max(entered.num_judged) filter (where entered.task = 'passages') as passages_judged,
    max(entered.rel_ratio) filter (where entered.task = 'passages') as passages_ratio,
    list(entered.from_print order by entered.from_print) filter (where entered.from_print is not null) as from_print,
from entered
group by entered.topic
order by try_cast(entered.topic as bigint) asc nulls last, entered.topic desc;
