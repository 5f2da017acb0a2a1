-- Whether an item is ranked ahead of another item of the same run and topic, by the order of metrics.place.
--
-- source: metrics.place; a test compares the two orders
-- params:
--   tie_rule: 'float', 'double', 'submitted' or 'ascending', see metrics.place
--   submitted_rank: rank column of the item
--   score: score of the item
--   doc_id: id of the item
--   other_rank: rank column of the other item
--   other_score: score of the other item
--   other_doc_id: id of the other item
-- returns: boolean; null if a rank or score that the rule uses is null
-- caveats: to check an order without sorting it in a window function, compare each item with the next item
-- example: select metrics.is_ahead('double', 1, 2.5, 'b', 2, 2.5, 'a')
create or replace macro metrics.is_ahead(
    tie_rule, submitted_rank, score, doc_id, other_rank, other_score, other_doc_id
) as
    metrics.order_key(tie_rule, submitted_rank, score) > metrics.order_key(tie_rule, other_rank, other_score)
    or (
        metrics.order_key(tie_rule, submitted_rank, score) = metrics.order_key(tie_rule, other_rank, other_score)
        and case
            when tie_rule = 'submitted' and score <> other_score then score > other_score
            when tie_rule = 'ascending' then doc_id < other_doc_id
            else doc_id > other_doc_id
        end
    );
