-- Intake of rankings: scripts that convert rows of files and frames into the tables that measures read (score/intake.py).
--
-- The input is the relation given_rows with the columns run_id, query_id, doc_id, score, rank and is_odd (whether only the
-- careful reader can read the row). An answer is the ranking of a run for a topic.

-- name: take
-- Stores the rows in the table given_lines, in the order of the input. Adjacent rows of the same run and topic form a block,
-- whose number replaces both ids. Window functions without an order read the rows in one pass. is_in_order: whether the row
-- comes after the previous row under the tie rule in variable `tie_rule` (metrics.is_ahead), so that no sort is needed.
-- is_by_rank: whether the rank is greater than that of the previous row, and the score, as a 4-byte float, is not.
create or replace temp table given_lines as
with compared as (
    select
        given.*,
        row_number() over () as position,
        (
            given.run_id is distinct from lag(given.run_id) over ()
            or given.query_id is distinct from lag(given.query_id) over ()
        ) as is_first,
        metrics.is_ahead(
            getvariable('tie_rule'),
            lag(given.rank) over (),
            lag(given.score) over (),
            lag(given.doc_id) over (),
            given.rank,
            given.score,
            given.doc_id
        ) as is_next,
        lag(given.rank) over () < given.rank
        and try_cast(lag(given.score) over () as float) >= try_cast(given.score as float) as is_by_rank,
    from given_rows as given
)

select
    (count(*) filter (where compared.is_first) over (rows unbounded preceding))::integer as block, -- noqa: PRS
    compared.position,
    case when compared.is_first then compared.run_id end as run_id,
    case when compared.is_first then compared.query_id end as query_id,
    compared.doc_id,
    compared.score,
    compared.rank,
    -- null if an id is missing
    case
        when compared.query_id is not null and compared.doc_id is not null
            then hash(compared.query_id, compared.doc_id)
    end as topic_document,
    compared.is_first or coalesce(compared.is_next, false) as is_in_order,
    compared.is_first or coalesce(compared.is_by_rank, false) as is_by_rank,
    compared.is_odd,
from compared;

-- the ids of a block are in its first row
create or replace temp table given_blocks as
with blocks as (
    select
        given_lines.block,
        any_value(given_lines.run_id) as run_id,
        any_value(given_lines.query_id) as query_id,
        min(given_lines.position) as first_position,
        count(*) as num_rows,
        min(given_lines.score) as lowest,
        max(given_lines.score) as highest,
        bool_and(given_lines.is_in_order) as is_in_order,
        bool_and(given_lines.is_by_rank) as is_by_rank,
        bool_or(given_lines.is_odd) as is_odd,
    from given_lines
    group by given_lines.block
),

answers as (
    select
        blocks.run_id,
        blocks.query_id,
        bool_and(blocks.is_in_order) and count(*) = 1 as is_in_order,
        bool_and(blocks.is_by_rank) and count(*) = 1 as is_by_rank,
        row_number() over (order by blocks.run_id, blocks.query_id) as answer_id,
        dense_rank() over (order by blocks.run_id) as run_number,
    from blocks
    group by blocks.run_id, blocks.query_id
)

select
    blocks.block,
    blocks.run_id,
    blocks.query_id,
    blocks.first_position,
    blocks.num_rows,
    blocks.lowest,
    blocks.highest,
    blocks.is_odd,
    -- facts about the whole answer, which may consist of several blocks
    answers.is_in_order,
    answers.is_by_rank,
    answers.answer_id,
    answers.run_number,
from blocks
inner join answers
    on blocks.run_id is not distinct from answers.run_id and blocks.query_id is not distinct from answers.query_id;

-- only rankings that are not in order are sorted, and only when a query reads this view
create or replace temp view given_places as
select
    given_lines.position,
    metrics.place(
        given_blocks.answer_id, getvariable('tie_rule'), given_lines.rank, given_lines.score, given_lines.doc_id
    ) as sorted_rank,
