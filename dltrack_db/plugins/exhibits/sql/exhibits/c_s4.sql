-- The example in the appendix: search lengths whose unweighted mean is the harmonic mean.
--
-- source: Atomized Search Length, appendix A.1; values from search_length.unweighted_lengths
-- grain: document
-- columns:
--   document: number of the relevant document, from 1
--   search_length: search length of the document
--   unweighted_search_length: adjusted length; the plain mean of the adjusted lengths is the harmonic mean
--   from_print
-- caveats: the formula is reconstructed from the example
-- example: from exhibits.c_s4
create or replace view exhibits.c_s4 as
with example as (
    select [1, 1, 1, 2, 4, 5, 10, 10000, 10000] as lengths,
)

select
    unnest(range(1, 10)) as document,
    unnest(example.lengths) as search_length,
    unnest(search_length.unweighted_lengths(example.lengths)) as unweighted_search_length,
    ['unweighted_search_length'] as from_print,
from example;
