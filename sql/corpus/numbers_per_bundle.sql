-- The limit that the last number of an id never reaches; it is defined only here.
--
-- source: byte offsets in MS MARCO v2 reach 4,872,377,370 in the published labels (documents, bundle 17), beyond 2^32
-- returns: bigint
-- example:
--   select corpus.numbers_per_bundle();  -- 10000000000
create or replace macro corpus.numbers_per_bundle() as 10000000000;
