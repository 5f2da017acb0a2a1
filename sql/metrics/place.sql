-- Position of an item in its ranking, from 1: the window function that alone defines the order of all runs.
--
-- source: trec_eval form_res_rels.c: 'float' up to 9.0.7 and in pytrec_eval, 'double' in 9.0.8 and 10; both order equal
--   scores by doc_id descending bytewise and ignore the rank column of the file
-- params:
--   answer: number of the pair of run and topic; items with the same number are ordered together
--   tie_rule: 'float': by score as a 4-byte float, ties by doc_id descending; 'double': by score as submitted, ties by doc_id
--     descending; 'submitted': by the rank column, ties as under 'double'; 'ascending': by score as submitted, ties by doc_id
--     ascending
--   score: score as submitted
--   doc_id: id of the item, or a value that sorts like the ids
-- returns: bigint
-- caveats: main.rankings.rank is the position under the tie rule of the collection; metrics.orders has the positions under all
--   rules
-- example: select doc_id, metrics.place(0, 'double', 1, score, doc_id) as place from (values ('a', 2.5), ('b', 2.5)) as items (doc_id, score)
create or replace macro metrics.place(answer, tie_rule, submitted_rank, score, doc_id) as
    row_number() over (
        partition by answer
        order by
            metrics.order_key(tie_rule, submitted_rank, score) desc,
            case when tie_rule = 'submitted' then score end desc,
            case when tie_rule = 'ascending' then doc_id end asc,
            doc_id desc
    );
