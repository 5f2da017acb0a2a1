-- How many sets of labels grade items that the official labels grade too, and how many of them are of models. Parameters: collection.
select
    count(distinct pairs.variant) as num_variants,
    count(distinct pairs.variant) filter (where judges.kind = 'llm') as num_models,
from labels.official_pairs as pairs
left join main.qrels_variants as judges
    on pairs.collection = judges.collection and pairs.variant = judges.variant
where pairs.collection = $1 and pairs.relevance is not null;
