-- Stability of the order of the runs over ten judging simulations.
--
-- source: TREC 2019 Deep Learning overview, Table 6
-- grain: task, trial
-- columns:
--   trial: 1 to 10
--   all_map_tau: Kendall's tau between the orders by MAP, simulated and official qrels
--   all_map_drop: most places that a run falls
--   omit_map_tau: smallest tau by MAP when one team is left out
--   omit_map_drop: most places by MAP when one team is left out
--   omit_p10_tau: smallest tau by P@10 when one team is left out
--   omit_p10_drop: most places by P@10 when one team is left out
-- caveats: always empty: the traces of the HiCAL simulations are not published; judging.reusability leaves one team out
--   of the released qrels
-- example: from exhibits.a_t6
create or replace view exhibits.a_t6 as
select
    null::varchar as task,
    null::integer as trial,
    null::double as all_map_tau,
    null::integer as all_map_drop,
    null::double as omit_map_tau,
    null::integer as omit_map_drop,
    null::double as omit_p10_tau,
    null::integer as omit_p10_drop,
where false;
