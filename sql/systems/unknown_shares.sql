-- The share of a loaded run's items that are not in the collection's corpus and therefore score 0, as a number and as text.
--
-- source: systems.unknown_documents
-- grain: collection, run_id
-- columns:
--   num_items: rows of the run
--   num_unknown: rows whose document is not in the corpus
--   share: num_unknown / num_items
--   sentence: the finding as text
-- needs: runs, corpus
-- caveats: only runs with such documents have a row
-- example: select run_id, round(share, 3) as share, sentence from systems.unknown_shares
create or replace view systems.unknown_shares as
with lengths as (
    select
        collection,
        run_id,
        sum(num_ret)::bigint as num_items,
    from main.run_topics
    group by collection, run_id
),

totals as (
    select
        collection,
        run_id,
        any_value(corpus) as corpus,
        sum(num_unknown)::bigint as num_unknown,
        min_by(first_unknown, query_id) as first_unknown,
    from systems.unknown_documents
    group by collection, run_id
)

select
    totals.collection,
    totals.run_id,
    lengths.num_items,
    totals.num_unknown,
    totals.num_unknown / lengths.num_items as share,
    format(
        '{}: {:.1f}% of its documents ({:,} of {:,} rows) are not in the corpus ''{}'' and score 0; the first is ''{}''; '
        'check that this is an id of {}',
        totals.run_id,
        100 * totals.num_unknown / lengths.num_items,
        totals.num_unknown,
        lengths.num_items,
        totals.corpus,
        left(totals.first_unknown, 60),
        totals.collection
    ) as sentence,
from totals
inner join lengths on lengths.collection = totals.collection and lengths.run_id = totals.run_id;