from given_lines
inner join given_blocks on given_lines.block = given_blocks.block
where not given_blocks.is_in_order;

-- name: repeats
-- Creates the table given_repeats: documents that occur more than once for a topic in a run. Only documents with equal hashes
-- are compared. With few runs, the hashes are counted for each answer. With many runs, which mostly return the same
-- documents, hashes are grouped over all runs, and each run is represented by one bit of a number.
create or replace temp table given_repeats as
with
few_runs as (
    select
        given_blocks.block,
        given_blocks.answer_id,
    from given_blocks
    where (select max(numbered.run_number) <= 8 from given_blocks as numbered)
),

many_runs as (
    select
        given_blocks.block,
        given_blocks.run_number,
    from given_blocks
    where (select max(numbered.run_number) > 8 from given_blocks as numbered)
),

suspected as (
    select unnest(list(given_lines.topic_document)) as topic_document,
    from given_lines
    inner join few_runs on given_lines.block = few_runs.block
    group by few_runs.answer_id
    having list_unique(list(given_lines.topic_document)) < count(given_lines.topic_document)
    union all
    select given_lines.topic_document,
    from given_lines
    inner join many_runs on given_lines.block = many_runs.block
    where given_lines.topic_document is not null
    group by given_lines.topic_document, many_runs.run_number // 64
    having bit_count(bit_or(1::ubigint << (many_runs.run_number % 64))) < count(*)
)

select
    any_value(given_blocks.run_id) as run_id,
    any_value(given_blocks.query_id) as query_id,
    given_lines.doc_id,
from given_lines
inner join given_blocks on given_lines.block = given_blocks.block
where given_lines.topic_document in (select suspected.topic_document, from suspected)
group by given_blocks.answer_id, given_lines.doc_id
having count(*) > 1;

-- name: answers
-- One row for each run and topic in given_blocks.
select
    given_blocks.run_id,
    given_blocks.query_id,
    sum(given_blocks.num_rows)::integer as num_ret,
    min(given_blocks.lowest) as lowest,
    max(given_blocks.highest) as highest,
from given_blocks
group by given_blocks.run_id, given_blocks.query_id;

-- name: judged
-- One row for each judged item in given_lines, with its rank. The items are found by hashes, and then their ids are compared.
with judged as materialized (
    select
        given_lines.block,
        given_lines.position,
        given_lines.doc_id as given_doc_id,
        qrels.variant,
        qrels.query_id,
        qrels.doc_id,
        qrels.relevance,
        qrels.gain,
    from given_lines
    inner join main.qrels as qrels on given_lines.topic_document = hash(qrels.query_id, qrels.doc_id)
),

-- computed only for judged items, because most items are not judged
places as (
    select
        given_places.position,
        given_places.sorted_rank,
    from given_places
    where given_places.position in (select judged.position, from judged)
)

select
    judged.variant,
    given_blocks.run_id,
    judged.query_id,
    judged.doc_id,
    coalesce(places.sorted_rank, judged.position - given_blocks.first_position + 1) as rank,
    judged.relevance,
    judged.gain,
from judged
inner join given_blocks on judged.block = given_blocks.block and judged.query_id = given_blocks.query_id
left join places on judged.position = places.position
where judged.given_doc_id = judged.doc_id;

-- name: only_judged
-- Deletes the topics that are not judged from given_blocks.
delete from given_blocks
where query_id not in (select qrels.query_id from main.qrels as qrels);

-- name: reordered
-- One row for each answer whose rank column contradicts the scores: the scores of the first ten items by rank column differ
-- from the scores of the first ten items by the tie rule. Scores that are equal as 4-byte floats do not differ.
select
    by_topic.run_id,
    by_topic.query_id,
