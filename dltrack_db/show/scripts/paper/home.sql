-- The collection, among variable `collections`, whose official labels judge most of what a run returns.
select qrels.collection
from evaluate.run_lines as run_lines
inner join loaded.main.qrels as qrels on run_lines.query_id = qrels.query_id and run_lines.doc_id = qrels.doc_id
inner join loaded.main.collections as collections
    on qrels.collection = collections.collection and qrels.variant = collections.qrels_variant
where list_contains(getvariable('collections'), qrels.collection)
group by qrels.collection
order by count(*) desc, qrels.collection
limit 1;
