-- What trec_eval 9 has in its means over all topics of the labels (-c), where 10 scores topics that the run leaves out
-- like any other: yaap is 0 for them.
update main.query_scores
set value = 0
where
    measure = 'yaap'
    and query_id not in (select run_topics.query_id from main.run_topics as run_topics);
