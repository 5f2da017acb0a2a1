-- The number that one topic of a run adds to the checksum of the run.
--
-- source: catalog.digest of the topic and of the sum over its items
-- params:
--   num_ret: retrieved items
--   digest_sum: sum of catalog.ranking_digest over the items
-- returns: whole number, see catalog.digest
-- example: select catalog.answer_digest('1', 1, catalog.ranking_digest('d1', 1, 12.5))
create or replace macro catalog.answer_digest(query_id, num_ret, digest_sum) as
    catalog.digest(concat(num_ret, ' ', digest_sum, ' ', query_id));
