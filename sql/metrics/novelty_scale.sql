-- The divisors of alpha-DCG and ERR-IA per subtopic: the gain if every item is relevant to all subtopics.
--
-- source: ndeval.c of the TREC Web track ("ideal ideal normalization")
-- grain: cutoff
-- columns:
--   dcg: divisor of alpha-DCG
--   err: divisor of ERR-IA
-- example: select * from metrics.novelty_scale([5, 10], 0.5)
create or replace macro metrics.novelty_scale(k, alpha) as table
select
    depths.cutoff,
    sum((1 - alpha::double) ** (ranks.rank - 1) * metrics.discount(ranks.rank)) as dcg,
    sum((1 - alpha::double) ** (ranks.rank - 1) / ranks.rank) as err,
from range(1, list_max(metrics.cutoffs(k)) + 1) as ranks (rank)
inner join (select unnest(metrics.cutoffs(k)) as cutoff) as depths
    on ranks.rank <= depths.cutoff
group by depths.cutoff;
