-- What each requirement of the printed cells consists of, and which parts are loaded.
--
-- source: published.requirements against the tables of this database
-- grain: requirement, kind, collection, name
-- columns:
--   requirement: name used in published.cells
--   kind: as in published.requirements
--   collection: judged task, if any
--   name: variant, query set, corpus, edition or thing outside, if any
--   is_met: whether it is loaded; null for kind 'run', which depends on the cell's row
--   description: the part in words, with how much of it is loaded
-- example: from published.requirement_parts where not is_met
create or replace view published.requirement_parts as
with described as (
    select
        runs.collection,
        count(*) as num_described,
        count(runs.source_file) as num_loaded,
        count(*) filter (where runs.category is null) as num_uncategorized,
    from main.runs as runs
    where runs.is_submission
    group by runs.collection
),

labelled as (
    select distinct
        qrels.collection,
        qrels.variant,
    from main.qrels as qrels
),

topic_sets as (
    select distinct queries.query_set,
    from main.queries as queries
),

unmapped as (
    select
        qrels.collection,
        count(distinct qrels.doc_id) as num_unmapped,
    from main.qrels as qrels
    inner join main.collections as collections
        on
            qrels.collection = collections.collection
            and qrels.variant = collections.qrels_variant
    where
        qrels.collection in (
            select requirements.collection,
            from published.requirements as requirements
            where requirements.kind = 'mapping'
        )
        and not exists (
            select 1,
            from main.passage_documents as passage_documents
            where passage_documents.corpus = collections.corpus and passage_documents.passage_id = qrels.doc_id
        )
    group by qrels.collection
),

corpora as (
    select
        dataset_statistics.name,
        max(dataset_statistics.loaded_records) as loaded_records,
        max(dataset_statistics.expected_records) as expected_records,
        coalesce(bool_or(dataset_statistics.is_complete), false) as is_complete,
    from corpus.dataset_statistics as dataset_statistics
    where dataset_statistics.part = 'corpus'
    group by dataset_statistics.name
),

printed as (
    select distinct cells.edition,
    from published.cells as cells
)

select
    requirements.requirement,
    requirements.kind,
    requirements.collection,
    requirements.name,
    case requirements.kind
        when 'metadata' then coalesce(described.num_described >= collections.expected_runs, false)
        when 'runs' then coalesce(described.num_loaded >= collections.expected_runs, false)
        when 'categories' then coalesce(described.num_uncategorized = 0, false)
        when 'qrels' then labelled.collection is not null
        when 'queries' then topic_sets.query_set is not null
        when 'mapping' then collections.collection is not null and unmapped.collection is null
        when 'corpus' then coalesce(corpora.is_complete, false)
        when 'cells' then printed.edition is not null
        when 'outside' then false
    end as is_met,
    case requirements.kind
        when 'metadata' then 'descriptions of the runs of ' || requirements.collection
        when 'runs'
            then
                'runs of ' || requirements.collection || ' ('
                || coalesce(described.num_loaded, 0)
                || ' of '
                || coalesce(collections.expected_runs::varchar, '?')
                || ' loaded)'
        when 'run' then 'the run, in ' || requirements.collection
        when 'categories' then 'categories of the runs of ' || requirements.collection
        when 'qrels' then 'qrels of ' || requirements.collection || ', variant ' || requirements.name
        when 'queries' then 'queries of ' || requirements.name
        when 'mapping' then 'documents of the judged passages of ' || requirements.collection
        when 'corpus'
            then
                'corpus ' || requirements.name || ' (' || coalesce(corpora.loaded_records, 0) || ' of '
                || coalesce(corpora.expected_records::varchar, '?') || ' records loaded)'
        when 'cells' then 'printed numbers of edition ' || requirements.name
        when 'outside' then requirements.name
    end as description,
from published.requirements as requirements
left join main.collections as collections on requirements.collection = collections.collection
left join described on requirements.collection = described.collection
left join labelled
    on
        requirements.collection = labelled.collection
        and requirements.name = labelled.variant
left join topic_sets on requirements.name = topic_sets.query_set
left join unmapped on requirements.collection = unmapped.collection
left join corpora on requirements.name = corpora.name
left join printed on requirements.name = printed.edition;
