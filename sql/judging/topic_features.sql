-- Numeric features of each judged topic: query length, numbers of labels, and loaded notes, including predictions
-- of its difficulty.
--
-- source: systems.query_lengths, metrics.topics, main.query_attributes (dltrack ingest topic-notes)
-- grain: collection, query_id, feature
-- columns:
--   feature: 'query_words', 'num_rel', 'num_judged', 'rel_ratio', or 'source/attribute' of a loaded
--     note
--   value: the number; notes that are not numbers are left out
-- example: from judging.topic_features where feature = 'query_words' order by value desc
create or replace view judging.topic_features as
select
    lengths.collection,
    lengths.query_id,
    'query_words' as feature,
    lengths.num_words::double as value,
from systems.query_lengths as lengths
union all
select
    topics.collection,
    topics.query_id,
    unnest(['num_rel', 'num_judged', 'rel_ratio']) as feature,
    unnest([topics.num_rel, topics.num_judged, topics.num_rel / topics.num_judged]) as value,
from metrics.topics() as topics
union all
select
    collections.collection,
    attributes.query_id,
    attributes.source || '/' || attributes.attribute as feature,
    try_cast(attributes.value as double) as value,
from main.collections as collections
inner join main.query_attributes as attributes on collections.query_set = attributes.query_set
where try_cast(attributes.value as double) is not null;
