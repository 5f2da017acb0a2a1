-- Labels, rankings and texts for a study (plugins/simulate/inputs.py).

-- name: collection
-- Conventions of `collection`, and a checksum of its labels and runs.
select
    collections.corpus,
    collections.query_set,
    collections.qrels_variant,
    collections.min_relevance,
    collections.task,
    collections.tie_rule,
    count(*) as num_runs,
    coalesce(bool_or(compared_runs.is_submission), false) as is_submitted,
    (
        select md5(coalesce(string_agg(loads.part || loads.name || loads.md5, ' ' order by loads.part, loads.name), ''))
        from main.loads as loads
        where
            loads.part <> 'simulation'
            and (loads.collection = collections.collection or loads.name in (collections.query_set, collections.corpus))
    ) as loaded,
from main.collections as collections
inner join judging.compared_runs as compared_runs on collections.collection = compared_runs.collection
where collections.collection = getvariable('collection')
group by all;

-- name: topics
-- The judged topics of `collection`, with their text.
select
    topics.query_id,
    coalesce(queries.text, '') as text,
    topics.num_judged,
from judging.topic_statistics as topics
inner join main.collections as collections on topics.collection = collections.collection
left join main.queries as queries
    on collections.query_set = queries.query_set and topics.query_id = queries.query_id
where topics.collection = getvariable('collection')
order by topics.query_id;

-- name: pooled
-- Create table `pooled` with the items of the pooled runs of `collection` for its judged topics, in the stored order, which is
-- the order by tie rule float.
create or replace temp table pooled as
select
    rankings.query_id,
    rankings.run_id,
    compared_runs.team,
    rankings.doc_id,
    rankings.rank,
from main.rankings as rankings
inner join judging.compared_runs as compared_runs
    on rankings.collection = compared_runs.collection and rankings.run_id = compared_runs.run_id
inner join judging.topic_statistics as topics
    on rankings.collection = topics.collection and rankings.query_id = topics.query_id
where rankings.collection = getvariable('collection')
order by rankings.query_id, rankings.run_id, rankings.rank;

-- name: pooled_by_rule
-- Create the same table for a collection with another tie rule, whose order must be computed.
create or replace temp table pooled as
select
    ranked.query_id,
    ranked.run_id,
    compared_runs.team,
    ranked.doc_id,
    ranked.rank,
from metrics.ranked as ranked
inner join judging.compared_runs as compared_runs
    on ranked.collection = compared_runs.collection and ranked.run_id = compared_runs.run_id
inner join judging.topic_statistics as topics
    on ranked.collection = topics.collection and ranked.query_id = topics.query_id
where ranked.collection = getvariable('collection')
order by ranked.query_id, ranked.run_id, ranked.rank;

-- name: labels
-- The official labels of topic `query_id` of `collection`.
select
    judgments.doc_id,
    judgments.relevance,
    judgments.is_relevant,
from metrics.judgments() as judgments
where judgments.collection = getvariable('collection') and judgments.query_id = getvariable('query_id');

-- name: rankings
-- Items of the pooled runs for topic `query_id`, best first.
select
    pooled.run_id,
    any_value(pooled.team) as team,
    list(pooled.doc_id order by pooled.rank) as items,
from pooled
where pooled.query_id = getvariable('query_id')
group by pooled.run_id
order by pooled.run_id;

-- name: texts_file
-- Ids and texts from `file`, whose lines are id, tab and text without quoting or escaping, as in MS MARCO's collection.tsv.
-- Ids may be any text.
select
    doc_id,
    coalesce(text, '') as text,
from read_csv(
    getvariable('file'),
    auto_detect = false,
    delim = '\t',
    quote = '',
    escape = '',
    header = false,
    max_line_size = 16777216,
    columns = { doc_id: 'varchar', text: 'varchar' }
)
order by doc_id;

-- name: texts_passages
-- The passages of `corpus`.
select
    passages.passage_id as doc_id,
    passages.text,
from main.passages as passages
where passages.corpus = getvariable('corpus') and passages.text is not null
order by doc_id;

-- name: texts_docs
-- The documents of `corpus`, title before body.
select
    documents.doc_id,
    concat_ws(' ', documents.title, documents.body) as text,
from main.documents as documents
where documents.corpus = getvariable('corpus') and documents.body is not null
order by doc_id;

-- name: needed
-- Number of judgments that the heuristic requires, given the `steps` of the relevant items found so far.
select judging.heuristic_judgments(
    cast(getvariable('steps') as integer[]),
    getvariable('pool_size')::bigint,
    least(1000, getvariable('candidates')::bigint),
    getvariable('growth')::double,
    false
);
