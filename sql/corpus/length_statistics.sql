-- The number of items in each loaded corpus, and their lengths.
--
-- source: corpus.item_lengths
-- grain: corpus
-- columns:
--   corpus
--   kind: 'passages' or 'documents'
--   num_items: loaded items
--   total_bytes: length of all texts in UTF-8 bytes
--   mean_chars: mean length in characters
--   median_chars: median length in characters, approximate for large corpora
--   min_chars: shortest length in characters
--   max_chars: longest length in characters
-- needs: corpus
create or replace view corpus.length_statistics as
select
    item_lengths.corpus,
    item_lengths.kind,
    count(*) as num_items,
    sum(item_lengths.num_bytes)::bigint as total_bytes,
    avg(item_lengths.num_chars) as mean_chars,
    approx_quantile(item_lengths.num_chars, 0.5) as median_chars,
    min(item_lengths.num_chars) as min_chars,
    max(item_lengths.num_chars) as max_chars,
from corpus.item_lengths as item_lengths
group by item_lengths.corpus, item_lengths.kind
order by item_lengths.corpus;
