-- Histogram of the item lengths in each corpus; each bin is twice as wide as the previous bin.
--
-- source: corpus.item_lengths
-- grain: corpus, from_chars
-- columns:
--   corpus
--   kind: 'passages' or 'documents'
--   from_chars: shortest length in the bin, in characters
--   to_chars: longest length in the bin, in characters
--   num_items: items in the bin
--   share: share of the corpus's items that are in the bin
-- needs: corpus
create or replace view corpus.length_histogram as
with binned as (
    select
        item_lengths.corpus,
        item_lengths.kind,
        case when item_lengths.num_chars > 0 then floor(log2(item_lengths.num_chars))::integer end as bin,
        count(*) as num_items,
    from corpus.item_lengths as item_lengths
    group by all
)

select
    binned.corpus,
    binned.kind,
    coalesce(1 << binned.bin, 0) as from_chars,
    coalesce((2 << binned.bin) - 1, 0) as to_chars,
    binned.num_items,
    binned.num_items / sum(binned.num_items) over (partition by binned.corpus) as share,
from binned
order by binned.corpus, from_chars;
