-- What the topics of a collection say beside their text, a row for each field; the first thousand. Variable: `collection`.
select
    attributes.query_id,
    attributes.attribute,
    attributes.value,
from main.query_attributes as attributes
inner join main.collections as collections on collections.query_set = attributes.query_set
where
    collections.collection = getvariable('collection')
    and attributes.source = collections.query_set || '/fields'
order by attributes.query_id, attributes.attribute
limit 1000
