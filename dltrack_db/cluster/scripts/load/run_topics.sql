-- For a worker: which run gives which answer, from variable `first` to variable `last`.
select run_topics.*,
from main.run_topics as run_topics
where run_topics.answer_id between getvariable('first') and getvariable('last')
