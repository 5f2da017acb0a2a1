-- Checksums of rankings.
select
    'runs' as part,
    run_topics.collection,
    run_topics.run_id as name,
    sum(answered.num_ret)::bigint as num_rows,
    sum(catalog.answer_digest(run_topics.query_id, answered.num_ret, answered.digest_sum))::varchar as checksum,
from (
    select
        rankings.answer_id,
        count(*) as num_ret,
        sum(catalog.ranking_digest(rankings.doc_id, rankings.submitted_rank, rankings.score)) as digest_sum,
    from store.rankings as rankings
    group by rankings.answer_id
) as answered
inner join main.run_topics as run_topics on run_topics.answer_id = answered.answer_id
group by run_topics.collection, run_topics.run_id;
