-- How similarly actual and inferred document labels rank the runs by nDCG@10: one row of correlations per rule.
--
-- source: TREC 2021 overview, section 4 and figure 9 (the overview prints no tau; agreement is higher on 'common' documents)
-- grain: collection, rule, documents
-- columns:
--   collection: document task
--   rule: inference rule, see labels.inferred_document_labels
--   documents: 'all' or 'common', see labels.inferred_scores
--   num_runs
--   tau_b: Kendall's tau-b of the two rankings of runs
--   tau_a
--   pearson: Pearson's correlation of the two means; null if one of the means does not vary
-- needs: runs, mapping
-- caveats: means are rounded to four decimals before ranking
create or replace view labels.inferred_scores_agreement as
with
grouped as (
    select
        collection,
        rule,
        documents,
        count(*) as num_runs,
        list(round(ndcg_cut_10_actual, 4) order by run_id) as actual_values,
        list(round(ndcg_cut_10_inferred, 4) order by run_id) as inferred_values,
        case
            when var_pop(ndcg_cut_10_actual) > 0 and var_pop(ndcg_cut_10_inferred) > 0
                then corr(ndcg_cut_10_actual, ndcg_cut_10_inferred)
        end as pearson,
    from labels.inferred_scores
    group by collection, rule, documents
)

select
    collection,
    rule,
    documents,
    num_runs,
    statistics.kendall_tau_b(actual_values, inferred_values) as tau_b,
    statistics.kendall_tau_a(actual_values, inferred_values) as tau_a,
    pearson,
from grouped;
