-- Checksums of rankings. Topics are joined before the digests are summed, so that only the topics of one collection are read.
select
    'runs' as part,
    answered.collection,
    answered.run_id as name,
    sum(answered.num_ret)::bigint as num_rows,
    sum(catalog.answer_digest(answered.query_id, answered.num_ret, answered.digest_sum))::varchar as checksum,
from (
    select
        run_topics.collection,
        run_topics.run_id,
        run_topics.query_id,
        run_topics.answer_id,
        count(*) as num_ret,
        sum(catalog.ranking_digest(rankings.doc_id, rankings.submitted_rank, rankings.score)) as digest_sum,
    from store.rankings as rankings
    inner join main.run_topics as run_topics on rankings.answer_id = run_topics.answer_id
    group by run_topics.collection, run_topics.run_id, run_topics.query_id, run_topics.answer_id
) as answered
group by answered.collection, answered.run_id;
