-- Digests of the lines of files of labels; of labels by subtopic, main.qrels has less than the lines say.
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
