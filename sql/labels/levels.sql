-- The relevance level of every set of labels: the lowest relevant label, which all binary measures use.
--
-- source: main.qrels_variants; main.collections for official labels without an entry there
-- grain: collection, variant
-- columns:
--   variant: set of labels that is loaded, or the official set
--   min_relevance: lowest relevant label, which may be a fraction; null if not defined, so that binary measures need an
--     explicit level
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
