-- The name of a set of labels if it is a sample drawn from strata. Parameters: collection, labels (null for the official
-- ones).
select samples.variant,
from labels.samples as samples
inner join main.collections as collections on samples.collection = collections.collection
where samples.collection = $1 and samples.variant = coalesce($2, collections.qrels_variant);
