-- Several runs fused into one run: one row per topic and item that any of the runs retrieves, with the fused score.
--
-- source: Cormack et al. 2009 (rrf); Fox & Shaw 1994 (combsum, combmnz), scores of a topic scaled to 0 to 1 (min-max);
--   Aslam & Montague 2001 (borda); all as in ranx
-- grain: query_id, doc_id
-- params:
--   run_names: names of two or more loaded runs, as a list
--   method: 'rrf' adds 1 / (k + rank); 'combsum' adds the normalized scores; 'combmnz' multiplies the result of 'combsum'
--     by the number of runs that retrieve the item; 'borda' adds points: the first rank gets as many points as the topic
--     has items, each next rank one less, and items that a run does not retrieve share the remaining points equally
--   k: constant of rrf
-- columns:
--   query_id, doc_id
--   score: fused score
--   num_runs: runs of the list that retrieve the item
-- needs: runs
-- caveats: ranks are those of main.rankings, by the tie rule of the collection; unknown runs and methods are errors; no
--   rows for a collection that is not loaded
-- example: select doc_id, score from systems.fused('trec2021-passages', ['p_bm25', 'p_bm25rm3']) where query_id = '2082' order by score desc, doc_id desc limit 10
create or replace macro systems.fused(collection_name, run_names, method := 'rrf', k := 60) as table
with retrieved as (
    select
        rankings.run_id,
        rankings.query_id,
        rankings.doc_id,
        rankings.rank,
        rankings.score,
    from metrics.ranked as rankings
    where
        rankings.collection = collection_name
        and list_contains(run_names, rankings.run_id)
        and catalog.has_collections([collection_name])
        and case
            when
                (
                    select count(distinct run_topics.run_id)
                    from main.run_topics as run_topics
                    where run_topics.collection = collection_name and list_contains(run_names, run_topics.run_id)
                ) = len(list_distinct(run_names)) then true
            else error('one of the runs to fuse has no rankings in ' || collection_name)
        end
),

answers as (
    select
        retrieved.run_id,
        retrieved.query_id,
        min(retrieved.score) as lowest,
        greatest(max(retrieved.score) - min(retrieved.score), 1e-9) as span,
        count(*) as num_ret,
    from retrieved
    group by retrieved.run_id, retrieved.query_id
),

topics as (
    select
        retrieved.query_id,
        count(distinct retrieved.doc_id) as num_items,
    from retrieved
    group by retrieved.query_id
),

-- score that a run adds to an item that it retrieves, and score that it adds to an item that it does not retrieve
votes as (
    select
        retrieved.query_id,
        retrieved.doc_id,
        case method
            when 'rrf' then 1 / (k + retrieved.rank)
            when 'combsum' then (retrieved.score - answers.lowest) / answers.span
            when 'combmnz' then (retrieved.score - answers.lowest) / answers.span
            when 'borda' then topics.num_items - retrieved.rank + 1
            else error('there is no fusion method ''' || method || '''; use rrf, combsum, combmnz or borda')
        end as vote,
        case method when 'borda' then (topics.num_items - answers.num_ret + 1) / 2 else 0 end as vote_without,
    from retrieved
    inner join answers on retrieved.run_id = answers.run_id and retrieved.query_id = answers.query_id
    inner join topics on retrieved.query_id = topics.query_id
),

left_over as (
    select
        answers.query_id,
        -- a run without an answer to a topic distributes all of its points equally
        sum((topics.num_items - answers.num_ret + 1) / 2)
        + (len(list_distinct(run_names)) - count(*)) * any_value((topics.num_items + 1) / 2) as points,
    from answers
    inner join topics on answers.query_id = topics.query_id
    group by answers.query_id
)

select
    votes.query_id,
    votes.doc_id,
    sum(votes.vote - votes.vote_without) * case method when 'combmnz' then count(*) else 1 end
    + case method when 'borda' then any_value(left_over.points) else 0 end as score,
    count(*) as num_runs,
from votes
inner join left_over on votes.query_id = left_over.query_id
group by votes.query_id, votes.doc_id;
