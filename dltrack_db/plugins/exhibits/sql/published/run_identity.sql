-- One row for each loaded submitted run: whether the loaded file is the submitted run, or another file of the same name.
--
-- source: submitted_md5 of main.runs (NIST's run pages); published.official_values; metrics.run_scores
-- grain: collection, run_id
-- columns:
--   run_id: submitted run whose rankings are loaded
--   has_submitted_md5: whether the file's md5 equals the md5 that NIST published; null if one of the two is unknown
--   num_official: number of NIST's official scores of the run, by MAP, RR, P@10, recall@100, bpref and NDCG@10
--   num_equal: number of official scores that the loaded run reproduces to four decimals
--   is_submitted: whether the file is accepted as the submitted run: its md5 or all its scores equal NIST's, or NIST
--     published neither
--   reason: reason that the file is not accepted; null if it is accepted
-- caveats: Scores decide, because republished copies often have other bytes than the submitted files (only 3 of the 63 passage
--   runs of 2021 have the same md5). Comparing scores needs the official labels.
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
                'the loaded file ' || compared.run_id || ' may not be the submitted run: its md5 differs, and there are '
                || 'no official scores to compare it with'
        else
            'the loaded file ' || compared.run_id || ' may not be the submitted run: its md5 differs, and '
            || (compared.num_official - compared.num_equal) || ' of ' || compared.num_official
            || ' official scores differ'
    end as reason,
from compared;
