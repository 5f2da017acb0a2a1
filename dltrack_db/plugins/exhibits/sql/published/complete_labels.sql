-- One row for each label set that the papers' numbers need: how many labels are loaded, and whether the set is complete.
--
-- source: main.qrels against main.collection_parts; main.loads for the md5 of the files
-- grain: collection, variant
-- columns:
--   variant: label set
--   num_labels: number of loaded labels
--   expected_labels: number of labels in the official file; null if there is no official file
--   num_topics: number of topics judged by the official labels; null except for sparse labels without an official file
--   num_labelled: number of topics with a positive sparse label; null except for sparse labels without an official file
--   is_verified: whether the labels were loaded from files whose md5 is in a recipe, and no label was added or removed after
--     the load
--   is_complete: whether the labels are verified and include all labels of the official file. Without an official file:
--     whether every judged topic has a sparse label; for other labels, whether there is at least one label
--   reason: reason that the labels are not complete; null if they are
-- caveats: the sparse labels of the test topics have no official file and no published md5
-- example: from published.complete_labels where not is_complete
create or replace view published.complete_labels as
with expected as (
    -- several editions may list the same label set
    select
        editions.collection,
        editions.variant,
        max(editions.expected_labels) as expected_labels,
    from (
        select
            collection_parts.collection,
            collection_parts.name as variant,
            sum(collection_parts.expected_rows)::bigint as expected_labels,
        from main.collection_parts as collection_parts
        where collection_parts.part = 'qrels'
        group by collection_parts.edition, collection_parts.collection, collection_parts.name
    ) as editions
    group by editions.collection, editions.variant
),

loaded as (
    select
        qrels.collection,
        qrels.variant,
        count(*) as num_labels,
    from main.qrels as qrels
    group by qrels.collection, qrels.variant
),

topics as (
    select
        qrels.collection,
        qrels.query_id,
        bool_or(qrels.variant = collections.qrels_variant) as is_judged,
        bool_or(qrels.variant = 'msmarco' and qrels.relevance > 0) as has_sparse,
    from main.qrels as qrels
    inner join main.collections as collections on qrels.collection = collections.collection
    where collections.qrels_variant <> 'msmarco' and qrels.variant in (collections.qrels_variant, 'msmarco')
    group by qrels.collection, qrels.query_id
),

ledger as (
    select
        loads.collection,
        loads.name as variant,
        bool_and(loads.verified = 'md5') as has_known_md5,
        sum(loads.measured_rows) as measured_labels,
    from main.loads as loads
    where loads.part = 'qrels'
    group by loads.collection, loads.name
),

sparse as (
    select
        topics.collection,
        'msmarco' as variant,
        count(*) filter (where topics.is_judged) as num_topics,
        count(*) filter (where topics.is_judged and topics.has_sparse) as num_labelled,
    from topics
    group by topics.collection
),

compared as (
    select
        loaded.collection,
        loaded.variant,
        loaded.num_labels,
        expected.expected_labels,
        sparse.num_topics,
        sparse.num_labelled,
        coalesce(ledger.has_known_md5, false) and ledger.measured_labels = loaded.num_labels as is_verified,
        case
            when loaded.num_labels < expected.expected_labels
                then loaded.num_labels || ' of ' || expected.expected_labels || ' labels loaded'
            when expected.expected_labels is null and sparse.num_labelled < sparse.num_topics
                then sparse.num_labelled || ' of ' || sparse.num_topics || ' judged topics'
            when not coalesce(ledger.has_known_md5, false) then 'may not be the official file: its md5 is in no recipe'
            when ledger.measured_labels <> loaded.num_labels
                then loaded.num_labels || ' labels in the table, but ' || ledger.measured_labels || ' were loaded'
        end as reason,
    from loaded
    left join expected
        on
            loaded.collection = expected.collection
            and loaded.variant = expected.variant
    left join sparse
        on
            loaded.collection = sparse.collection
            and loaded.variant = sparse.variant
            and expected.expected_labels is null
    left join ledger
        on
            loaded.collection = ledger.collection
            and loaded.variant = ledger.variant
)

select
    compared.collection,
    compared.variant,
    compared.num_labels,
    compared.expected_labels,
    compared.num_topics,
    compared.num_labelled,
    compared.is_verified,
    compared.reason is null as is_complete,
    compared.reason,
from compared;
