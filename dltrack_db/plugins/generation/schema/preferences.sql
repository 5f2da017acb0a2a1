-- One row for each vote: which of two items a judge prefers.
--
-- source: files of preferences (dltrack ingest preferences)
-- grain: collection, source, query_id, item_a, item_b, judge, dimension, session
-- parents: collections
-- columns:
--   source: name of the file, as in main.loads
--   query_id: topic that the two items answer
--   item_a: first item (shown first if is_ordered): a document, a passage or an answer
--   item_b: second item
--   judge: author of the vote: a worker, a model, or 'gold' for an aggregate of several votes
--   dimension: criterion of the comparison; 'overall' if the file names none
--   session: number of the judge's vote on this pair, from 1, in the order of the file
--   winner: 'a', 'b' or 'tie'
--   is_ordered: whether item_a is known to have been shown first
--   is_aggregate: whether the vote is an aggregate of the votes of several judges
-- caveats: votes on both orders of a pair are two rows; preferences.oriented converts all votes to one order of the pair
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
