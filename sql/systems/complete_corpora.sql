-- The corpora that are loaded completely, so that an id which is not there is wrong: texts or ids, all that the recipe
-- counts; of a user's own all that was loaded, unless it was said to be a part (--subset).
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
