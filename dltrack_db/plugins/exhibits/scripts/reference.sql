-- Add the official scores of whole collections as printed cells: NIST's tables of the rounds of TREC-COVID.
insert into published.cells by name
select
    official_tables.exhibit,
    scores.run_id as row_key,
    lower(scores.measure) as column_name,
    scores.value,
    4 as decimals,
    '=' as relation,
    official_tables.collection as edition,
    'run and labels of ' || official_tables.collection as requirement,
from published.official_tables as official_tables
inner join main.official_scores as scores on official_tables.collection = scores.collection;
