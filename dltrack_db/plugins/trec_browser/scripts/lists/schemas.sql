select
    'tracks' as schema,
    'Runs, official scores, people and data of all tracks of TREC, from the TREC Browser.' as summary,
