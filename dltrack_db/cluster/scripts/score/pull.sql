-- What a worker needs of a database (`origin`), into its private copy (`slice`): conventions and labels of the
-- collection of variable `collection`, and its runs with answers from variable `first` to variable `last`.
insert into slice.main.collections by name
from origin.main.collections
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
