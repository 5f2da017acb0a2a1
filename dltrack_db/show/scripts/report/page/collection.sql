-- What stands under the name of a collection. Variable: `collection`.
select
    collections.title,
    collections.min_relevance,
    collections.tie_rule,
    collections.qrels_variant,
    count(topics.query_id) as judged_topics
from main.collections as collections
left join judging.topic_statistics as topics
    on collections.collection = topics.collection
where collections.collection = getvariable('collection')
group by all
