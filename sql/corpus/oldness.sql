-- Oldness@k of every run: the share of its first k documents whose URL was already in an older corpus.
--
-- source: TREC 2021 overview, section 4, paragraph "Oldness", and Figure 8
-- grain: collection, run_id
-- params:
--   k: depth; the paper uses 10
--   newer: corpus that the runs retrieve from
-- columns:
--   oldness: number of old documents among the first k, divided by the number of documents among the first k; mean over judged
--     topics
--   num_q: judged topics with results in the run
--   unknown_share: share of the documents among the first k whose URL is not loaded; such documents are treated as not old
-- caveats: the paper divides by 10; results differ from the paper only if a run returns fewer than k documents
-- example: from corpus.oldness(10) where collection = 'trec2021-docs' order by oldness desc
create or replace macro corpus.oldness(k, newer := 'msmarco-v2-document', older := 'msmarco-v1-document') as table
    with tops as (
        select
            ranked.collection,
            ranked.run_id,
            ranked.query_id,
            ranked.doc_id,
        from metrics.ranked as ranked
        inner join main.collections as collections on ranked.collection = collections.collection
        semi join main.qrels as qrels
            on
                ranked.collection = qrels.collection
                and ranked.query_id = qrels.query_id
                and collections.qrels_variant = qrels.variant
        where collections.corpus = newer and ranked.rank <= k
    ),

    ages as (
        select
            document_age.doc_id,
            document_age.is_old,
        from corpus.document_age(newer := newer, older := older) as document_age
    ),

    queries as (
        select
            tops.collection,
            tops.run_id,
            tops.query_id,
            count(*) filter (where ages.is_old) / count(*) as oldness,
            count(*) - count(ages.is_old) as num_unknown,
            count(*) as num_top,
        from tops
        left join ages on tops.doc_id = ages.doc_id
        group by tops.collection, tops.run_id, tops.query_id
    )

    select
        collection,
        run_id,
        avg(oldness) as oldness,
        count(*) as num_q,
        sum(num_unknown) / sum(num_top) as unknown_share,
    from queries
    group by collection, run_id;
