-- The standard cut-offs of one measure as a list.
--
-- source: metrics.standard_cutoffs
-- params:
--   measure_name: measure without its cut-off, e.g. 'ndcg_cut'
-- returns: list of depths in rising order
-- example: select metrics.standard_depths('ndcg_cut')
create or replace macro metrics.standard_depths(measure_name) as (
    select list(standard_cutoffs.cutoff order by standard_cutoffs.cutoff),
    from metrics.standard_cutoffs as standard_cutoffs
    where standard_cutoffs.measure = measure_name
);
