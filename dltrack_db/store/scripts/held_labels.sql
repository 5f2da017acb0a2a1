-- The sets of labels of the collection in variable `home`, with their rows, and whether they are the official ones.
select qrels.variant, count(*) as num_labels, qrels.variant = any_value(collections.qrels_variant) as is_official
from main.qrels as qrels
inner join main.collections as collections on qrels.collection = collections.collection
where qrels.collection = getvariable('home')
group by qrels.variant
order by qrels.variant;
