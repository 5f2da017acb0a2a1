-- Judged rankings and scores, derived from the rankings in steps (store/derive.py).

-- name: levels
-- Sets missing relevance levels of label sets (main.qrels_variants). Official labels get the collection's level. Other labels
-- without fractions get it if they have the same highest grade or the same scale in words, or, if every grade above 0 is
-- relevant, no higher grade than the official labels.
update main.qrels_variants as judges
set min_relevance = collections.min_relevance
from main.collections as collections
where
    judges.collection = collections.collection
    and judges.variant = collections.qrels_variant
    and judges.min_relevance is distinct from collections.min_relevance;

update main.qrels_variants as judges
set min_relevance = found.min_relevance
from (
    with tops as (
        select
            qrels.collection,
            qrels.variant,
            max(qrels.relevance) as top,
            bool_or(qrels.gain is not null) as has_fractions,
        from main.qrels as qrels
        where
            qrels.collection in (
                select levels.collection,
                from main.qrels_variants as levels
                where levels.min_relevance is null
            )
        group by qrels.collection, qrels.variant
    )

    select
        own.collection,
        own.variant,
        collections.min_relevance,
    from tops as own
    inner join main.collections as collections on own.collection = collections.collection
    inner join tops as official
        on
            own.collection = official.collection
            and collections.qrels_variant = official.variant
    inner join main.qrels_variants as own_words
        on
            own.collection = own_words.collection
            and own.variant = own_words.variant
    inner join main.qrels_variants as official_words
        on
            official.collection = official_words.collection
            and official.variant = official_words.variant
    where
        not own.has_fractions
        and not official.has_fractions
        and (
            own.top = official.top
            or own_words.scale = official_words.scale
            or (collections.min_relevance = 1 and own.top between 1 and official.top)
        )
) as found
where
    judges.collection = found.collection
    and judges.variant = found.variant
    and judges.min_relevance is null;

-- name: forget_collections
-- Removes all derived rows of the collections in variable `collections`, including rows of removed answers.
delete from main.query_scores
where list_contains(getvariable('collections')::varchar[], collection);

delete from main.judged_rankings
where list_contains(getvariable('collections')::varchar[], collection);

-- name: forget
-- Removes the rows that were derived from the current range of answers (metrics.is_measured).
delete from main.query_scores
where (collection, run_id) in (
    select (run_topics.collection, run_topics.run_id)
    from main.run_topics as run_topics
    where metrics.is_measured(run_topics.answer_id)
);

delete from main.judged_rankings
where metrics.is_measured(answer_id);

-- name: steps
-- First and last id of the outdated answers in each step of recomputation; a step consists of whole runs. Outdated are the
-- answers of the collections in variable `collections`, and new answers, with ids above variable `last_known_answer`. To limit
-- memory, a step ends with the run that reaches `step_rows` ranked items (null: five million) or `step_derived` derived rows,
-- both variables. A step contains no answers that are up to date.
with
labelled as (
    select
        collection,
        query_id,
        count(*) as num_labels,
    from main.qrels
    group by collection, query_id
),

stale as (
    select
        min(run_topics.answer_id) as first_answer,
        max(run_topics.answer_id) as last_answer,
        sum(run_topics.num_ret) as num_ret,
        coalesce(sum(labelled.num_labels), 0) as most_derived,
    from main.run_topics as run_topics
    left join labelled
        on run_topics.collection = labelled.collection
        and run_topics.query_id = labelled.query_id
    where
        list_contains(getvariable('collections')::varchar[], run_topics.collection)
        or run_topics.answer_id > getvariable('last_known_answer')
    group by run_topics.collection, run_topics.run_id
),

counted as (
    select
        first_answer,
        last_answer,
        first_answer > lag(last_answer) over (order by first_answer) + 1 as is_apart,
        (sum(num_ret) over (order by first_answer rows unbounded preceding) - num_ret)
        // coalesce(getvariable('step_rows')::bigint, 5000000) as size,
        (sum(most_derived) over (order by first_answer rows unbounded preceding) - most_derived)
        // getvariable('step_derived')::bigint as derived_size,
    from stale
),

placed as (
    select
        first_answer,
        last_answer,
        size,
        derived_size,
        count(*) filter (is_apart) over (order by first_answer rows unbounded preceding) as island,
    from counted
)

select
    min(first_answer) as first_answer,
    max(last_answer) as last_answer,
from placed
group by island, size, derived_size
order by first_answer;

-- name: stand_in_scores
-- The rows of main.stand_in_scores: published scores of runs without rankings.
select
    stand_in.collection,
    stand_in.run_id,
    stand_in.query_id,
    stand_in.measure,
    stand_in.value,
    stand_in.decimals,
from metrics.stand_in_scores as stand_in
where stand_in.is_official
order by stand_in.collection, stand_in.measure, stand_in.run_id, stand_in.query_id;

-- name: leave_out
-- Removes the ranks of excluded items in the current range of answers (metrics.is_measured), and moves the items below up.
-- Items that already have no rank are skipped.
create or replace temp table left_out as
select
    rankings.rowid as place,
    rankings.answer_id,
from store.rankings as rankings
inner join main.run_topics as run_topics on rankings.answer_id = run_topics.answer_id
semi join metrics.exclusions as exclusions
    on run_topics.collection = exclusions.collection
    and run_topics.query_id = exclusions.query_id
    and rankings.doc_id = exclusions.doc_id
where rankings.rank is not null and metrics.is_measured(rankings.answer_id);

update store.rankings
set rank = closed.rank
from (
    select
        rankings.rowid as place,
        case
            when left_out.place is null then rankings.rank - count(left_out.place) over (
                partition by rankings.answer_id
                order by rankings.rank
                rows unbounded preceding
            )
        end as rank,
    from store.rankings as rankings
    left join temp.left_out as left_out on rankings.rowid = left_out.place
    where rankings.rank is not null and rankings.answer_id in (select answers.answer_id from temp.left_out as answers)
) as closed
where rankings.rowid = closed.place;

update main.run_topics
set num_ret = run_topics.num_ret - counted.num_items
from (
    select
        left_out.answer_id,
        count(*) as num_items,
    from temp.left_out as left_out
    group by left_out.answer_id
) as counted
where run_topics.answer_id = counted.answer_id;

-- name: judged_rankings
-- The rows of main.judged_rankings for the current range of answers (metrics.is_measured).
select
    judged.collection,
    judged.variant,
    judged.run_id,
    judged.query_id,
    judged.doc_id,
    judged.rank,
    judged.relevance,
    judged.answer_id,
    judged.rank_double,
    judged.rank_submitted,
    judged.rank_ascending,
    judged.gain,
from metrics.judged_orders() as judged
order by judged.variant, judged.answer_id, judged.rank;

-- name: query_scores
-- The rows of main.query_scores for the current range of answers (metrics.is_measured).
select
    scored.collection,
    scored.run_id,
    scored.query_id,
    scored.measure,
    scored.value,
from metrics.score_queries() as scored;
