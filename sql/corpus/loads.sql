-- Every load of a corpus with its progress: published loads, and unfinished loads that can be continued.
--
-- source: store.corpora, store.members
-- grain: load_no
-- columns:
--   load_no: number of the load
--   corpus
--   kind: 'passages', 'documents', 'near-duplicates' or 'distinct-passages'
--   profile: stored rows and texts: 'full', 'ids' (no texts) or 'judged' (only items in qrels or rankings)
--   is_subset: whether the user declared that the files contain only some lines of the corpus
--   is_published: whether the load is complete and visible in queries
--   num_files: files read completely
--   num_rejected_files: rejected files
--   num_rows: records read so far
--   num_stored: rows stored so far
--   expected_rows: number of records in the complete corpus; null if unknown
--   source: origin of the files
--   started_at: time at which the load began
--   published_at: time at which the load became visible; null for an unpublished load
-- needs: corpus
create or replace view corpus.loads as
select
    corpora.load_no,
    corpora.corpus,
    corpora.kind,
    corpora.profile,
    corpora.is_subset,
    corpora.is_published,
    count(*) filter (where members.state = 'complete') as num_files,
    count(*) filter (where members.state = 'rejected') as num_rejected_files,
    coalesce(sum(members.num_rows), 0)::bigint as num_rows,
    coalesce(sum(members.num_stored), 0)::bigint as num_stored,
    corpora.expected_rows,
    corpora.source,
    corpora.started_at,
    corpora.published_at,
from store.corpora as corpora
left join store.members as members
    on corpora.load_no = members.load_no
group by
    corpora.load_no,
    corpora.corpus,
    corpora.kind,
    corpora.profile,
    corpora.is_subset,
    corpora.is_published,
    corpora.expected_rows,
    corpora.source,
    corpora.started_at,
    corpora.published_at;
