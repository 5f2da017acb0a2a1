-- Strengths of items by the model of Bradley and Terry, with the defaults of preferences.strengths_by.
--
-- source: preferences.strengths_by
-- grain: collection, source, dimension, query_id, item
-- columns:
--   source: file of the preferences, by its name
--   dimension: what the items are compared by
--   query_id
--   item: document, passage or answer
--   merit: natural logarithm of the strength; the merits of a topic have mean 0
--   standard_error: of merit, from the curvature of the likelihood
--   low: lower end of the 95% interval of merit
--   high: upper end of the 95% interval of merit
--   place: place by merit within the topic, 1 is the best
--   num_steps: steps of the iteration
--   reason: why there is none; null, as the default prior gives every topic strengths
-- needs: preferences
-- example: from preferences.strengths where query_id = '2082' order by place
create or replace view preferences.strengths as
from preferences.strengths_by();
