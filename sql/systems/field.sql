-- One row per run and measure: whether the run is ranked and tested and, if not, why. Leaderboards, tests, intervals, audits,
-- figures and pages all use this list, so that they agree on the runs.
--
-- source: systems.field_by
-- grain: collection, measure, run_id
-- columns:
--   value: the run's score, as in metrics.run_scores; runs without a score have no row
--   direction: 1 if a higher value is better, -1 if a lower value is better; otherwise null (metrics.directions)
--   merit: value times direction, rounded to field_decimals: higher is better, equal values are equal; null without a
--     direction
--   num_q: topics that the value is computed from; null for official means
--   num_topics: topics on which runs are compared by the measure (statistics.topics)
--   provenance: as in metrics.run_scores
--   decimals: decimals to which the value is known; null for values from rankings
--   field_decimals: decimals for comparing values: the smallest `decimals` of the ranked runs, or 12 if all have rankings
--   unranked: why the run does not change other runs' ranks: 'not submitted' (in a collection with submitted runs), 'scores
--     on 6 of 53 topics', 'a measure for which neither higher nor lower values are better'; null for a ranked run
--   untested: why the run is excluded from tests and resampling: the reason in unranked, or 'only a mean' if the run has no
--     scores per topic; null for a tested run
--   is_testable: whether the run has a score on every topic and can therefore be tested on request
--   num_ranked: runs that are ranked by the measure
--   num_tested: ranked runs that are tested
--   rank: 1 + number of ranked runs with a higher merit; an unranked run has the rank that it would have; null if no run is
--     ranked, the measure has no direction, or all ranked runs have the same value
-- needs: scored runs
-- caveats: if some submitted runs of a collection have a value of the measure, only submitted runs are ranked; otherwise all
--     runs are ranked
-- example: select run_id, rank, value from systems.field where collection = 'trec2021-passages' and measure = 'map'
create or replace view systems.field as
select
    field.collection,
    field.measure,
    field.run_id,
    field.value,
    field.direction,
    field.merit,
    field.num_q,
    field.num_topics,
    field.provenance,
    field.decimals,
    field.field_decimals,
    field.unranked,
    field.untested,
    field.is_testable,
    field.num_ranked,
    field.num_tested,
    field.rank,
from systems.field_by(null) as field;
