-- Rows that a worker needs to score the runs of a load (cluster/load_scores.py).

-- name: collections
-- For a worker: the rows of main.collections for collections with answer ids between variables `first` and `last`.
from main.collections as collections
semi join main.run_topics as run_topics
    on
        run_topics.collection = collections.collection
        and run_topics.answer_id between getvariable('first') and getvariable('last');

-- name: exclusions
-- For a worker: the excluded items of collections with answer ids between variables `first` and `last`.
from main.exclusions as exclusions
semi join main.run_topics as run_topics
    on
        run_topics.collection = exclusions.collection
        and run_topics.answer_id between getvariable('first') and getvariable('last');

-- name: qrels
-- For a worker: the labels of collections with answer ids between variables `first` and `last`.
from main.qrels as qrels
semi join main.run_topics as run_topics
    on
        run_topics.collection = qrels.collection
        and run_topics.answer_id between getvariable('first') and getvariable('last');

-- name: subtopic_qrels
-- For a worker: the labels by subtopic of collections with answer ids between variables `first` and `last`.
from main.subtopic_qrels as labels
semi join main.run_topics as run_topics
    on
        run_topics.collection = labels.collection
        and run_topics.answer_id between getvariable('first') and getvariable('last');

-- name: run_topics
-- For a worker: the rows of main.run_topics with answer ids between variables `first` and `last`.
from main.run_topics as run_topics
where run_topics.answer_id between getvariable('first') and getvariable('last');

-- name: rankings
-- For a worker: the rankings with answer ids between variables `first` and `last`.
from store.rankings as rankings
where rankings.answer_id between getvariable('first') and getvariable('last');
