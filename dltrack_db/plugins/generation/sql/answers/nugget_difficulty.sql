-- One row for each nugget and judge: how many answers or documents contain the nugget.
--
-- source: main.nugget_labels; main.nuggets
-- grain: collection, bank, judge, subject_kind, query_id, nugget_id
-- columns:
--   bank: nuggets that were labelled
--   judge: author of the labels
--   subject_kind: 'run' for answers of runs, 'document' for documents and passages
--   query_id: topic
--   nugget_id: id of the nugget in its bank
--   importance: 'vital' or 'okay'; null if the bank is not loaded or has no importance
--   num_labelled: number of answers or documents with a label
--   mean_value: mean of the labels' values
--   share_supported: share of labelled answers or documents with full support
--   share_partial: share of labelled answers or documents with partial support
--   share_contradicted: share of labelled answers or documents that contradict the nugget
--   is_never_found: whether no label has a value above 0
-- needs: labels of nuggets
-- example: select query_id, nugget_id from answers.nugget_difficulty where is_never_found
create or replace view answers.nugget_difficulty as
select
    labels.collection,
    labels.bank,
    labels.judge,
    labels.subject_kind,
    labels.query_id,
    labels.nugget_id,
    any_value(nuggets.importance) as importance,
    count(*) as num_labelled,
    avg(labels.value) as mean_value,
    avg((labels.value = 1)::integer) as share_supported,
    avg((labels.value = 0.5)::integer) as share_partial,
    avg((labels.value < 0)::integer) as share_contradicted,
    max(labels.value) <= 0 as is_never_found,
from main.nugget_labels as labels
left join main.nuggets as nuggets
    on nuggets.collection = labels.collection
    and nuggets.bank = labels.bank
    and nuggets.query_id = labels.query_id
    and nuggets.nugget_id = labels.nugget_id
group by labels.collection, labels.bank, labels.judge, labels.subject_kind, labels.query_id, labels.nugget_id
order by labels.collection, labels.bank, labels.judge, labels.subject_kind, labels.query_id, labels.nugget_id;
