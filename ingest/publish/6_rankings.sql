-- Inserts the rankings: first one numbered row for each run and topic, then the items with their ranks by the collection's tie
-- rule. Files are almost in the order of these ranks: a row's position in the file is its rank, except for ties and for answers
-- with a rising key.
set variable last_known_answer = (select coalesce(max(answer_id), 0) from main.run_topics);

-- temporary, because a transaction can write to only one database
create or replace temp table new_answers as
select
    answers.file_id,
    answers.query_id,
    answers.num_ret,
    answers.first_row,
    answers.is_apart as is_unordered,
    collections.tie_rule,
    getvariable('last_known_answer') + row_number() over (order by answers.file_id, answers.query_id) as answer_id,
from memory.staging.answers as answers
inner join memory.staging.files as files on files.file_id = answers.file_id
inner join memory.staging.collections as collections on collections.collection = files.collection;

insert into main.run_topics by name
select
    files.collection,
    files.name as run_id,
    answers.query_id,
    answers.num_ret,
    answers.answer_id,
from temp.new_answers as answers
inner join memory.staging.files as files on files.file_id = answers.file_id;

-- Rows with a key (metrics.order_key) that is not lower than the key of the row before. The windows have no order, so rows stream
-- through in stored order. A row that does not directly follow its predecessor is also treated as rising.
create or replace temp table steps as
with keyed as (
    select
        rankings.rowid as place,
        metrics.order_key(collections.tie_rule, rankings.submitted_rank, rankings.score) as order_key,
    from memory.staging.rankings as rankings
    inner join memory.staging.files as files on files.file_id = rankings.file_id
    inner join memory.staging.collections as collections on collections.collection = files.collection
),

compared as (
    select
        place,
        order_key,
        lag(place) over () as place_before,
        lag(order_key) over () as key_before,
    from keyed
)

select
    compared.place,
    compared.order_key > compared.key_before or compared.place_before <> compared.place - 1 as is_rise,
from compared
anti join temp.new_answers as answers on answers.first_row = compared.place
where
    compared.order_key >= compared.key_before
    or compared.place_before is null
    or compared.place_before <> compared.place - 1;

create or replace temp table unordered as
select
    file_id,
    query_id,
from temp.new_answers
where is_unordered
union
select
    rankings.file_id,
    rankings.query_id,
from memory.staging.rankings as rankings
inner join temp.steps as steps on steps.place = rankings.rowid
where steps.is_rise is distinct from false;

-- The number of positions that each misplaced row has to move. Tied rows are adjacent, so a row passes as many rows as its
-- position among the tied rows.
create or replace temp table moves as
with steps as (
    select
        place,
        place - row_number() over (order by place) as tie,
    from temp.steps
    where not is_rise
),

ties as (
    select
        min(place) - 1 as first_place,
        max(place) as last_place,
    from steps
    group by tie
),

members as (
    select
        first_place,
        unnest(range(first_place, last_place + 1)) as place,
    from ties
),

tied as (
    select
        members.place,
        metrics.place(
            members.first_place, collections.tie_rule, rankings.submitted_rank, rankings.score, rankings.doc_id
        ) - (members.place - members.first_place + 1) as distance,
    from members
    inner join memory.staging.rankings as rankings on rankings.rowid = members.place
    inner join memory.staging.files as files on files.file_id = rankings.file_id
    inner join memory.staging.collections as collections on collections.collection = files.collection
    anti join temp.unordered as unordered
        on unordered.file_id = rankings.file_id and unordered.query_id = rankings.query_id
),

reordered as (
    select
        rankings.rowid as place,
        metrics.place(
            answers.answer_id, answers.tie_rule, rankings.submitted_rank, rankings.score, rankings.doc_id
        ) - (rankings.rowid - answers.first_row + 1) as distance,
    from memory.staging.rankings as rankings
    inner join temp.new_answers as answers on answers.file_id = rankings.file_id and answers.query_id = rankings.query_id
    semi join temp.unordered as unordered
        on unordered.file_id = rankings.file_id and unordered.query_id = rankings.query_id
)

select place, distance,
from tied
where distance <> 0
union all
select place, distance,
from reordered
where distance <> 0;

insert into store.rankings by name
select
    answers.answer_id,
    rankings.doc_id,
    rankings.submitted_rank,
    rankings.score,
    (rankings.rowid - answers.first_row + 1 + coalesce(moves.distance, 0))::integer as rank,
from memory.staging.rankings as rankings
inner join temp.new_answers as answers
    on answers.file_id = rankings.file_id and answers.query_id = rankings.query_id
left join temp.moves as moves on moves.place = rankings.rowid;
