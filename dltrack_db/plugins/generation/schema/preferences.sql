-- Which of two items a judge prefers, as the pair was shown.
--
-- source: files of preferences (dltrack ingest preferences)
-- grain: collection, source, query_id, item_a, item_b, judge, dimension, session
-- parents: collections
-- columns:
--   source: the file's name, by which main.loads has it
--   query_id: topic the two items answer
--   item_a: the item shown first, where is_ordered; a document, a passage or an answer
--   item_b: the other item
--   judge: who preferred: a worker, a model, or 'gold' for what was made of several votes
--   dimension: what the items were compared by; 'overall' where the file does not say
--   session: how many times the judge has been asked, from 1, in the order of the file
--   winner: 'a', 'b' or 'tie'
--   is_ordered: whether item_a is known to have been shown first
--   is_aggregate: whether the vote was made of those of several judges, and is none of its own
-- caveats: a pair shown both ways is two rows; preferences.oriented turns pair and winner together
create table if not exists main.preferences (
    collection varchar not null,
    source varchar not null,
    query_id varchar not null,
    item_a varchar not null,
    item_b varchar not null,
    judge varchar not null,
    dimension varchar not null,
    session integer not null,
    winner varchar not null check (winner in ('a', 'b', 'tie')),
    is_ordered boolean not null,
    is_aggregate boolean not null
);
