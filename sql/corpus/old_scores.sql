-- Mean nDCG@k and RR (MS) of every run over old documents only, with the oldness of the full run.
--
-- source: TREC 2021 overview, Figure 8, right panel ("v1 universe")
-- grain: collection, run_id
-- params:
--   k: depth of nDCG and of oldness; the paper uses 10
--   newer: corpus that the runs retrieve from
-- columns:
--   oldness: oldness@k of the full run
--   ndcg: mean nDCG@k over old documents; the ideal order also contains old documents only
--   rr_ms: mean reciprocal rank of the first old document with a sparse label; null if the sparse labels are not loaded
--   num_q: topics in the means: judged topics with a label on an old document
-- caveats: a topic without a relevant old document is included in the means, with nDCG 0 for every run
-- example: select collection, statistics.kendall_tau_b(list(round(rr_ms, 4)), list(round(ndcg, 4))) from
--   corpus.old_scores(10) group by collection
create or replace macro corpus.old_scores(k, newer := 'msmarco-v2-document', older := 'msmarco-v1-document') as table
    with judged as (
        select
            old_judgments.collection,
            old_judgments.variant = collections.qrels_variant as is_official,
            old_judgments.variant = 'msmarco' as is_sparse,
            old_judgments.query_id,
            old_judgments.doc_id,
            greatest(old_judgments.relevance, 0) as gain,
            row_number() over (
                partition by old_judgments.collection, old_judgments.variant, old_judgments.query_id
                order by old_judgments.relevance desc
            ) as ideal_rank,
        from corpus.old_judgments(newer := newer, older := older) as old_judgments
        inner join main.collections as collections on old_judgments.collection = collections.collection
    ),

    ideal as (
        select
            judged.collection,
            judged.query_id,
            sum(judged.gain * metrics.discount(judged.ideal_rank)) filter (where judged.ideal_rank <= k) as ideal_dcg,
        from judged
        where judged.is_official
        group by judged.collection, judged.query_id
    ),

    spine as (
        select
            oldness.collection,
            oldness.run_id,
            oldness.oldness,
            ideal.query_id,
            ideal.ideal_dcg,
        from corpus.oldness(k, newer := newer, older := older) as oldness
        inner join ideal on oldness.collection = ideal.collection
    ),

    found as (
        select
            old_rankings.collection,
            old_rankings.run_id,
            old_rankings.query_id,
            sum(judged.gain * metrics.discount(old_rankings.rank)) filter (
                where judged.is_official and old_rankings.rank <= k
            ) as dcg,
            min(old_rankings.rank) filter (where judged.is_sparse and judged.gain > 0) as first_sparse,
        from corpus.old_rankings(newer := newer, older := older) as old_rankings
        inner join judged
            on
                old_rankings.collection = judged.collection
                and old_rankings.query_id = judged.query_id
                and old_rankings.doc_id = judged.doc_id
        group by old_rankings.collection, old_rankings.run_id, old_rankings.query_id
    ),

    sparse as (
        select distinct judged.collection,
        from judged
        where judged.is_sparse
    )

    select
        spine.collection,
        spine.run_id,
        any_value(spine.oldness) as oldness,
        avg(coalesce(found.dcg / nullif(spine.ideal_dcg, 0), 0)) as ndcg,
        avg(case when sparse.collection is not null then coalesce(1 / found.first_sparse, 0) end) as rr_ms,
        count(*) as num_q,
    from spine
    left join found
        on
            spine.collection = found.collection
            and spine.run_id = found.run_id
            and spine.query_id = found.query_id
    left join sparse on spine.collection = sparse.collection
    group by spine.collection, spine.run_id;
