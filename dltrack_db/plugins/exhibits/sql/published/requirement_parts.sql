-- One row for each file or set of data that a requirement of printed cells includes, and whether it is loaded in full.
--
-- source: published.requirements, compared with the tables of this database
-- grain: requirement, kind, collection, name
-- columns:
--   requirement: name used in published.cells
--   kind: as in published.requirements
--   collection: judged task, or null
--   name: label set, query set, corpus, run, measure or unavailable data, or null
--   is_met: whether the data is loaded in full; null for kind 'run', which depends on the cell's row
--   description: the data in words, and how much of it is loaded
--   origin: editions that provide the scores per topic; null for other kinds
-- caveats: Topics are complete if all rows of the official file are loaded. For labels, see published.complete_labels; for
--   runs, published.run_identity; for runs or scores, published.known_runs. Scores are complete if the md5 of every file is in
--   a recipe. A corpus and its mapping are complete if the ledger confirms the official number of files and records, and
--   that each id is the position of its record.
-- example: from published.requirement_parts where not is_met
create or replace view published.requirement_parts as
with run_scores as (
    select
        score_identity.collection,
        score_identity.variant,
        score_identity.run_id,
        score_identity.origin,
        score_identity.is_known,
        score_identity.reason,
    from published.score_identity as score_identity
),

described as (
    select
        runs.collection,
        count(*) as num_described,
        count(run_identity.run_id) filter (where run_identity.is_submitted) as num_loaded,
        count(run_identity.run_id) filter (where not run_identity.is_submitted) as num_foreign,
        count(*) filter (where runs.category is null) as num_uncategorized,
    from main.runs as runs
    left join published.run_identity as run_identity
        on
            runs.collection = run_identity.collection
            and runs.run_id = run_identity.run_id
    where runs.is_submission
    group by runs.collection
),

parts as (
    select
        dataset_statistics.part,
        dataset_statistics.name,
        max(dataset_statistics.loaded_records) as loaded_records,
        max(dataset_statistics.expected_records) as expected_records,
        coalesce(
            bool_or(dataset_statistics.is_complete),
            dataset_statistics.part <> 'corpus' and max(dataset_statistics.loaded_records) > 0
        ) as is_complete,
    from corpus.dataset_statistics as dataset_statistics
    where dataset_statistics.part in ('queries', 'corpus')
    group by dataset_statistics.part, dataset_statistics.name
),

score_sets as (
    select
        expected.edition,
        expected.collection,
        split_part(expected.name, '/', 1) as variant,
        expected.expected_rows as expected_files,
        count(loads.load_id) as num_files,
        count(loads.load_id) filter (where loads.verified = 'md5') as num_known,
    from main.collection_parts as expected
    left join main.loads as loads
        on
            loads.part = 'scores'
            and loads.collection = expected.collection
            and regexp_replace(loads.name, '/[^/]*$', '') = expected.name
    inner join main.collections as collections on expected.collection = collections.collection
    -- An edition may take the scores for its leaderboard from another edition, which has scores by several label sets; the
    -- other edition must be complete.
    where
        expected.part = 'scores' and expected.edition <> collections.edition
        and (expected.edition, expected.collection) in (
            select (sets.edition, sets.collection),
            from main.collection_parts as sets
            where sets.part = 'scores'
            group by sets.edition, sets.collection
            having count(distinct split_part(sets.name, '/', 1)) > 1
        )
    group by expected.edition, expected.collection, expected.name, expected.expected_rows
),

scored as (
    -- a single edition whose sets are all complete is enough
    select
        editions.collection,
        editions.variant,
        bool_or(editions.is_complete) as is_complete,
        sum(editions.num_files) as num_files,
        sum(editions.num_known) as num_known,
        string_agg(editions.edition, ', ' order by editions.edition) filter (where editions.is_complete) as origin,
    from (
        select
            score_sets.collection,
            score_sets.variant,
            score_sets.edition,
            sum(score_sets.num_files) as num_files,
            sum(score_sets.num_known) as num_known,
            bool_and(score_sets.num_known >= score_sets.expected_files and score_sets.num_known = score_sets.num_files)
                as is_complete,
        from score_sets
        group by score_sets.collection, score_sets.variant, score_sets.edition
    ) as editions
    group by editions.collection, editions.variant
),

