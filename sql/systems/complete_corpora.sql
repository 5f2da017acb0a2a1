-- The corpora that are loaded completely, so that an id which is not there is wrong.
--
-- source: main.loads (ledger) against main.collection_parts (recipes)
-- grain: corpus
-- columns:
--   corpus: name of the corpus
-- example: from systems.complete_corpora
create or replace view systems.complete_corpora as
select
    parts.name as corpus,
from main.collection_parts as parts
inner join main.loads as loads on loads.part = parts.part and loads.name = parts.name
where parts.part = 'corpus'
group by parts.name
having sum(loads.measured_rows) >= max(parts.expected_rows);
