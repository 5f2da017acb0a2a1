-- For a worker: labels of the collections that have answers from variable `first` to variable `last`.
select qrels.*,
from main.qrels as qrels
semi join main.run_topics as run_topics
    on
        run_topics.collection = qrels.collection
        and run_topics.answer_id between getvariable('first') and getvariable('last')