from (
    select
        given_blocks.run_id,
        given_blocks.query_id,
        list_transform(
            min(struct_pack(submitted_rank := given_lines.rank, score := given_lines.score::float), 10),
            lambda x: x['score']
        ) as by_rank_column,
        list_transform(
            min(
                struct_pack(
                    rank := coalesce(
                        given_places.sorted_rank, given_lines.position - given_blocks.first_position + 1
                    ),
                    score := given_lines.score::float
                ),
                10
            ),
            lambda x: x['score']
        ) as in_order,
    from given_lines
    inner join given_blocks on given_lines.block = given_blocks.block
    left join given_places on given_lines.position = given_places.position
    where not given_blocks.is_by_rank
    group by given_blocks.run_id, given_blocks.query_id
) as by_topic
where by_topic.by_rank_column <> by_topic.in_order;

-- name: fits
-- One row about a slice of rows in given_lines and given_blocks. is_fit: whether the slice can be read alone, because no answer
-- is in an earlier slice (taken_answers), no document occurs twice for a topic, and no row needs the careful reader.
-- is_by_rank: whether the rank column agrees with the scores. is_judged: whether all topics are judged.
select
    (
        select
            count(*) = count(distinct given_lines.topic_document)
            and count(*) = count(given_lines.score)
            and (getvariable('tie_rule') <> 'submitted' or count(*) = count(given_lines.rank)),
        from given_lines
    )
    and not exists (
        select 1
        from given_blocks
        where given_blocks.is_odd or not isfinite(given_blocks.lowest) or not isfinite(given_blocks.highest)
    )
    and not exists (
        select 1
        from given_blocks
        inner join taken_answers as taken on given_blocks.run_id = taken.run_id and given_blocks.query_id = taken.query_id
    ) as is_fit,
    (
        select coalesce(bool_and(given_blocks.is_by_rank), true)
        from given_blocks
    ) as is_by_rank,
    not exists (
        select 1
        from given_blocks
        where given_blocks.query_id not in (select qrels.query_id from main.qrels as qrels)
    ) as is_judged;

-- name: forget
-- Drops the tables with the rows of slices, so that the input can be read as a whole.
drop table if exists taken_answers;
drop table if exists taken_judged;
drop table if exists taken_reordered;

-- name: publish
-- Adds the rows of taken_answers to the collection in variable `collection`; their answer_id begins after variable
-- `answers_before`.
insert into main.run_topics by name
select
    getvariable('collection') as collection,
    taken.run_id,
    taken.query_id,
    taken.num_ret,
    getvariable('answers_before') + row_number() over (order by taken.run_id, taken.query_id) as answer_id,
from taken_answers as taken;

-- name: judged_rankings
-- Adds the judged items in taken_judged. The columns for other tie rules contain the same rank.
insert into main.judged_rankings by name
select
    run_topics.collection,
    taken.variant,
    taken.run_id,
    taken.query_id,
    taken.doc_id,
    taken.rank,
    taken.relevance,
    run_topics.answer_id,
    taken.rank as rank_double,
    taken.rank as rank_submitted,
    taken.rank as rank_ascending,
    taken.gain,
from taken_judged as taken
inner join main.run_topics as run_topics on taken.run_id = run_topics.run_id and taken.query_id = run_topics.query_id
order by taken.variant, run_topics.answer_id, taken.rank;

-- name: rankings
-- Adds all items in given_lines, for measures that read whole rankings. If there is no rank column, submitted_rank is the
-- computed rank.
insert into store.rankings by name
select
    run_topics.answer_id,
    given_lines.doc_id,
    coalesce(given_lines.rank, given_places.sorted_rank, given_lines.position - given_blocks.first_position + 1)
        as submitted_rank,
    given_lines.score,
    coalesce(given_places.sorted_rank, given_lines.position - given_blocks.first_position + 1) as rank,
from given_lines
inner join given_blocks on given_lines.block = given_blocks.block
inner join main.run_topics as run_topics
    on given_blocks.run_id = run_topics.run_id and given_blocks.query_id = run_topics.query_id
left join given_places on given_lines.position = given_places.position;
