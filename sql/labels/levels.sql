-- From which label on an item is relevant, for every set of labels: the one place that binary measures ask.
--
-- source: main.qrels_variants; main.collections for official labels that nobody described
-- grain: collection, variant
-- columns:
--   variant: set of labels that is loaded, or the official one
--   min_relevance: lowest label that is relevant, which may be a fraction; null where nobody said, and then binary
--     measures need one that is named
-- example: from labels.levels where min_relevance is null
create or replace view labels.levels as
select
    coalesce(judges.collection, collections.collection) as collection,
    coalesce(judges.variant, collections.qrels_variant) as variant,
    case when judges.variant is null then collections.min_relevance else judges.min_relevance end as min_relevance,
from main.qrels_variants as judges
full join main.collections as collections
    on judges.collection = collections.collection
    and judges.variant = collections.qrels_variant;
