-- One row for each run with loaded scores per topic: whether the loaded scores are the published scores of the run.
--
-- source: main.loads, for the md5 of the files; published.official_values
-- grain: collection, variant, run_id
-- columns:
--   variant: labels that the scores were computed with
--   run_id: name of the run in main.runs
--   origin: editions and file sets that provide the scores
--   has_known_md5: whether the md5 of every file with the scores is in a recipe
--   num_official: number of NIST's official scores of the run by the same measures; counted only if the official labels are
--     loaded and the scores are by these labels, on exactly the judged topics
--   num_equal: number of official scores that equal the mean over topics, to four decimals
--   is_known: whether the scores are accepted as the published scores: has_known_md5 is true, or there are at least three
--     official scores and all are equal
--   reason: reason that the scores are not accepted; null if they are accepted
-- needs: scores
-- caveats: a single official score is not enough: false scores can have the correct mean, for example the same value on
--   every topic
-- example: from published.score_identity where not is_known
create or replace view published.score_identity as
with files as (
    select distinct
        scores.collection,
        scores.variant,
        scores.run_id,
        scores.source,
    from main.submitted_scores as scores
),

origins as (
    select
        files.collection,
        files.variant,
        files.run_id,
        bool_and(coalesce(loads.verified = 'md5', false)) as has_known_md5,
        string_agg(
            distinct coalesce(loads.edition || ' (' || regexp_replace(loads.name, '/[^/]*$', '') || ')', files.source), ', '
            order by coalesce(loads.edition || ' (' || regexp_replace(loads.name, '/[^/]*$', '') || ')', files.source)
        ) as origin,
    from files
    left join main.loads as loads
        on
            loads.part = 'scores'
            and files.collection = loads.collection
            and files.variant || '/' || files.source = loads.name
    group by files.collection, files.variant, files.run_id
),

means as (
    select
        stand_in.collection,
        stand_in.variant,
        stand_in.run_id,
        stand_in.measure,
        avg(stand_in.value) as value,
    from metrics.stand_in_scores as stand_in
    inner join published.complete_labels as labels
        on
            stand_in.collection = labels.collection
            and stand_in.variant = labels.variant
    where stand_in.is_official and labels.is_complete
    group by stand_in.collection, stand_in.variant, stand_in.run_id, stand_in.measure
),

official as (
    select
        means.collection,
        means.variant,
        means.run_id,
        count(*) as num_official,
        count(*) filter (where abs(official_values.value - means.value) <= 0.0001 + 1e-9) as num_equal,
    from means
    inner join published.official_values as official_values
        on
            means.collection = official_values.collection
            and means.run_id = official_values.run_id
            and means.measure = official_values.measure
    group by means.collection, means.variant, means.run_id
),

compared as (
    select
        origins.collection,
        origins.variant,
        origins.run_id,
        origins.origin,
        origins.has_known_md5,
        coalesce(official.num_official, 0) as num_official,
        coalesce(official.num_equal, 0) as num_equal,
        origins.has_known_md5 or coalesce(official.num_official >= 3 and official.num_equal = official.num_official, false)
            as is_known,
    from origins
    left join official
        on
            origins.collection = official.collection
            and origins.variant = official.variant
            and origins.run_id = official.run_id
)

select
    compared.collection,
    compared.variant,
    compared.run_id,
    compared.origin,
    compared.has_known_md5,
    compared.num_official,
    compared.num_equal,
    compared.is_known,
    case
        when compared.is_known then null
        else
            'the loaded scores of ' || compared.run_id || ' from ' || compared.origin
            || ' may not be the published ones: their md5 is in no recipe, and '
            || case
                when compared.num_official = 0 then 'there is no official score to compare them with'
                when compared.num_equal = compared.num_official
                    then compared.num_official || ' of at least 3 required official scores agree'
                else (compared.num_official - compared.num_equal) || ' of ' || compared.num_official || ' official scores differ'
            end
    end as reason,
from compared;
