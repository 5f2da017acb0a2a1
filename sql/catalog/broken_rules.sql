-- Rules that rows in the tables break, with the number of rows that break each rule: the expectations of the loads, checked
-- again.
--
-- source: the expectations of severity 'error' in ingest/parts that do not depend on a recipe; catalog.orphans
-- grain: rule, collection, name
-- columns:
--   rule: condition that all rows must meet
--   collection: judged task; null for topics and for all rankings
--   name: query set, qrels variant or run; 'rankings' or 'run_topics' for all rankings; the table if its rows refer to missing
--     parents
--   broken_rows: number of rows, or of topics of a run, that break the rule
-- caveats: empty in a sound database
-- cost: 1.3 s of processor time and 500 MB with the 63 passage runs of TREC 2021, because all rankings are sorted again
-- example: from catalog.broken_rules
create or replace view catalog.broken_rules as
with
repeated_queries as (
    select
        'a topic number is unique in its query set' as rule,
        null::varchar as collection,
        query_set as name,
        count(*) - count(distinct query_id) as broken_rows,
    from main.queries
    group by query_set
),

repeated_judgments as (
    select
        'a document is judged once per topic' as rule,
        collection,
        variant as name,
        count(*) - count(distinct row(query_id, doc_id)) as broken_rows,
    from main.qrels
    group by collection, variant
),

repeated_subtopics as (
    select
        'a document is judged once per subtopic' as rule,
        collection,
        variant as name,
        count(*) - count(distinct row(query_id, subtopic, doc_id)) as broken_rows,
    from main.subtopic_qrels
    group by collection, variant
),

best_grades as (
    select
        collection,
        variant,
        query_id,
        doc_id,
        max(relevance) as relevance,
    from main.subtopic_qrels
    group by collection, variant, query_id, doc_id
),

wrong_grades as (
    select
        'the grade of a document is its highest grade over the subtopics' as rule,
        coalesce(best_grades.collection, qrels.collection) as collection,
        coalesce(best_grades.variant, qrels.variant) as name,
        count(*) filter (
            where best_grades.relevance is distinct from qrels.relevance or qrels.iteration is not null
        ) as broken_rows,
    from best_grades
    full outer join (
        select
            labels.collection,
            labels.variant,
            labels.query_id,
            labels.doc_id,
            labels.relevance,
            labels.iteration,
        from main.qrels as labels
        where (labels.collection, labels.variant) in (select distinct (collection, variant) from best_grades)
    ) as qrels
        on best_grades.collection = qrels.collection
        and best_grades.variant = qrels.variant
        and best_grades.query_id = qrels.query_id
        and best_grades.doc_id = qrels.doc_id
    group by all
),

-- the rule 'float', which most collections have, is a constant here: this sorts faster than a rule read from each row
rules_of_answers as (
    select
        run_topics.answer_id,
        collections.tie_rule,
    from main.run_topics as run_topics
    inner join main.collections as collections on collections.collection = run_topics.collection
),

placed as (
    select
        rankings.answer_id,
        rankings.rank,
        metrics.place(
            rankings.answer_id, 'float', rankings.submitted_rank, rankings.score, rankings.doc_id
        ) as place,
    from store.rankings as rankings
    inner join rules_of_answers as answers on answers.answer_id = rankings.answer_id
    where answers.tie_rule = 'float' and rankings.rank is not null
    union all
    select
        rankings.answer_id,
        rankings.rank,
        metrics.place(
            rankings.answer_id, answers.tie_rule, rankings.submitted_rank, rankings.score, rankings.doc_id
        ) as place,
    from store.rankings as rankings
    inner join rules_of_answers as answers on answers.answer_id = rankings.answer_id
    where answers.tie_rule is distinct from 'float' and rankings.rank is not null
),

excluded as materialized (
    select
        run_topics.answer_id,
        exclusions.doc_id,
    from metrics.exclusions as exclusions
    inner join main.run_topics as run_topics
        on run_topics.collection = exclusions.collection and run_topics.query_id = exclusions.query_id
),

-- selects the few rankings with exclusions; otherwise DuckDB overestimates the number of exclusions and joins all rankings
answers_with_exclusions as (
    select distinct run_topics.answer_id,
    from main.run_topics as run_topics
    semi join metrics.exclusions as exclusions
        on exclusions.collection = run_topics.collection and exclusions.query_id = run_topics.query_id
),

wrongly_counted as (
    select
        'an item has a rank unless it is excluded from the topic' as rule,
        run_topics.collection,
        run_topics.run_id as name,
        count(*) as broken_rows,
    from (
        select rankings.answer_id,
        from store.rankings as rankings
        inner join answers_with_exclusions as answers on answers.answer_id = rankings.answer_id
        semi join excluded on excluded.answer_id = rankings.answer_id and excluded.doc_id = rankings.doc_id
        where rankings.rank is not null
        union all
        select rankings.answer_id,
        from store.rankings as rankings
        anti join excluded on excluded.answer_id = rankings.answer_id and excluded.doc_id = rankings.doc_id
        where rankings.rank is null
    ) as wrong
    inner join main.run_topics as run_topics on run_topics.answer_id = wrong.answer_id
    group by run_topics.collection, run_topics.run_id
),

