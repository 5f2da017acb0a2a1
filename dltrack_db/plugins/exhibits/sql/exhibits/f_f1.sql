-- One row for each year: how similarly NIST's labels and SynDL's rank the submitted passage runs, by four measures.
--
-- source: SynDL (Rahmani et al. 2024), figures per year, (a) to (d); values from labels.submitted_run_scores
-- grain: year
-- columns:
--   num_runs: number of runs scored by both label sets
--   map: Kendall's tau-b by mean AP, with relevance from grade 1
--   ndcg_cut_5: Kendall's tau-b by mean nDCG@5
--   ndcg_cut_10: Kendall's tau-b by mean nDCG@10
--   ndcg_cut_100: Kendall's tau-b by mean nDCG@100
-- caveats: As in the paper, runs of every year are scored with SynDL's labels of all years ('syndl-gpt4-all-years'),
--   although the runs answer only the topics of their year. labels.judge_study uses only the labels of the same year.
-- example: from exhibits.f_f1
create or replace view exhibits.f_f1 as
with pairs as (
    select
        nist.collection,
        nist.run_id,
        nist.measure,
        round(nist.value, 12) as nist,
        round(syndl.value, 12) as syndl,
    from labels.submitted_run_scores as nist
    inner join labels.submitted_run_scores as syndl
        on
            nist.collection = syndl.collection
            and nist.run_id = syndl.run_id
            and nist.measure = syndl.measure
            and nist.min_relevance is not distinct from syndl.min_relevance
    where
        nist.variant = 'nist'
        and syndl.variant = 'syndl-gpt4-all-years'
        and nist.measure in ('map', 'ndcg_cut_5', 'ndcg_cut_10', 'ndcg_cut_100')
),

taus as (
    select
        pairs.collection,
        pairs.measure,
        count(*) as num_runs,
        statistics.kendall_tau_b(
            list(pairs.nist order by pairs.run_id), list(pairs.syndl order by pairs.run_id)
        ) as tau,
    from pairs
    group by pairs.collection, pairs.measure
)

select
    collections.year,
    max(taus.num_runs) as num_runs,
    max(taus.tau) filter (where taus.measure = 'map') as map,
    max(taus.tau) filter (where taus.measure = 'ndcg_cut_5') as ndcg_cut_5,
    max(taus.tau) filter (where taus.measure = 'ndcg_cut_10') as ndcg_cut_10,
    max(taus.tau) filter (where taus.measure = 'ndcg_cut_100') as ndcg_cut_100,
from taus
inner join catalog.track_collections as collections on taus.collection = collections.collection
group by collections.year
order by collections.year;
