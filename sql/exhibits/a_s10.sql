-- The order of the runs by P@10 over the trials of the judging simulation, which does not change.
--
-- source: TREC 2019 Deep Learning overview, section 5.1, footnote 3
-- grain: task, trial
-- columns:
--   trial: 1 to 10
--   p10_tau: Kendall's tau between the orders by P@10
--   p10_drop: most places that a run falls
-- caveats: always empty: the traces of the HiCAL simulations are not published
-- example: from exhibits.a_s10
create or replace view exhibits.a_s10 as
select
    null::varchar as task,
    null::integer as trial,
    null::double as p10_tau,
    null::integer as p10_drop,
where false;
