-- The field of runs behind every answer: which runs a measure ranks, which are tested, and why others are not. Leaderboards,
-- places, tests, intervals, audits, figures and pages read it, so that all of them speak of the same runs.
--
-- source: systems.field_by
-- grain: collection, measure, run_id
-- columns:
--   value: the run's score, as in metrics.run_scores; only runs that have one
--   direction: 1 where a higher value is better, -1 where a lower one is; null where neither is (metrics.directions)
--   merit: value times direction, to field_decimals: higher is better, equal values are equal; null without a direction
--   num_q: topics that the value sums up; null for official means
--   num_topics: topics that runs are compared over by the measure (statistics.topics)
--   provenance: as in metrics.run_scores
--   decimals: decimals that the value is known to; null from rankings
--   field_decimals: the fewest decimals of the ranked runs, 12 where all are from rankings: values are compared to so many
--   unranked: why the run moves nobody, and has only a place: 'not submitted' beside submitted runs, 'scores on 6 of 53
--     topics', 'a measure that has no better or worse'; null for a run that is ranked
--   untested: why the run is in no test and no resampling of the field: as unranked, or 'only a mean'; null for one that is
--   is_testable: whether it has a score on every topic, so that it is tested where somebody asks for it
--   num_ranked: runs that are ranked by the measure
--   num_tested: those of them that are tested
--   rank: 1 + number of ranked runs of higher merit, of a run that is not ranked its place; null where no run is ranked,
--     without a direction, and where all ranked runs have one value
-- needs: scored runs
-- caveats: ranked are the submitted runs of a collection where some have a value of the measure, else all runs
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
