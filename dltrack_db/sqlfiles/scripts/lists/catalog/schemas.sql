-- One row for each schema of the database, with a summary of its views: an overview of the database.
--
-- source: catalog.objects
-- grain: schema
-- columns:
--   schema: name of the schema
--   summary: topics of its views and macros
--   num_objects: number of tables, views and macros
-- example: from catalog.schemas
create or replace view catalog.schemas as
with listed as (
    select
        described.schema,
        described.summary,
    from (
        values
        ('main', 'The tables: collections, topics, labels, runs, answers, preferences, nuggets, and the ledger of loads.'),
        ('catalog', 'The contents of the database: loaded data, descriptions of objects, and integrity checks.'),
        ('corpus', 'Texts and positions of passages and documents, and the document of each passage.'),
        ('judging', 'Pools, judged depth, topics, reusability, and simulated judging.'),
        ('labels', 'Comparisons of label sets: agreement, rankings, judges, inferred labels.'),
        ('metrics', 'Measures, and the scores of runs: per topic and as means.'),
        ('published', 'Data that NIST and the papers published: official scores, overview papers, names of collections.'),
        ('run_columns', 'Columns about runs that leaderboards print next to scores; systems.run_columns() joins them.'),
        ('statistics', 'Tests, intervals, correlations and agreement beyond chance, over any values.'),
        ('store', 'Internal tables; query the views of the other schemas instead.'),
        ('systems', 'Runs: leaderboards, teams, categories, overlap, ties, fusion, wins.'),
        ('validity', 'Validity of conclusions after a selection: selection bias, checkpoints, splits of a dev set.')
    ) as described (schema, summary)
    -- plug-ins: schemas
)

select
    objects.schema,
    any_value(listed.summary) as summary,
    count(*) as num_objects,
from catalog.objects as objects
left join listed on listed.schema = objects.schema
group by objects.schema
order by objects.schema;