-- grouped by answer_id, which takes half the time of grouping by collection, run_id and query_id
ordered as materialized (
    select
        answer_id,
        count(*) filter (rank <> place) as broken_rows,
        bool_and(rank is not distinct from place) as is_sound, -- implies ranks from 1 without gaps
    from placed
    group by answer_id
),

hashed as materialized (
    select
        answer_id,
        count(*) as num_rows,
        count(rank) as num_ret,
        count(distinct hash(doc_id)) as num_hashes, -- the number of documents, or fewer if hashes collide
        min(rank) as first_rank,
        max(rank) as last_rank,
        count(*) filter (not isfinite(score) or try_cast(score as float) is null) as scores_not_finite,
    from store.rankings
    group by answer_id
),

doubtful as (
    select hashed.answer_id
    from hashed
    left join ordered on ordered.answer_id = hashed.answer_id
    where hashed.num_hashes <> hashed.num_rows or (hashed.num_ret > 0 and not coalesce(ordered.is_sound, false))
),

looked_at as (
    select
        rankings.answer_id,
        count(distinct rankings.doc_id) as documents,
        count(distinct rankings.rank) as ranks,
    from store.rankings as rankings
    semi join doubtful on doubtful.answer_id = rankings.answer_id
    group by rankings.answer_id
),

counted as (
    select
        hashed.answer_id,
        hashed.num_rows,
        hashed.num_ret,
        coalesce(looked_at.documents, hashed.num_rows) as documents,
        coalesce(looked_at.ranks, hashed.num_ret) as ranks,
        hashed.first_rank,
        hashed.last_rank,
        hashed.scores_not_finite,
    from hashed
    left join looked_at on looked_at.answer_id = hashed.answer_id
),

answered as (
    select
        run_topics.collection,
        run_topics.run_id,
        run_topics.num_ret as counted_at_load,
        coalesce(sum(counted.num_rows), 0) as num_rows, -- above the number of documents if run_topics has the topic twice
        coalesce(sum(counted.num_ret), 0) as num_ret,
        coalesce(max(counted.documents), 0) as documents,
        coalesce(max(counted.ranks), 0) as ranks,
        min(counted.first_rank) as first_rank,
        max(counted.last_rank) as last_rank,
        coalesce(sum(counted.scores_not_finite), 0) as scores_not_finite,
    from main.run_topics as run_topics
    left join counted on counted.answer_id = run_topics.answer_id
    group by run_topics.collection, run_topics.run_id, run_topics.query_id, run_topics.num_ret
),

misplaced as (
    select
        'ranks follow the tie rule of the collection' as rule,
        run_topics.collection,
        run_topics.run_id as name,
        sum(ordered.broken_rows)::bigint as broken_rows,
    from ordered
    inner join main.run_topics as run_topics on run_topics.answer_id = ordered.answer_id
    group by run_topics.collection, run_topics.run_id
),

lost_rankings as (
    select
        'every retrieved item belongs to a run and topic' as rule,
        null::varchar as collection,
        'rankings' as name,
        count(*) as broken_rows,
    from store.rankings as rankings
    anti join main.run_topics as run_topics on run_topics.answer_id = rankings.answer_id
),

repeated_numbers as (
    select
        'an answer_id belongs to one run and topic' as rule,
        null::varchar as collection,
        'run_topics' as name,
        count(*) - count(distinct answer_id) as broken_rows,
    from main.run_topics
),

orphans as (
    select
        'a row of ' || object[6:] || ' refers to a row of ' || parent[6:] as rule,
        collection,
        object[6:] as name,
        orphans as broken_rows,
    from catalog.orphans
),

run_rules as (
    select
        unnest([
            'a document is returned once per topic',
            'a topic in run_topics has a retrieved item',
            'ranks go from 1 without gaps',
            'num_ret in run_topics is the number of retrieved items',
            'scores are finite',
        ]) as rule,
        collection,
        run_id as name,
        unnest([
            count(*) filter (documents <> num_rows),
            count(*) filter (num_rows = 0),
            count(*) filter (ranks <> num_ret or first_rank <> 1 or last_rank <> num_ret),
            count(*) filter (counted_at_load <> num_ret),
            sum(scores_not_finite)::bigint,
        ]) as broken_rows,
    from answered
    group by collection, run_id
),

rules as (
    select rule, collection, name, broken_rows from repeated_queries
    union all
    select rule, collection, name, broken_rows from repeated_judgments
    union all
    select rule, collection, name, broken_rows from repeated_subtopics
    union all
    select rule, collection, name, broken_rows from wrong_grades
    union all
    select rule, collection, name, broken_rows from run_rules
    union all
    select rule, collection, name, broken_rows from misplaced
    union all
    select rule, collection, name, broken_rows from wrongly_counted
    union all
    select rule, collection, name, broken_rows from lost_rankings
    union all
    select rule, collection, name, broken_rows from repeated_numbers
    union all
    select rule, collection, name, broken_rows from orphans
)

select
    rule,
    collection,
    name,
    broken_rows,
from rules
where broken_rows > 0
order by rule, collection, name;
