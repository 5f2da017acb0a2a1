-- Judged tasks of editions, with the evaluation conventions of their organizers.
--
-- source: TREC Deep Learning track overviews, section "Task description"; recipes in ingest/recipes
-- grain: collection
-- columns:
--   collection: name of the judged task, e.g. 'trec2021-passages'
--   edition: the recipe that loads it, e.g. 'trec2021'
--   year
--   task: kind of retrieved items: 'docs' or 'passages' in the track, any name in other collections
--   title: one line of text
--   corpus: corpus whose ids are retrieved, e.g. 'msmarco-v2-passage'
--   query_set: its topics in queries
--   qrels_variant: the official judgments among the variants in qrels
--   min_relevance: lowest relevant grade for binary measures (track: docs 1, passages 2)
--   run_depth: maximum number of items of a run per topic; null without a limit
--   overview_depth: depth at which the overview cuts runs before scoring; null if it does not
--   ncg_depth: k of the overview's NCG@k column (100; 1000 for 2019 passages)
--   tie_rule: order of equal scores: 'float' (scores compared as 4-byte floats, then doc_id
--     descending), 'double' (as doubles), 'submitted' (rank column) or 'ascending' (as doubles, then doc_id ascending), see metrics.orders
--   expected_runs: number of submitted runs, null when unknown
--   follows: the previous round, in a track of rounds on a growing corpus; items judged in earlier rounds are excluded here
--     (residual evaluation): a round is scored by its own labels, in which those items are unjudged; null for other tasks
--   excludes_query_id: whether the item with the topic's id is excluded, for topics that are items (ArguAna, Quora)
--   citation: BibTeX from its recipe; null if published.overviews has its paper, or none is known
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
