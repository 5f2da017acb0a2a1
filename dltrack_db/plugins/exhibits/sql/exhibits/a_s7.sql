-- Correlation of NCG with recall over the runs of 2019.
--
-- source: TREC 2019 Deep Learning overview, section 4; values from systems.measure_agreement
-- grain: task
-- columns:
--   measure_x: NCG at the depth of the table
--   measure_y: recall at the same depth
--   num_runs
--   tau_b: Kendall's tau-b
--   pearson: Pearson's correlation
-- caveats: the paper prints no number; computed over the loaded runs
-- example: from exhibits.a_s7
create or replace view exhibits.a_s7 as
select
    'docs' as task,
    'ncg_cut_100' as measure_x,
    'recall_100' as measure_y,
    docs.num_runs,
    docs.tau_b,
    docs.pearson,
from systems.measure_agreement('ncg_cut_100', 'recall_100') as docs
where docs.collection = 'trec2019-docs' and docs.category = 'all'
union all
select
    'passages' as task,
    'ncg_cut_1000' as measure_x,
    'recall_1000' as measure_y,
    passages.num_runs,
    passages.tau_b,
    passages.pearson,
from systems.measure_agreement('ncg_cut_1000', 'recall_1000') as passages
where passages.collection = 'trec2019-passages' and passages.category = 'all';
