-- Numeric features of topics: query length, numbers of labels, and loaded notes, such as predictions of a topic's difficulty.
--
-- source: judging.topic_facets
-- grain: collection, query_id, feature
-- columns:
--   feature: 'query_words', 'num_rel', 'num_judged', 'rel_ratio', or 'source/attribute' of a loaded note
--   value: the number; notes that are not numbers have no row
-- example: from judging.topic_features where feature = 'query_words' order by value desc
create or replace view judging.topic_features as
select
    facets.collection,
    facets.query_id,
    facets.facet as feature,
    try_cast(facets.value as double) as value,
from judging.topic_facets as facets
where try_cast(facets.value as double) is not null;
