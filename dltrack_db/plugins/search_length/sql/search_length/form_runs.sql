-- One row for each run and form, with its mean as a precision. The forms are the steps from MAP to atomized search length.
--
-- source: Atomized Search Length, section 4.4 and Table 2
-- grain: collection, run_id, form
-- params:
--   min_relevance: lowest relevant grade; null for the level of each collection (the paper uses 1)
-- columns:
--   form: as in search_length.form_queries
--   value: mean over topics; for search lengths the reciprocal of the mean, so that higher values are always better
--   num_q
--   mean: mean of the topics' values, as used by the significance test
--   variance: variance of the topics' values
-- needs: runs
-- example: from search_length.form_runs(min_relevance := 1) where run_id = 'p_bm25'
create or replace macro search_length.form_runs(min_relevance := null, is_padded := true) as table
select
    form_queries.collection,
    form_queries.run_id,
    form_queries.form,
    case
        when form_queries.form in ('aggregate_rates', 'asl_g10', 'asl_g1') then 1 / avg(form_queries.value)
        else avg(form_queries.value)
    end as value,
    count(*) as num_q,
    avg(form_queries.value) as mean,
    var_samp(form_queries.value) as variance,
from search_length.form_queries(min_relevance := min_relevance, is_padded := is_padded) as form_queries
group by form_queries.collection, form_queries.run_id, form_queries.form;
