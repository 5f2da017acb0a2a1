-- For a worker: conventions of the collections that have answers from variable `first` to variable `last`.
select collections.*,
from main.collections as collections
semi join main.run_topics as run_topics
    on
        run_topics.collection = collections.collection
        and run_topics.answer_id between getvariable('first') and getvariable('last')
