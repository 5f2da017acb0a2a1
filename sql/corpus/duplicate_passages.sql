-- Passages whose text is identical to the text of another passage in the corpus.
--
-- source: MS MARCO v2 passages contain about 19 million exact duplicates; texts are compared, and NIST's near-duplicate
--   classes are not used
-- grain: corpus, passage_id
-- columns:
--   corpus: passage corpus
--   passage_id: passage with a duplicate
--   representative_id: first passage with the same text, by id
--   num_passages: passages with this text
-- needs: corpus
-- caveats: only passages loaded with their text are compared
-- example: select corpus, count(*) from corpus.duplicate_passages group by corpus
create or replace view corpus.duplicate_passages as
with grouped as (
    select
        passages.corpus,
        passages.passage_id,
        min(passages.passage_id) over (partition by passages.corpus, passages.text) as representative_id,
        count(*) over (partition by passages.corpus, passages.text) as num_passages,
    from main.passages as passages
    where passages.text is not null
)

select
    corpus,
    passage_id,
    representative_id,
    num_passages,
from grouped
where num_passages > 1;