measured as (
    -- submitted runs with a verified ranking or verified scores per topic
    select
        wanted.collection,
        wanted.name as measure,
        count(known_runs.run_id) as num_known,
        nullif(
            array_to_string(list_sort(list_distinct(flatten(list(string_split(run_scores.origin, ', '))))), ', '), ''
        ) as origin,
    from (
        select distinct
            requirements.collection,
            requirements.name,
        from published.requirements as requirements
        where requirements.kind = 'runs or scores'
    ) as wanted
    inner join main.collections as collections on wanted.collection = collections.collection
    left join published.known_runs as known_runs
        on
            wanted.collection = known_runs.collection
            and (known_runs.is_ranked or list_contains(known_runs.measures, wanted.name))
    left join run_scores
        on
            not known_runs.is_ranked
            and known_runs.collection = run_scores.collection
            and known_runs.run_id = run_scores.run_id
            and collections.qrels_variant = run_scores.variant
    group by wanted.collection, wanted.name
),

binary_scored as (
    -- the printed P@20 and MAP need more than scores by nDCG
    select distinct
        scores.collection,
        scores.variant,
        scores.run_id,
    from main.submitted_scores as scores
    where scores.measure = 'map'
),

noted as (
    select distinct
        noted_runs.collection,
        noted_runs.source,
    from main.run_metadata as noted_runs
),

groups_descriptions as (
    select
        runs.collection,
        count(runs.description) as num_described,
    from main.described_runs as runs
    where runs.is_submission
    group by runs.collection
),

worded as (
    select distinct variants.query_set || '/' || variants.variant as name,
    from main.query_variants as variants
),

