-- One row for each loaded run of every collection, with the measures that NIST printed for the rounds of TREC-COVID.
--
-- source: TREC Browser, results pages of TREC-COVID; NIST's archive of the rounds; values from metrics.run_scores and
--   metrics.rbp
-- grain: collection, run_id
-- columns:
--   collection, run_id, p_5, p_20, bpref, map, ndcg_cut_10, ndcg_cut_20, rbp_p5
-- needs: runs
-- caveats: contains only runs verified to be those of NIST's archive
-- example: from published.round_tables where collection = 'trec-covid-round1' order by ndcg_cut_10 desc
create or replace view published.round_tables as
with rbp as (
    select
        scores.collection,
        scores.run_id,
        avg(scores.value) as value,
    from metrics.rbp(0.5, gains := map([1, 2], [0.5, 1.0])) as scores
    group by scores.collection, scores.run_id
)

select
    scores.collection,
    scores.run_id,
    max(scores.value) filter (where scores.measure = 'P_5') as p_5,
    max(scores.value) filter (where scores.measure = 'P_20') as p_20,
    max(scores.value) filter (where scores.measure = 'bpref') as bpref,
    max(scores.value) filter (where scores.measure = 'map') as map,
    max(scores.value) filter (where scores.measure = 'ndcg_cut_10') as ndcg_cut_10,
    max(scores.value) filter (where scores.measure = 'ndcg_cut_20') as ndcg_cut_20,
    any_value(rbp.value) as rbp_p5,
from metrics.run_scores as scores
inner join published.run_identity as run_identity
    on
        scores.collection = run_identity.collection
        and scores.run_id = run_identity.run_id
left join rbp
    on
        scores.collection = rbp.collection
        and scores.run_id = rbp.run_id
where run_identity.is_submitted
group by scores.collection, scores.run_id;
