-- Reordering of systems from MAP to atomized search length, step by step.
--
-- source: Atomized Search Length, Table 2
-- grain: technique
-- columns:
--   technique: 'atomize_p', 'aggregate_docs', 'aggregate_rates' or 'cumulative'
--   delta_sort_low: largest share of systems that change places, in percent, mean minus one standard deviation over the
--     tracks
--   delta_sort_high: largest share of systems that change places, in percent, mean plus one standard deviation over the
--     tracks
--   tau_low: Kendall's tau-b, mean minus one standard deviation over the tracks
--   tau_high: Kendall's tau-b, mean plus one standard deviation over the tracks
--   delta_value_low: mean ratio of the new to the old value, mean minus one standard deviation over the tracks
--   delta_value_high: mean ratio of the new to the old value, mean plus one standard deviation over the tracks
-- caveats: always empty: the runs and qrels of 76 TREC tracks are needed, nearly all of them other tracks;
--   search_length.reordering_summary does it for the collections at hand
-- example: from exhibits.c_t2
create or replace view exhibits.c_t2 as
select
    null::varchar as technique,
    null::double as delta_sort_low,
    null::double as delta_sort_high,
    null::double as tau_low,
    null::double as tau_high,
    null::double as delta_value_low,
    null::double as delta_value_high,
where false;
