-- Digests of the lines of label files. Labels by subtopic are read from the lines, because main.qrels has only the highest
-- grades.
select
    qrels.file_id,
    count(*) as measured_rows,
    sum(
        catalog.qrels_digest(
            qrels.query_id,
            qrels.doc_id,
            qrels.relevance,
            qrels.iteration,
            gain := qrels.gain,
            stratum := qrels.stratum
        )
    ) as digest_sum,
from memory.staging.qrels as qrels
group by qrels.file_id;
