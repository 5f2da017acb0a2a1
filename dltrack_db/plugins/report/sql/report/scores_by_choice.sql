-- One row for each run and common measure: the run's mean with chosen labels, relevance level and tie rule.
--
-- source: metrics.common_scores
-- grain: collection, run_id, measure
-- params:
--   variant_name: label set, a variant in report.choices
--   level: lowest relevant grade, which may be a fraction
--   rule: 'float', 'double' or 'submitted'
-- columns:
--   variant: chosen label set
--   min_relevance: chosen lowest relevant grade
--   tie_rule: chosen tie rule
--   run_id
--   measure: one of the common measures
--   value: mean over the judged topics
--   num_q: number of judged topics
-- needs: runs
-- example: from report.scores_by_choice('nist', 1, 'double') where measure = 'map' order by value desc
create or replace macro report.scores_by_choice(variant_name, level, rule) as table
with averaged as (
    select
        common_scores.collection,
        common_scores.run_id,
        common_scores.measure,
        avg(common_scores.value) as value,
        count(*) as num_q,
    from metrics.common_scores(variant_name, level, rule) as common_scores
    group by common_scores.collection, common_scores.run_id, common_scores.measure
)

select
    averaged.collection,
    variant_name::varchar as variant,
    level::double as min_relevance,
    rule::varchar as tie_rule,
    averaged.run_id,
    averaged.measure,
    averaged.value,
    averaged.num_q,
from averaged;
