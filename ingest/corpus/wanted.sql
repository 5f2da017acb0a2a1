-- The items that the profile 'judged' stores: items in qrels or rankings of the collections on a corpus. Creates the temporary
-- table wanted. Variables: `item_corpus`, and `collection`, the collection that gets the texts.
create or replace temp table wanted as
with
collections as (
    select collection from main.collections where corpus = getvariable('item_corpus') or collection = getvariable('collection')
),

items as (
    select distinct doc_id from main.qrels where collection in (select collection from collections)
    union
    select distinct doc_id from main.rankings where collection in (select collection from collections)
)

select
    corpus.stem(doc_id) as stem,
    corpus.key(doc_id) as key,
from items;
