-- NIST's official means of submitted runs without a loaded ranking, if the collection follows NIST's conventions. A run whose
-- submitted file is loaded has rows only for measures that dltrack does not compute, such as RBP with TREC-COVID's gains.
--
-- source: published.official_values, which selects the block of NIST's pages that follows the track's convention
-- grain: collection, run_id, measure
-- columns:
--   run_id: submitted run
--   measure: trec_eval's name of the measure
--   value: mean over the judged topics as printed, four decimals
-- caveats: NIST used its own labels, compared scores as floats and did not cut runs; grades from 1 on were relevant for
--   documents, from 2 on for passages. A collection with other conventions therefore has no rows, and a leaderboard cut at the
--   depth of an overview (2019 documents) has no official AP and RR
-- example: from metrics.stand_in_means where measure = 'map' order by value desc
create or replace view metrics.stand_in_means as
select
    official_values.collection,
    official_values.run_id,
    official_values.measure,
    official_values.value,
from published.official_values as official_values
inner join main.collections as collections on official_values.collection = collections.collection
inner join main.runs as runs
    on
        official_values.collection = runs.collection
        and official_values.run_id = runs.run_id
where
    runs.is_submission
    and (
        runs.source_file is null
        or (
            runs.source_md5 = runs.submitted_md5
            and metrics.base_name(official_values.measure) not in (select measures.measure from metrics.measures as measures)
        )
    )
    and collections.qrels_variant = 'nist'
    and collections.tie_rule = 'float'
    and collections.min_relevance = case collections.task when 'docs' then 1 when 'passages' then 2 end;
