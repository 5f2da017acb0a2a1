-- Scores of loaded collections, recomputed on a cluster (cluster/rescore.py).

-- name: state
-- A checksum of the data that the scores of the collections in variable `collections` depend on: conventions and loads.
select
    md5(string_agg(fact, chr(10) order by fact)) as state,
from (
    select to_json(collections)::varchar as fact,
    from main.collections as collections
    where list_contains(getvariable('collections'), collections.collection)
    union all
    select loads.part || ' ' || loads.name || ' ' || loads.collection || ' ' || loads.batch_id as fact,
    from main.loads as loads
    where list_contains(getvariable('collections'), loads.collection)
) as facts;

-- name: steps
-- Collection, first and last answer id of each unit of work. A unit consists of whole runs of a collection in variable
-- `collections`, and ends with the run that reaches the number of ranked items in variable `unit_rows`.
with
runs as (
    select
        run_topics.collection,
        min(run_topics.answer_id) as first_answer,
        max(run_topics.answer_id) as last_answer,
        sum(run_topics.num_ret) as num_ret,
    from main.run_topics as run_topics
    where list_contains(getvariable('collections'), run_topics.collection)
    group by run_topics.collection, run_topics.run_id
),

placed as (
    select
        collection,
        first_answer,
        last_answer,
        (
            sum(num_ret) over (partition by collection order by first_answer rows unbounded preceding) - num_ret
        ) // getvariable('unit_rows') as unit,
    from runs
)

select
    collection,
    min(first_answer) as first_answer,
    max(last_answer) as last_answer,
from placed
group by collection, unit
order by first_answer;

-- name: pull
-- Copies the rows that a worker needs from the database (`origin`) into the worker's private copy (`slice`): conventions and
-- labels of the collection in variable `collection`, and the rankings with answer ids between variables `first` and `last`.
insert into slice.main.collections by name
from origin.main.collections
where collection = getvariable('collection');

insert into slice.main.exclusions by name
from origin.main.exclusions
where collection = getvariable('collection');

insert into slice.main.qrels by name
from origin.main.qrels
where collection = getvariable('collection');

insert into slice.main.subtopic_qrels by name
from origin.main.subtopic_qrels
where collection = getvariable('collection');

insert into slice.main.run_topics by name
from origin.main.run_topics
where
    collection = getvariable('collection')
    and answer_id between getvariable('first') and getvariable('last');

insert into slice.store.rankings by name
select rankings.*,
from origin.store.rankings as rankings
where
    rankings.answer_id between getvariable('first') and getvariable('last')
    and rankings.answer_id in (select run_topics.answer_id from slice.main.run_topics as run_topics);

-- name: publish
-- Replaces the derived rows of the collections in variable `collections` by the workers' results (`temp.made_judged_rankings`
-- and `temp.made_query_scores`). The table that may be empty is filled last, because DuckDB 1.5.5 loses rows that are inserted
-- after an ordered insert without rows.
delete from main.judged_rankings where list_contains(getvariable('collections'), collection);
delete from main.query_scores where list_contains(getvariable('collections'), collection);

insert into main.query_scores by name
from temp.made_query_scores;

insert into main.judged_rankings by name
select made.*,
from temp.made_judged_rankings as made
order by made.variant, made.answer_id, made.rank;

select error('publishing lost scores: ' || published || ' of ' || made || '; nothing was changed')
from (
    select
        (select count(*) from temp.made_judged_rankings) + (select count(*) from temp.made_query_scores) as made,
        (
            select count(*)
            from main.judged_rankings
            where list_contains(getvariable('collections'), collection)
        ) + (
            select count(*)
            from main.query_scores
            where list_contains(getvariable('collections'), collection)
        ) as published,
) as counted
where counted.made <> counted.published;
