-- One row for each item and label set derived from preferences, or from labels of nuggets, questions or rubrics.
--
-- source: preferences.labels; main.nugget_labels of documents and passages
-- grain: collection, variant, query_id, doc_id
-- columns:
--   variant: label set: as in preferences.labels, or the names of the bank of nuggets and of the judge
--   method: 'preferences' or 'nuggets'
--   judge: author of the labels; null for several judges
--   query_id: topic
--   doc_id: item
--   gain: number of wins, or mean label of the topic's nuggets, with 0 for a contradiction
--   num_judgments: number of preferences that include the item, or of nugget labels of the item
-- example: from labels.derived where method = 'nuggets' order by gain desc
create or replace view labels.derived as
select
    collection,
    variant,
    'preferences' as method,
    judge,
    query_id,
    doc_id,
    relevance::double as gain,
    num_votes as num_judgments,
from preferences.labels
union all
select
    collection,
    concat_ws('/', bank, judge) as variant,
    'nuggets' as method,
    judge,
    query_id,
    subject as doc_id,
    avg(greatest(value, 0)) as gain,
    count(*) as num_judgments,
from main.nugget_labels
where subject_kind = 'document'
group by collection, bank, judge, query_id, subject;
