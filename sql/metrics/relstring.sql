-- The grades of the first n retrieved items as a string, one character each.
--
-- source: trec_eval relstring (m_relstring.c)
-- grain: collection, run_id, query_id, measure
-- params:
--   n: number of items
-- columns:
--   measure: 'relstring'
--   value: text with one character for each item: a grade from 0 to 9, '>' for a higher grade, '.' for a negative grade, '-'
--     for an item without a label
-- measures:
--   relstring: position 13; direction none; parameter coefficients; defaults [10]; summary none; format text; groups all_trec;
--     trec_eval 9
-- needs: runs
-- caveats: not in metrics.query_scores, because the value is a text; min_relevance has no effect
-- example: select * from metrics.relstring() where run_id = 'p_bm25'
create or replace macro metrics.relstring(
    n := 10, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with places as (
    select
        answers.answer_id,
        unnest(range(1, least(answers.num_ret, n) + 1)) as rank,
    from metrics.answers(variant, min_relevance, judged_only) as answers
),

strings as (
    select
        places.answer_id,
        string_agg(
            case
                when hits.relevance is null then '-'
                when hits.relevance < 0 then '.'
                when hits.relevance > 9 then '>'
                else hits.relevance::varchar
            end,
            '' order by places.rank
        ) as value,
    from places
    left join metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
        on places.answer_id = hits.answer_id
        and places.rank = hits.rank
    group by places.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'relstring' as measure,
    coalesce(strings.value, '') as value,
from metrics.answers(variant, min_relevance, judged_only) as answers
left join strings on answers.answer_id = strings.answer_id;
