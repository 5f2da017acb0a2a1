-- The corpora that are loaded completely, so that an id which is not there is wrong.
--
-- source: main.loads (ledger) against main.collection_parts (recipes)
-- grain: corpus
-- columns:
--   corpus: name of the corpus
-- example: from systems.complete_corpora
create or replace view systems.complete_corpora as
with loaded as (
    select
        loads.name as corpus,
        sum(loads.measured_rows) as num_records,
    from main.loads as loads
    where loads.part = 'corpus'
    group by loads.name
)

select
    loaded.corpus,
from loaded
inner join main.collection_parts as parts on parts.part = 'corpus' and loaded.corpus = parts.name
group by loaded.corpus
having any_value(loaded.num_records) >= max(parts.expected_rows);
