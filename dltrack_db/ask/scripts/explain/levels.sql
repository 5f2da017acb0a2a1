-- The relevance levels that the labels can tell apart.
select distinct qrels.relevance
from main.qrels as qrels
where qrels.relevance >= 1
order by qrels.relevance;
