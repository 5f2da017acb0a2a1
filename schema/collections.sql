-- Collections: one row per judged task of an edition, with its corpus, topics, labels and evaluation conventions.
--
-- source: TREC Deep Learning track overviews, section "Task description"; recipes in ingest/recipes
-- grain: collection
-- columns:
--   collection: name of the judged task, e.g. 'trec2021-passages'
--   edition: recipe that loads the collection, e.g. 'trec2021'
--   year
--   task: kind of retrieved items: 'docs' or 'passages' in the track, any name in other collections
--   title: title of the collection in one line
--   corpus: corpus of the retrieved items, e.g. 'msmarco-v2-passage'
--   query_set: topic set, as in main.queries
--   qrels_variant: name of the official label set, as in main.qrels
--   min_relevance: lowest relevant grade for binary measures (in the track 1 for documents, 2 for passages)
--   run_depth: maximum number of items per topic in a run; null if there is no limit
--   overview_depth: depth at which the overview paper cuts runs before scoring; null if it does not cut them
--   ncg_depth: k of the column NCG@k in the overview paper (100; 1000 for 2019 passages)
--   tie_rule: order of equal scores: 'float' (scores compared as 4-byte floats, then doc_id descending), 'double' (scores
--     compared as doubles, then doc_id descending), 'submitted' (rank column) or 'ascending' (scores compared as doubles, then
--     doc_id ascending), see metrics.orders
--   expected_runs: number of submitted runs; null if unknown
--   follows: collection of the previous round, if the track has rounds on a growing corpus; else null. Items judged in earlier
--     rounds are then excluded (residual evaluation) and are unjudged in this round's labels
--   excludes_query_id: whether the item with the topic's id is excluded, for topics that are items (ArguAna, Quora)
--   citation: BibTeX entry from the recipe; null if published.overviews has the paper, or no paper is known
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
