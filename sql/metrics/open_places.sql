-- Retrieved items that have a gain, or could get a gain because they are unjudged: the items that bounds depend on.
--
-- source: Moffat and Zobel, TOIS 27(1), 2008, section 3 (unknown part of a ranking)
-- grain: collection, run_id, query_id, rank
-- columns:
--   answer_id: number of the pair of run and topic, as in run_topics
--   rank: position of the item under the tie rule
--   relevance: grade; null for an unjudged item
--   is_relevant: whether the item is known to be relevant
--   is_unjudged: whether the item is unjudged (or has a negative grade)
-- needs: runs
-- caveats: returns many rows, because deep runs have many unjudged items; filter by run_id
-- example: select count(*) from metrics.open_places() where run_id = 'p_bm25' and is_unjudged and rank <= 10
create or replace macro metrics.open_places(variant := null, min_relevance := null, tie_rule := null) as table
with places as (
    select
        answers.collection,
        answers.run_id,
        answers.query_id,
        answers.answer_id,
        unnest(range(1, answers.num_ret + 1)) as rank,
    from metrics.answers(variant, min_relevance) as answers
),

judged as (
    select
        hits.answer_id,
        hits.rank,
        hits.relevance,
        hits.is_relevant,
    from metrics.hits(variant, min_relevance, tie_rule) as hits
    where hits.relevance >= 0
)

select
    places.collection,
    places.run_id,
    places.query_id,
    places.answer_id,
    places.rank,
    judged.relevance,
    coalesce(judged.is_relevant, false) as is_relevant,
    judged.relevance is null as is_unjudged,
from places
left join judged
    on places.answer_id = judged.answer_id
    and places.rank = judged.rank
where judged.relevance is null or judged.relevance > 0 or judged.is_relevant;
