-- Every load of a corpus and its progress: published loads, and unfinished loads that can be continued.
--
-- source: store.corpora, store.members
-- grain: load_no
-- columns:
--   load_no: number of the load
--   corpus
--   kind: type of the corpus's items
--   profile: what is kept: 'full', 'ids' or 'judged'
--   is_subset: whether the files were declared to hold only some lines of the corpus
--   is_published: whether the load is visible
--   num_files: files finished
--   num_rejected_files: files that were rejected
--   num_rows: records read so far
--   num_stored: rows kept
--   expected_rows: records of the complete corpus; null if unknown
--   source: origin of the files
--   started_at: when the load began
--   published_at: when the load became visible
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
