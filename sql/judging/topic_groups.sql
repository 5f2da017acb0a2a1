-- Whether topics with different notes differ in difficulty: one-way analysis of variance of the topics' mean scores, one row
-- per attribute.
--
-- source: R. A. Fisher, Statistical Methods for Research Workers (1925); scipy.stats.f_oneway
-- grain: source, attribute
-- columns:
--   source: source of the notes, as in main.query_attributes
--   attribute: attribute of the notes
--   num_topics: topics with a note and scores
--   num_groups: different notes
--   eta_squared: share of the variance between topics that the notes explain; null if all topics have the same mean score
--   f: F statistic; null if every topic has a different note, if there is only one group, or if scores do not vary within
--     groups
--   p_value: p value of the F test
-- needs: runs
-- example: from judging.topic_groups('trec2019-passages', 'ndcg_cut_10')
create or replace macro judging.topic_groups(collection_name, measure) as table
with asked as (
    select
        collection_name as collection,
        measure as measure,
    where catalog.has_collections([collection_name])
),

topics as (
    select
        field_values.query_id,
        avg(field_values.value) as value,
    from asked
    inner join statistics.field_values([measure]) as field_values
        on asked.collection = field_values.collection and asked.measure = field_values.measure
    group by field_values.query_id
),

noted as (
    select
        attributes.source,
        attributes.attribute,
        attributes.value as note,
        topics.value,
        avg(topics.value) over (partition by attributes.source, attributes.attribute) as mean,
        avg(topics.value) over (partition by attributes.source, attributes.attribute, attributes.value) as group_mean,
    from main.collections as collections
    inner join main.query_attributes as attributes on collections.query_set = attributes.query_set
    inner join topics on attributes.query_id = topics.query_id
    where collections.collection = collection_name
),

summed as (
    select
        noted.source,
        noted.attribute,
        count(*) as num_topics,
        count(distinct noted.note) as num_groups,
        sum(statistics.difference(noted.group_mean, noted.mean) ** 2) as between_groups,
        sum(statistics.difference(noted.value, noted.group_mean) ** 2) as within_groups,
    from noted
    group by noted.source, noted.attribute
),

tested as (
    select
        summed.*,
        summed.between_groups / nullif(summed.num_groups - 1, 0)
        / nullif(summed.within_groups / nullif(summed.num_topics - summed.num_groups, 0), 0) as f,
    from summed
)

select
    tested.source,
    tested.attribute,
    tested.num_topics,
    tested.num_groups,
    tested.between_groups / nullif(tested.between_groups + tested.within_groups, 0) as eta_squared,
    tested.f,
    statistics.f_tail(tested.f, tested.num_groups - 1, tested.num_topics - tested.num_groups) as p_value,
from tested;
