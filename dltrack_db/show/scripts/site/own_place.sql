-- Where the run of a visitor stands, in the words of `dltrack eval`. Variables: `collection`, `run_id`, `score`.
select systems.place_sentence('nDCG@10', getvariable('score'), standing) as told
from systems.place(
    getvariable('collection'), 'ndcg_cut_10', getvariable('score'), run_name := getvariable('run_id')
) as standing;
