-- Search lengths in the best run minus those in the median run of the 2012 Web ad hoc track: a histogram.
--
-- source: Atomized Search Length, Figure 6
-- grain: lower
-- columns:
--   lower: least difference of the range; null when open
--   upper: greatest difference of the range; null when open
--   items: relevant items
--   outcome: 'best wins', 'median wins' or 'same'
-- caveats: always empty: the runs and qrels of the 2012 Web ad hoc track are not of this track;
--   search_length.best_minus_median_histogram draws it over the collections at hand
-- example: from exhibits.c_f6
create or replace view exhibits.c_f6 as
select
    null::integer as lower,
    null::integer as upper,
    null::integer as items,
    null::varchar as outcome,
where false;