source_loads as (
    select
        loads.part,
        loads.collection,
        loads.name as source,
        bool_and(loads.verified = 'md5') and sum(loads.measured_rows) = max(counted.num_rows) as is_complete,
    from main.loads as loads
    inner join (
        select 'preferences' as part, votes.collection, votes.source, count(*) as num_rows,
        from main.preferences as votes
        group by votes.collection, votes.source
        union all
        select 'answers' as part, answers.collection, answers.source, count(*) as num_rows,
        from main.answers as answers
        group by answers.collection, answers.source
        union all
        select 'nuggets' as part, labels.collection, labels.source, count(*) as num_rows,
        from (
            select nuggets.collection, nuggets.bank as source
            from main.nuggets as nuggets
            union all
            select labels.collection, labels.source
            from main.nugget_labels as labels
            union all
            select labels.collection, labels.source
            from main.citation_labels as labels
        ) as labels
        group by labels.collection, labels.source
    ) as counted
        on counted.part = loads.part and counted.collection = loads.collection and counted.source = loads.name
    group by loads.part, loads.collection, loads.name
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

official_corpora as (
    select loads.name as corpus,
    from main.loads as loads
    where loads.part = 'corpus'
    group by loads.name
    having bool_and(loads.verified in ('md5', 'counts'))
)

select
    requirements.requirement,
    requirements.kind,
    requirements.collection,
    requirements.name,
    case requirements.kind
        when 'metadata' then coalesce(described.num_described >= collections.expected_runs, false)
        when 'runs' then coalesce(described.num_loaded >= collections.expected_runs, false)
        when 'runs or scores' then coalesce(measured.num_known >= collections.expected_runs, false)
        when 'categories' then coalesce(described.num_uncategorized = 0, false)
        when 'qrels' then coalesce(labels.is_complete, false)
        when 'scores' then coalesce(scored.is_complete, false)
        when 'one run' then coalesce(one_run.is_submitted, false)
        when 'one run or scores'
            then coalesce(one_run.is_submitted, one_run_scores.is_known and binary_scored.run_id is not null, false)
        when 'queries' then coalesce(topics.is_complete, false)
        when 'wordings' then worded.name is not null
        when 'notes' then noted.source is not null
        when 'descriptions' then coalesce(groups_descriptions.num_described >= collections.expected_runs, false)
        when 'mapping'
            then
                collections.collection is not null and unmapped.collection is null
                and official_corpora.corpus is not null
        when 'corpus' then coalesce(corpora.is_complete, false) and official_corpora.corpus is not null
        when 'answers' then coalesce(source_loads.is_complete, false)
        when 'nuggets' then coalesce(source_loads.is_complete, false)
        when 'preferences' then coalesce(source_loads.is_complete, false)
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
                || ' loaded'
                || case
                    when described.num_foreign > 0
                        then ', ' || described.num_foreign || ' not the submitted ones'
                    else ''
                end
                || ')'
        when 'runs or scores'
            then
                'runs of ' || requirements.collection || ' or their scores per topic by ' || requirements.name || ' ('
                || coalesce(measured.num_known, 0)
                || ' of '
                || coalesce(collections.expected_runs::varchar, '?')
                || ' loaded'
                || case
                    when described.num_foreign > 0
                        then ', ' || described.num_foreign || ' not the submitted ones'
                    else ''
                end
                || ')'
        when 'run' then 'the run, in ' || requirements.collection
        when 'one run' then coalesce(one_run.reason, 'run ' || requirements.name || ' of ' || requirements.collection)
        when 'one run or scores'
            then
                coalesce(
                    one_run.reason,
                    case when one_run.run_id is null then one_run_scores.reason end,
                    'run ' || requirements.name || ' of ' || requirements.collection || ' or its scores per topic'
                )
        when 'categories' then 'categories of the runs of ' || requirements.collection
        when 'qrels'
            then
                'qrels of ' || requirements.collection || ', variant ' || requirements.name
                || coalesce(' (' || labels.reason || ')', '')
        when 'scores'
            then
                'scores of the runs of ' || requirements.collection || ' by labels ' || requirements.name
                || case
                    when scored.num_files > scored.num_known
                        then ' (' || scored.num_known || ' of ' || scored.num_files || ' files have an md5 of a recipe)'
                    else ''
                end
        when 'wordings' then 'wordings ' || requirements.name
        when 'notes' then 'notes on the runs of ' || requirements.collection || ' by ' || requirements.name
        when 'descriptions'
            then
                'the groups'' descriptions of the runs of ' || requirements.collection || ' (' || coalesce(groups_descriptions.num_described, 0) || ' of '
                || coalesce(collections.expected_runs::varchar, '?') || ' loaded; dltrack ingest run-notes)'
        when 'queries'
            then
                'queries of ' || requirements.name
                || case
                    when topics.loaded_records > 0 and not topics.is_complete
                        then ' (' || topics.loaded_records || ' of ' || topics.expected_records || ' loaded)'
                    else ''
                end
        when 'mapping'
            then
                'documents of the judged passages of ' || requirements.collection
                || case
                    when
                        collections.collection is not null and unmapped.collection is null
                        and official_corpora.corpus is null
                        then
                            ' (needs the official corpus: the loaded ' || requirements.name
                            || ' does not have its counts)'
                    else ''
                end
        when 'corpus'
            then
                'corpus ' || requirements.name || ' (' || coalesce(corpora.loaded_records, 0) || ' of '
                || coalesce(corpora.expected_records::varchar, '?') || ' records loaded'
                || case
                    when corpora.is_complete and official_corpora.corpus is null
                        then ', without the counts of the official corpus'
                    else ''
                end
                || ')'
        when 'outside' then requirements.name
        else
            requirements.kind || ' ' || requirements.name || ' of ' || requirements.collection
            || case when not source_loads.is_complete then ' (not the official file by its md5)' else '' end
    end as description,
    case
        when requirements.kind = 'scores' then scored.origin
        when requirements.kind = 'runs or scores' then measured.origin
        when requirements.kind = 'one run or scores' and one_run.run_id is null then one_run_scores.origin
    end as origin,
from published.requirements as requirements
left join main.collections as collections on requirements.collection = collections.collection
left join described on requirements.collection = described.collection
left join published.complete_labels as labels
    on
        requirements.collection = labels.collection
        and requirements.name = labels.variant
left join scored
    on
        requirements.collection = scored.collection
        and requirements.name = scored.variant
left join measured
    on
        requirements.kind = 'runs or scores'
        and requirements.collection = measured.collection
        and requirements.name = measured.measure
left join worded on requirements.name = worded.name
left join groups_descriptions on requirements.collection = groups_descriptions.collection
left join noted
    on
        requirements.collection = noted.collection
        and requirements.name = noted.source
left join source_loads
    on
        requirements.kind = source_loads.part
        and requirements.collection = source_loads.collection
        and requirements.name = source_loads.source
left join published.run_identity as one_run
    on
        requirements.kind in ('one run', 'one run or scores')
        and requirements.collection = one_run.collection
        and requirements.name = one_run.run_id
left join run_scores as one_run_scores
    on
        requirements.kind = 'one run or scores'
        and requirements.collection = one_run_scores.collection
        and collections.qrels_variant = one_run_scores.variant
        and requirements.name = one_run_scores.run_id
left join binary_scored
    on
        one_run_scores.collection = binary_scored.collection
        and one_run_scores.variant = binary_scored.variant
        and one_run_scores.run_id = binary_scored.run_id
left join parts as topics on topics.part = 'queries' and requirements.name = topics.name
left join unmapped on requirements.collection = unmapped.collection
left join parts as corpora on corpora.part = 'corpus' and requirements.name = corpora.name
left join official_corpora
    on requirements.kind in ('corpus', 'mapping') and requirements.name = official_corpora.corpus;
