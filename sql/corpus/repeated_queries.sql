-- Topics whose number also occurs in another topic set: a ranker that was tuned on one of the sets has seen these topics.
--
-- source: topic files of the track, which reuse query ids in later years
-- grain: query_set, query_id, other_query_set
-- columns:
--   query_set
--   query_id: topic number as text
--   other_query_set: other topic set with the same number
--   is_judged: whether any label set of a collection with this query set judges the topic
--   is_judged_in_other: whether any label set of a collection with the other query set judges the topic
-- needs: topics
-- example: select query_set, other_query_set, count(*) from corpus.repeated_queries where is_judged group by all
create or replace view corpus.repeated_queries as
with judged as (
    select distinct
        collections.query_set,
        qrels.query_id,
    from main.qrels as qrels
    inner join main.collections as collections on qrels.collection = collections.collection
),

topics as (
    select
        queries.query_set,
        queries.query_id,
        judged.query_id is not null as is_judged,
    from main.queries as queries
    left join judged
        on
            queries.query_set = judged.query_set
            and queries.query_id = judged.query_id
)

select
    topics.query_set,
    topics.query_id,
    others.query_set as other_query_set,
    topics.is_judged,
    others.is_judged as is_judged_in_other,
from topics
inner join topics as others
    on
        topics.query_id = others.query_id
        and topics.query_set <> others.query_set;
