-- The schemas of the database, and what their views answer.
--
-- source: catalog.objects
-- grain: schema
-- columns:
--   schema: name, the first part of its objects' names
--   summary: what its views and macros answer
--   num_objects: tables, views and macros
-- example: from catalog.schemas
create or replace view catalog.schemas as
with listed as (
    select
        described.schema,
        described.summary,
    from (
        values
        ('main', 'The tables: collections, topics, labels, runs, answers, preferences, nuggets, and what was loaded when.'),
        ('catalog', 'What is in the database, what its objects mean, what was loaded, and whether it is whole.'),
        ('corpus', 'Texts and positions of passages and documents, and the document of each passage.'),
        ('judging', 'Pools, judged depth, topics, reusability, and simulated judging.'),
        ('labels', 'Comparisons of label sets: agreement, rankings, judges, inferred labels.'),
        ('metrics', 'Measures, and the scores of runs by topic and in the mean.'),
        ('published', 'What NIST and the papers published: official scores, overview papers, names of collections.'),
        ('run_columns', 'What leaderboards show about runs in addition to scores; systems.run_columns() joins it all.'),
        ('statistics', 'Tests, intervals, correlations and agreement beyond chance, over any values.'),
        ('store', 'Internal tables; query the views of the other schemas instead.'),
        ('systems', 'Runs: leaderboards, teams, categories, overlap, ties, fusion, wins.'),
        ('validity', 'What may be concluded from a choice: selection bias, checkpoints, splits of a dev set.')
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
