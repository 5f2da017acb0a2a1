-- One judged task of one edition, with the conventions its organizers evaluate by.
--
-- source: TREC Deep Learning track overviews, section "Task description"; recipes in ingest/recipes
-- grain: collection
-- columns:
--   collection: name of the judged task, e.g. 'trec2021-passages'
--   edition: the recipe that loads it, e.g. 'trec2021'
--   year
--   task: what is retrieved: 'docs' or 'passages' for the track, free for other collections
--   title: one line for people
--   corpus: corpus whose ids are retrieved, e.g. 'msmarco-v2-passage'
--   query_set: which rows of queries are its topics
--   qrels_variant: the official judgments among the variants in qrels
--   min_relevance: lowest grade that binary measures count as relevant (track: docs 1, passages 2)
--   run_depth: most items a run may return per topic, null when there is no limit
--   overview_depth: depth to which the overview cuts runs before scoring them, null when it does not
--   ncg_depth: k of the overview's NCG@k column (100; 1000 for 2019 passages)
--   tie_rule: order of equal scores: 'float' (scores compared as 4-byte floats, then doc_id
--     descending), 'double' (as doubles), 'submitted' (rank column) or 'ascending' (as doubles, then doc_id rising), see metrics.orders
--   expected_runs: number of submitted runs, null when unknown
--   follows: the round before, in a track of rounds on a growing corpus; what was judged in it, or before it, does not
--     count here (residual evaluation): a round is scored by its own labels, in which those items are unjudged; null
--     for a task of its own
--   excludes_query_id: whether an item whose id is the topic's does not count, as where topics are items (ArguAna, Quora)
--   citation: BibTeX of what describes it, as its recipe gives it; null for what published.overviews has, or nobody told
create table if not exists main.collections (
    collection varchar primary key,
    edition varchar not null,
    year smallint,
    task varchar not null,
    title varchar,
    corpus varchar,
    query_set varchar not null,
    qrels_variant varchar not null default 'nist',
    min_relevance smallint not null default 1,
    run_depth integer check (run_depth > 0),
    overview_depth integer check (overview_depth > 0),
    ncg_depth integer not null default 100 check (ncg_depth > 0),
    tie_rule varchar not null default 'double' check (tie_rule in ('float', 'double', 'submitted', 'ascending')),
    expected_runs integer check (expected_runs >= 0),
    follows varchar,
    excludes_query_id boolean,
    citation varchar
);
