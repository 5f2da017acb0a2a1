-- nDCG@10 of each document run by the assessors' document labels and by labels inferred from passages.
--
-- source: TREC 2021 overview, section 4 and figure 9 (left: documents 'all', right: 'common')
-- grain: collection, rule, documents, run_id
-- columns:
--   collection: document task
--   rule: inference rule, see labels.inferred_document_labels; the paper uses 'max'
--   documents: 'all': each set with all its labels; 'common': both sets reduced to the documents that have both labels
--   run_id: loaded run
--   category: 'nnlm', 'nn', 'trad' or 'prompt'; null if unknown
--   num_queries: topics labelled in both sets; the means are over these topics
--   ndcg_cut_10_actual: mean nDCG@10 by the official labels
--   ndcg_cut_10_inferred: mean nDCG@10 by the inferred labels
-- needs: runs, mapping
-- caveats: all loaded runs are included; an unlabelled item has gain 0 and keeps its rank
create or replace view labels.inferred_scores as
with
actual as (
    select
        qrels.collection,
        qrels.query_id,
        qrels.doc_id,
        greatest(qrels.relevance, 0) as gain,
    from labels.counted as qrels
    inner join main.collections
        on qrels.collection = collections.collection and qrels.variant = collections.qrels_variant
),

inferred as (
    select
        documents.collection,
        documents.rule,
        documents.query_id,
        documents.doc_id,
        greatest(documents.relevance, 0) as gain,
    from labels.inferred_document_labels as documents
    anti join metrics.exclusions as exclusions
        on
            documents.collection = exclusions.collection
            and documents.query_id = exclusions.query_id
            and documents.doc_id = exclusions.doc_id
),

actual_queries as (
    select distinct
        collection,
        query_id,
    from actual
),

inferred_queries as (
    select distinct
        collection,
        rule,
        query_id,
    from inferred
),

queries as (
    select
        inferred_queries.collection,
        inferred_queries.rule,
        inferred_queries.query_id,
    from inferred_queries
    inner join actual_queries
        on
            inferred_queries.collection = actual_queries.collection
            and inferred_queries.query_id = actual_queries.query_id
),

labelled_queries as (
    select distinct
        collection,
        query_id,
    from queries
),

actual_gains as (
    select
        queries.collection,
        queries.rule,
        queries.query_id,
        actual.doc_id,
        actual.gain,
    from queries
    inner join actual
        on queries.collection = actual.collection and queries.query_id = actual.query_id
),

inferred_gains as (
    select
        queries.collection,
        queries.rule,
        queries.query_id,
        inferred.doc_id,
        inferred.gain,
    from queries
    inner join inferred
        on
            queries.collection = inferred.collection
            and queries.rule = inferred.rule
            and queries.query_id = inferred.query_id
),

paired_gains as (
    select
        coalesce(actual_gains.collection, inferred_gains.collection) as collection,
        coalesce(actual_gains.rule, inferred_gains.rule) as rule,
        coalesce(actual_gains.query_id, inferred_gains.query_id) as query_id,
        coalesce(actual_gains.doc_id, inferred_gains.doc_id) as doc_id,
        actual_gains.gain as gain_actual,
        inferred_gains.gain as gain_inferred,
    from actual_gains
    full outer join inferred_gains
        on
            actual_gains.collection = inferred_gains.collection
            and actual_gains.rule = inferred_gains.rule
            and actual_gains.query_id = inferred_gains.query_id
            and actual_gains.doc_id = inferred_gains.doc_id
),

gains as (
    select
        collection,
        rule,
        query_id,
        doc_id,
        unnest(['all', 'all', 'common', 'common']) as documents,
        unnest(['actual', 'inferred', 'actual', 'inferred']) as label_source,
        unnest(
            [
                gain_actual,
                gain_inferred,
                case when gain_inferred is not null then gain_actual end,
                case when gain_actual is not null then gain_inferred end,
            ]
        ) as gain,
    from paired_gains
),

best_order as (
    select
        collection,
        rule,
        documents,
        label_source,
        query_id,
        gain,
        row_number() over (
            partition by collection, rule, documents, label_source, query_id order by gain desc
        ) as rank,
    from gains
    where gain > 0
),

ideals as (
    select
        collection,
        rule,
        documents,
        label_source,
        query_id,
        sum(gain * metrics.discount(rank)) as ideal_dcg,
    from best_order
    where rank <= 10
    group by collection, rule, documents, label_source, query_id
),

top_items as (
    select
        ranked.collection,
        ranked.run_id,
        ranked.query_id,
        ranked.doc_id,
        ranked.rank,
    from metrics.ranked
    inner join labelled_queries
        on ranked.collection = labelled_queries.collection and ranked.query_id = labelled_queries.query_id
    where ranked.rank <= 10
),

gained as (
    select
        gains.collection,
        gains.rule,
        gains.documents,
        gains.label_source,
        top_items.run_id,
        gains.query_id,
        sum(gains.gain * metrics.discount(top_items.rank)) as dcg,
    from top_items
    inner join gains
        on
            top_items.collection = gains.collection
            and top_items.query_id = gains.query_id
            and top_items.doc_id = gains.doc_id
    where gains.gain > 0
    group by gains.collection, gains.rule, gains.documents, gains.label_source, top_items.run_id, gains.query_id
),

run_sums as (
    select
        gained.collection,
        gained.rule,
        gained.documents,
        gained.run_id,
        sum(gained.dcg / ideals.ideal_dcg) filter (where gained.label_source = 'actual') as sum_actual,
        sum(gained.dcg / ideals.ideal_dcg) filter (where gained.label_source = 'inferred') as sum_inferred,
    from gained
    inner join ideals
        on
            gained.collection = ideals.collection
            and gained.rule = ideals.rule
            and gained.documents = ideals.documents
            and gained.label_source = ideals.label_source
            and gained.query_id = ideals.query_id
    group by gained.collection, gained.rule, gained.documents, gained.run_id
),

query_counts as (
    select
        collection,
        rule,
        count(*) as num_queries,
    from queries
    group by collection, rule
),

spine as (
    select
        query_counts.collection,
        query_counts.rule,
        sources.documents,
        runs.run_id,
        runs.category,
        query_counts.num_queries,
    from query_counts
    inner join main.runs
        on query_counts.collection = runs.collection
    cross join (values ('all'), ('common')) as sources (documents)
    where runs.source_file is not null
)

select
    spine.collection,
    spine.rule,
    spine.documents,
    spine.run_id,
    spine.category,
    spine.num_queries,
    coalesce(run_sums.sum_actual, 0) / spine.num_queries as ndcg_cut_10_actual,
    coalesce(run_sums.sum_inferred, 0) / spine.num_queries as ndcg_cut_10_inferred,
from spine
left join run_sums
    on
        spine.collection = run_sums.collection
        and spine.rule = run_sums.rule
        and spine.documents = run_sums.documents
        and spine.run_id = run_sums.run_id;
