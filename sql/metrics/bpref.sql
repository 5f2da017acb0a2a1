-- Binary preference: for each relevant item, 1 minus the share of judged non-relevant items ranked above it, averaged over all
-- relevant items. Relevant items that are not retrieved add 0.
--
-- source: trec_eval bpref (m_bpref.c); Buckley and Voorhees, SIGIR 2004
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'bpref'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   bpref: position 9; groups official, all_trec; trec_eval 9; uses min_relevance; ir_measures Bpref|BPref(rel=1,
--     judged_only=false)
-- needs: runs
-- caveats: unjudged items are ignored; at most as many non-relevant items are used as the topic has relevant items
-- example: select * from metrics.bpref() where run_id = 'p_bm25'
create or replace macro metrics.bpref(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with preferences as (
    select
        relevant_hits.answer_id,
        case
            when relevant_hits.num_nonrel_so_far = 0 then 1
            else
                1.0::double
                - least(relevant_hits.num_nonrel_so_far, topics.num_rel) / least(topics.num_nonrel, topics.num_rel)
        end as preference,
    from metrics.relevant_hits(variant, min_relevance, tie_rule, judged_only) as relevant_hits
    inner join metrics.topics(variant, min_relevance) as topics
        on relevant_hits.collection = topics.collection
        and relevant_hits.query_id = topics.query_id
),

summed as (
    select
        preferences.answer_id,
        sum(preferences.preference) as total,
    from preferences
    group by preferences.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'bpref' as measure,
    coalesce(summed.total / nullif(answers.num_rel, 0), 0) as value,
from metrics.answers(variant, min_relevance, judged_only) as answers
left join summed on answers.answer_id = summed.answer_id;
