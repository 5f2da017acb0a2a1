-- One row for each kind of data that some views need, with the command that loads such data, and whether any are loaded.
--
-- source: the header lines `needs:` of the files in sql/
-- grain: need
-- columns:
--   need: word used in catalog.objects
--   meaning: data that must be loaded
--   adds: command that loads the data
--   is_met: whether any such data are loaded, for any collection
-- example: select meaning, adds from catalog.needs where not is_met
create or replace view catalog.needs as
with listed as (
    select
        needs.need,
        needs.meaning,
        needs.adds,
        case needs.need
            when 'labels' then exists (select 1 from main.qrels)
            when 'runs' then exists (select 1 from main.run_topics)
            when 'scored runs'
                then exists (select 1 from main.run_topics) or exists (select 1 from main.stand_in_scores)
            when 'categories' then exists (select 1 from main.runs where category is not null and source_file is not null)
            when 'topics' then exists (select 1 from main.queries)
            when 'second labels' then exists (
                select 1
                from main.qrels as qrels
                inner join main.collections as collections on qrels.collection = collections.collection
                where qrels.variant <> collections.qrels_variant
            )
            when 'labels of models' then exists (
                select 1
                from main.qrels_variants
                where kind = 'llm'
            )
            when 'sparse labels' then exists (select 1 from main.qrels where variant = 'msmarco')
            when 'corpus' then exists (select 1 from store.corpora)
            when 'mapping' then exists (select 1 from store.passages)
            when 'scores' then exists (select 1 from main.submitted_scores)
            when 'run notes' then exists (select 1 from main.run_metadata)
            when 'subtopics' then exists (select 1 from main.subtopic_qrels)
            when 'topic variants' then exists (select 1 from main.query_variants)
        end as is_met,
    from (
        values
        ('labels', 'an edition or collection with its labels', 'dltrack ingest ID'),
        ('runs', 'runs', 'dltrack ingest ID --runs DIR'),
        ('scored runs', 'runs, or per-topic scores of runs', 'dltrack ingest ID --runs DIR, or ingest ID'),
        (
            'categories',
            'the categories of the runs',
            'dltrack ingest collection ... --metadata CSV (run_id, team, category)'
        ),
        ('topics', 'topics with their text', 'dltrack ingest ID, or ingest collection ... --topics FILE'),
        ('second labels', 'a second set of labels', 'dltrack ingest qrels FILES -c COLLECTION'),
        (
            'labels of models',
            'labels that language models made',
            'dltrack ingest qrels FILES -c COLLECTION --kind llm'
        ),
        ('sparse labels', 'the sparse labels of MS MARCO', 'dltrack ingest ID'),
        ('corpus', 'the corpus', 'dltrack ingest corpus NAME --from FILE'),
        (
            'mapping',
            'labels of documents and passages, and the mapping of passages to documents',
            'dltrack ingest ID --parts mapping'
        ),
        ('scores', 'published scores of runs', 'dltrack ingest scores FILES -c COLLECTION'),
        ('run notes', 'notes on the runs', 'dltrack ingest run-notes FILE'),
        ('subtopics', 'labels by subtopic', 'dltrack ingest collection --name NAME --qrels FILE'),
        ('topic variants', 'other wordings of topics', 'dltrack ingest dl-typo')
    ) as needs (need, meaning, adds)
    -- plug-ins: needs
)

select
    need,
    meaning,
    adds,
    is_met,
from listed;
