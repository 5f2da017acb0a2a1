-- Whether the loaded file of each submitted run is the run that was submitted, and not another of the same name.
--
-- source: submitted_md5 of main.runs (NIST's run pages); published.official_values; metrics.run_scores
-- grain: collection, run_id
-- columns:
--   run_id: submitted run whose rankings are loaded
--   has_submitted_md5: whether the file's md5 is the one that NIST names; null where one of them is unknown
--   num_official: NIST's official scores of the run by MAP, RR, P@10, recall@100, bpref and NDCG@10
--   num_equal: those that the loaded run reaches to four decimals
--   is_submitted: whether the file is taken for the submitted run: its md5 is NIST's, or all of NIST's scores come out,
--     or neither is known
--   reason: why it is not taken for it; null when it is
-- caveats: Republished copies have other bytes than the submitted files (the 63 passage runs of 2021: 3 are equal), so
--   the scores decide. They come out only where the official labels are loaded, too.
-- example: from published.run_identity where not is_submitted
create or replace view published.run_identity as
with loaded as (
    select
        runs.collection,
        runs.run_id,
        runs.submitted_md5 = runs.source_md5 as has_submitted_md5,
        runs.submitted_md5,
    from main.runs as runs
    where runs.is_submission and runs.source_file is not null
),

official as (
    select
        official_values.collection,
        official_values.run_id,
        count(*) as num_official,
        count(*) filter (
            where abs(official_values.value - run_scores.value) <= 0.00005 + 1e-9
        ) as num_equal,
    from published.official_values as official_values
    inner join metrics.run_scores as run_scores
        on
            official_values.collection = run_scores.collection
            and official_values.run_id = run_scores.run_id
            and official_values.measure = run_scores.measure
    where run_scores.measure in ('map', 'recip_rank', 'P_10', 'recall_100', 'bpref', 'ndcg_cut_10')
    group by official_values.collection, official_values.run_id
),

compared as (
    select
        loaded.collection,
        loaded.run_id,
        loaded.has_submitted_md5,
        coalesce(official.num_official, 0) as num_official,
        coalesce(official.num_equal, 0) as num_equal,
        coalesce(loaded.has_submitted_md5, false)
        or coalesce(official.num_official = official.num_equal, loaded.submitted_md5 is null) as is_submitted,
    from loaded
    left join official
        on
            loaded.collection = official.collection
            and loaded.run_id = official.run_id
)

select
    compared.collection,
    compared.run_id,
    compared.has_submitted_md5,
    compared.num_official,
    compared.num_equal,
    compared.is_submitted,
    case
        when compared.is_submitted then null
        when compared.num_official = 0
            then
                'the loaded file ' || compared.run_id || ' is not known to be the submitted run: another md5, no official '
                || 'scores to tell whether it is a copy'
        else
            'the loaded file ' || compared.run_id || ' is not known to be the submitted run: another md5, and '
            || (compared.num_official - compared.num_equal) || ' of ' || compared.num_official
            || ' official scores differ'
    end as reason,
from compared;
