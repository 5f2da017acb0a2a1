-- The loaded collections that variable `name` stands for elsewhere, in ir_datasets or PyTerrier.
select aliases.collection
from published.collection_aliases as aliases
inner join main.collections as collections on aliases.collection = collections.collection
where aliases.alias = regexp_replace(getvariable('name'), '^irds:', '')
order by aliases.collection
