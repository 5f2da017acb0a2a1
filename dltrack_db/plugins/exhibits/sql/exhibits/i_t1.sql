-- One row for each labelling method: how similarly its labels and NIST's labels rank the submitted runs.
--
-- source: Arabzadeh and Clarke, SIGIR 2025, and their repository (Compatibility/Taus of the repository);
--   labels.compatibility
-- grain: year, labels
-- columns:
--   year
--   labels: labelling method of GPT-4o; 'original' for NIST's labels
--   num_runs: number of loaded submitted runs
--   num_topics: number of topics with a label above 0
--   tau: Kendall's tau-b of two orders of the runs: by mean Compatibility with these labels (p = .9, equal scores in
--     ascending order of ids, overlaps summed to rank 1,000), and by mean nDCG@10 with NIST's labels (to four decimals)
-- needs: runs, second labels
-- caveats: nugget labels of 2020 cover 17 topics only, because the file of 2020 continues the file of 2019
-- example: from exhibits.i_t1 where year = 2021 order by tau desc
create or replace view exhibits.i_t1 as
with submitted as (
    select
        scores.collection,
        scores.run_id,
        round(avg(scores.value), 4) as official,
    from main.query_scores as scores
    inner join main.runs as runs
        on scores.collection = runs.collection and scores.run_id = runs.run_id and runs.is_submission
    where
        scores.measure = 'ndcg_cut_10'
        and scores.collection in ('trec2019-passages', 'trec2020-passages', 'trec2021-passages')
    group by scores.collection, scores.run_id
),

means as (
    select
        scored.collection,
        scored.variant,
        scored.run_id,
        count(*) as num_topics,
        round(avg(scored.value), 12) as value,
    from labels.compatibility(0.9, 'ascending', 1000) as scored
    where scored.variant = 'nist' or scored.variant.starts_with('gpt-4o-')
    group by scored.collection, scored.variant, scored.run_id
)

select
    collections.year,
    case
        when means.variant = 'nist' then 'original'
        else replace(substr(means.variant, 8), '-', '_')
    end as labels,
    count(*) as num_runs,
    max(means.num_topics) as num_topics,
    statistics.kendall_tau_b(
        list(submitted.official order by means.run_id), list(means.value order by means.run_id)
    ) as tau,
from means
inner join submitted on means.collection = submitted.collection and means.run_id = submitted.run_id
inner join catalog.track_collections as collections on means.collection = collections.collection
group by collections.year, means.variant;
