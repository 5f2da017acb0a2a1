-- Staging tables for preferences: one row per line (a pair of items with its votes), and one row per vote.
create table staging.preference_lines (
    file_id integer not null,
    line bigint not null,
    query_id varchar,
    item_a varchar,
    item_b varchar,
    is_ordered boolean,
    takes_repeats boolean not null,
    votes struct(judge varchar, dimension varchar, winner varchar, is_aggregate boolean)[],
    problem varchar
);

create view staging.preferences as
select
    file_id,
    line,
    query_id,
    item_a,
    item_b,
    is_ordered,
    takes_repeats,
    vote.judge,
    vote.dimension,
    row_number() over (
        partition by file_id, query_id, item_a, item_b, vote.judge, vote.dimension, vote.is_aggregate order by line
    )::integer as session,
    vote.winner,
    vote.is_aggregate,
from (
    select
        * exclude (votes),
        unnest(votes) as vote,
    from staging.preference_lines
    where problem is null
) as pairs;
