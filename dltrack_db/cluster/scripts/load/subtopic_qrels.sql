-- For a worker: labels by subtopic of the collections that have answers from variable `first` to variable `last`.
select labels.*,
from main.subtopic_qrels as labels
semi join main.run_topics as run_topics
    on
        run_topics.collection = labels.collection
        and run_topics.answer_id between getvariable('first') and getvariable('last')
