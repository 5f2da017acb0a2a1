-- The corpora that are loaded completely: an id that a run returns is wrong if it is not in the corpus. The corpus of a recipe
-- is complete if all of its texts or ids are loaded. A user's own corpus is complete unless it was loaded with --subset.
--
-- source: corpus.loads
-- grain: corpus
-- columns:
--   corpus: name of the corpus
-- needs: corpus
-- example: from systems.complete_corpora
create or replace view systems.complete_corpora as
select corpora.corpus
from corpus.loads as corpora
where
    corpora.is_published
    and corpora.kind in ('passages', 'documents')
    and corpora.profile <> 'judged'
    and not corpora.is_subset
    and corpora.num_rejected_files = 0
    and corpora.num_stored >= coalesce(corpora.expected_rows, 0);
