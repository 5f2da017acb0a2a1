-- Collections with all submitted runs and official labels loaded, in which 'the best run' is really the best.
--
-- source: published.run_identity, published.complete_labels, main.collections
-- grain: collection
-- example: from published.complete_collections
create or replace view published.complete_collections as
with runs as (
    select
        run_identity.collection,
        count(*) as num_runs,
    from published.run_identity as run_identity
    where run_identity.is_submitted
    group by run_identity.collection
)

select collections.collection,
from main.collections as collections
inner join runs
    on
        collections.collection = runs.collection
        and runs.num_runs >= collections.expected_runs
inner join published.complete_labels as complete_labels
    on
        collections.collection = complete_labels.collection
        and collections.qrels_variant = complete_labels.variant
where complete_labels.is_complete;
