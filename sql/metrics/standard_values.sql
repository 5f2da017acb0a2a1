-- The standard cut-offs or levels of one measure as a list.
--
-- source: metrics.standard_parameters
-- params:
--   measure_name: measure without its parameter, e.g. 'ndcg_cut'
-- returns: list of doubles in rising order
-- example: select metrics.standard_values('ndcg_cut')
create or replace macro metrics.standard_values(measure_name) as
    (
        select list(standard_parameters.parameter order by standard_parameters.parameter),
        from metrics.standard_parameters as standard_parameters
        where standard_parameters.measure = measure_name
    );
