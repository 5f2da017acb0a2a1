-- Preferences: what a file says is replaced as a whole.
delete from main.preferences
where (collection, source) in (
    select (collection, name) from memory.staging.files where part = 'preferences'
);

insert into main.preferences by name
select
    files.collection,
    files.name as source,
    votes.query_id,
    votes.item_a,
    votes.item_b,
    votes.judge,
    votes.dimension,
    votes.session,
    votes.winner,
    votes.is_ordered,
    votes.is_aggregate,
from memory.staging.preferences as votes
inner join memory.staging.files as files on files.file_id = votes.file_id;
