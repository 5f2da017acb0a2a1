-- Which runs may be best?
-- A run is worse if a paired t-test shows some other run to be better (statistics.compared_with_best); systems.verdict says it in
-- a sentence.
select
    run_id,
    round(ndcg_cut_10, 4) as ndcg_cut_10,
    verdict,
    beaten_by,
    round(behind_low, 4) as behind_low,
    round(behind_high, 4) as behind_high,
from systems.board('sample-passages', significance := true)
order by ndcg_cut_10 desc, run_id
limit 6
