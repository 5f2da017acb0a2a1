-- Facets that split topics into slices: query length, numbers of labels, and loaded notes. All values are text.
--
-- source: systems.query_lengths, metrics.topics, main.query_attributes (dltrack ingest topic-notes)
-- grain: collection, query_id, facet
-- columns:
--   query_id: topic; a topic that has only notes need not be judged
--   facet: 'length', 'query_words', 'num_rel', 'num_judged', 'rel_ratio', or 'source/attribute' of a loaded note
--   value: the value as text
-- example: from judging.topic_facets where facet = 'length'
create or replace view judging.topic_facets as
select
    lengths.collection,
    lengths.query_id,
    unnest(['length', 'query_words']) as facet,
    unnest([lengths.length, lengths.num_words::varchar]) as value,
from systems.query_lengths as lengths
union all
select
    topics.collection,
    topics.query_id,
    unnest(['num_rel', 'num_judged', 'rel_ratio']) as facet,
    unnest([topics.num_rel::varchar, topics.num_judged::varchar, (topics.num_rel / topics.num_judged)::varchar]) as value,
from metrics.topics() as topics
union all
select
    collections.collection,
    attributes.query_id,
    attributes.source || '/' || attributes.attribute as facet,
    attributes.value,
from main.collections as collections
inner join main.query_attributes as attributes on collections.query_set = attributes.query_set;
