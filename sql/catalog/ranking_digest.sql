-- The number that one retrieved item adds to the sum for its run and topic, which is an argument of catalog.answer_digest.
--
-- source: catalog.digest of its columns; numbers contain no spaces, so one space separates the columns
-- params:
--   doc_id: retrieved item
--   score: score as submitted, in double precision
-- returns: whole number, see catalog.digest
-- caveats: the most expensive step of the checksums: it builds one text and one md5 for every row of a run
-- example: select catalog.ranking_digest('d1', 1, 12.5)
create or replace macro catalog.ranking_digest(doc_id, submitted_rank, score) as
    catalog.digest(concat(submitted_rank, ' ', score, ' ', doc_id));
