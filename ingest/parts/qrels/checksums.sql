-- Checksums of labels. Labels by subtopic are in a separate table; main.qrels has the highest grade of each document.
select
    'qrels' as part,
    labels.collection,
    labels.variant as name,
    count(*) as num_rows,
    sum(
        catalog.qrels_digest(
            labels.query_id,
            labels.doc_id,
            labels.relevance,
            labels.iteration,
            gain := labels.gain,
            stratum := labels.stratum
        )
    )::varchar as checksum,
from (
    select
        qrels.collection,
        qrels.variant,
        qrels.query_id,
        qrels.doc_id,
        qrels.relevance,
        qrels.iteration,
        qrels.gain,
        qrels.stratum,
    from main.qrels as qrels
    where
        (qrels.collection, qrels.variant) not in (
            select distinct (subtopic_qrels.collection, subtopic_qrels.variant) from main.subtopic_qrels as subtopic_qrels
        )
    union all
    select
        subtopic_qrels.collection,
        subtopic_qrels.variant,
        subtopic_qrels.query_id,
        subtopic_qrels.doc_id,
        subtopic_qrels.relevance,
        subtopic_qrels.subtopic as iteration,
        null as gain,
        null as stratum,
    from main.subtopic_qrels as subtopic_qrels
) as labels
group by labels.collection, labels.variant;
