-- Copies facts about the collections of the load from the database attached as dltrack.
insert into staging.known_queries by name
select queries.query_set, queries.query_id
from dltrack.main.queries as queries
where
    queries.query_set in (select query_set from staging.collections)
    and queries.query_set not in (select name from staging.files where part = 'queries');

insert into staging.known_judged by name
select distinct qrels.collection, qrels.query_id
from dltrack.main.qrels as qrels
inner join staging.collections as collections
    on collections.collection = qrels.collection and collections.qrels_variant = qrels.variant
where (qrels.collection, qrels.variant) not in (select (collection, name) from staging.files where part = 'qrels');

insert into staging.known_grades by name
select
    qrels.collection,
    min(qrels.relevance) as lowest,
    max(qrels.relevance) as highest,
from dltrack.main.qrels as qrels
inner join staging.collections as collections
    on collections.collection = qrels.collection and collections.qrels_variant = qrels.variant
where (qrels.collection, qrels.variant) not in (select (collection, name) from staging.files where part = 'qrels')
group by qrels.collection;

insert into staging.known_runs by name
from staging.runs_in_files('dltrack.main.runs')
where
    source_file is not null
    and collection in (select collection from staging.collections)
    and (collection, run_id) not in (select (collection, name) from staging.files where part = 'runs');

-- Keeps the descriptions of an organizer's runs that are not in this load. For a user's collection, the last loaded notes say
-- whether a run was submitted; for an official collection, this table does.
insert into staging.runs by name
with
noted as (
    select
        notes.collection,
        notes.run_id,
        arg_max(try_cast(notes.value as boolean), loads.load_id) as is_submission,
    from dltrack.main.run_metadata as notes
    inner join dltrack.main.loads as loads
        on loads.part = 'run-metadata' and loads.collection = notes.collection and loads.name = notes.source
    where notes.key = 'is_submission'
    group by notes.collection, notes.run_id
),

said as (
    select
        runs.collection,
        runs.run_id,
        if(collections.is_own, noted.is_submission, runs.is_submission) as is_submission,
        collections.is_own and noted.is_submission is not null as is_noted,
    from dltrack.main.runs as runs
    inner join staging.collections as collections on collections.collection = runs.collection
    left join noted on noted.collection = runs.collection and noted.run_id = runs.run_id
)

select
    descriptions.*,
    said.is_submission,
from staging.descriptions('dltrack.main.runs') as descriptions
inner join said on said.collection = descriptions.collection and said.run_id = descriptions.run_id
where
    descriptions.collection not in (select runs.collection from staging.runs as runs)
    and (
        said.is_noted
        or (descriptions.collection, descriptions.run_id) in (
            select (told.collection, told.run_id) from staging.told_descriptions('dltrack.main.runs') as told
        )
    );

insert into staging.known_scores by name
select
    scores.collection,
    staging.owner_of_score(null, scores.variant, scores.min_relevance, scores.measure) as owner,
    false as is_judge,
    scores.run_id,
    scores.query_id,
    scores.measure,
    scores.value,
    scores.source,
from dltrack.main.submitted_scores as scores
inner join staging.score_sets as score_sets
    on score_sets.is_own and score_sets.judge is null and score_sets.variant = scores.variant
inner join staging.files as files on files.file_id = score_sets.file_id and files.collection = scores.collection
where
    (scores.collection, scores.variant, scores.source) not in (
        select (files.collection, score_sets.variant, score_sets.source)
        from staging.score_sets as score_sets
        inner join staging.files as files on files.file_id = score_sets.file_id
    )
group by all;

insert into staging.known_corpora by name
select complete.corpus
from dltrack.systems.complete_corpora as complete
where
    complete.corpus in (select collections.corpus from staging.collections as collections)
    and exists (from staging.files where part in ('answers', 'runs'));
