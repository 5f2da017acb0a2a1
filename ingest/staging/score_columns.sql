-- Decides which columns of scores are topics and measures, after the topics of the collections are known. Four columns without
-- names are run, measure, topic and value (tot), or run, topic, measure and value (ir_measures). Files are read in the first
-- order. For files of variable `unnamed_files`, the two columns are swapped if the other column has the rows over all topics
-- or more topics of the collection. If no topics are known, the column with more values is the topic. Rows over all topics are
-- deleted.
create or replace temp table swapped_scores as
with
known as (
    select collections.collection, queries.query_id
    from staging.known_queries as queries
    inner join staging.collections as collections on collections.query_set = queries.query_set
    union
    select collection, query_id
    from staging.known_judged
),

counted as (
    select
        scores.file_id,
        count(*) filter (where scores.query_id = 'all') as num_all,
        count(*) filter (where scores.measure = 'all') as num_other_all,
        count(topics.query_id) as num_topics,
        count(measures.query_id) as num_other_topics,
        count(distinct scores.query_id) as num_values,
        count(distinct scores.measure) as num_other_values,
    from staging.scores as scores
    inner join staging.files as files on files.file_id = scores.file_id
    left join known as topics on topics.collection = files.collection and topics.query_id = scores.query_id
    left join known as measures on measures.collection = files.collection and measures.query_id = scores.measure
    where list_contains(getvariable('unnamed_files'), scores.file_id)
    group by scores.file_id
)

select file_id
from counted
where
    case
        when num_all <> num_other_all then num_other_all > num_all
        when num_topics <> num_other_topics then num_other_topics > num_topics
        else num_other_values > num_values
    end;

update staging.scores
set query_id = measure, measure = query_id
where file_id in (select file_id from temp.swapped_scores);

delete from staging.scores
where query_id = 'all';
