-- How lenient other labels are compared with the official labels: mean difference of grades, per group of items or runs.
--
-- source: circularity as in Clarke and Dietz 2024 and Faggioli et al. 2023; main.qrels, main.judged_rankings, main.runs,
--   main.near_duplicate_passages
-- grain: collection, variant, aspect, group_name
-- columns:
--   variant: set of labels compared with the official set
--   aspect: what the items are grouped by: 'grade': the official grade; 'category', 'team', 'stage' and 'dense': a property of
--     the runs that have the item among their first ten; 'retrieved': whether these runs belong to one team or to several;
--     'near-duplicates': whether NIST lists near-duplicates of the passage
--   group_name: value of the aspect: the grade, category, team and so on
--   num_pairs: pairs of topic and item that both sets grade; an item is counted once in each group
--   mean_official: mean official grade
--   mean_relevance: mean grade in the other labels
--   bias: mean_relevance - mean_official; above 0 if the other labels are lenient
--   relative_bias: bias minus the bias over all pairs; above 0 if the other labels favour this group
-- needs: second labels
-- caveats: aspects of runs need rankings and, for most, descriptions of the runs; unknown values are left out, but a run
--   without a team is treated as a team, see systems.team_of
-- example: from labels.judge_bias where aspect = 'category' order by collection, variant, relative_bias desc
create or replace view labels.judge_bias as
with pairs as materialized (
    select
        graded.collection,
        graded.variant,
        graded.query_id,
        graded.doc_id,
        graded.official,
        graded.relevance,
    from labels.official_pairs as graded
),

retrieved as materialized (
    select
        judged.collection,
        judged.query_id,
        judged.doc_id,
        systems.team_of(runs.team, runs.run_id) as team,
        runs.category,
        runs.stage,
        runs.dense,
    from main.judged_rankings as judged
    inner join main.collections as collections
        on judged.collection = collections.collection and judged.variant = collections.qrels_variant
    inner join main.runs as runs on judged.collection = runs.collection and judged.run_id = runs.run_id
    where
        metrics.rank_under(
            collections.tie_rule, judged.rank, judged.rank_double, judged.rank_submitted, judged.rank_ascending
        ) <= 10
),

groups as (
    select distinct
        retrieved.collection,
        retrieved.query_id,
        retrieved.doc_id,
        unnest(['category', 'team', 'stage', 'dense']) as aspect,
        unnest([retrieved.category, retrieved.team, retrieved.stage, retrieved.dense::varchar]) as group_name,
    from retrieved
    union all
    select
        retrieved.collection,
        retrieved.query_id,
        retrieved.doc_id,
        'retrieved' as aspect,
        case when count(distinct retrieved.team) = 1 then 'by one team' else 'by several teams' end as group_name,
    from retrieved
    group by retrieved.collection, retrieved.query_id, retrieved.doc_id
),

grouped as (
    select
        pairs.collection,
        pairs.variant,
        groups.aspect,
        groups.group_name,
        pairs.official,
        pairs.relevance,
    from pairs
    inner join groups
        on
            pairs.collection = groups.collection
            and pairs.query_id = groups.query_id
            and pairs.doc_id = groups.doc_id
    where groups.group_name is not null
    union all
    select
        pairs.collection,
        pairs.variant,
        'grade' as aspect,
        pairs.official::varchar as group_name,
        pairs.official,
        pairs.relevance,
    from pairs
    union all
    select
        pairs.collection,
        pairs.variant,
        'near-duplicates' as aspect,
        case when duplicates.passage_id is null then 'none known' else 'some' end as group_name,
        pairs.official,
        pairs.relevance,
    from pairs
    inner join main.collections as collections on pairs.collection = collections.collection
    left join main.near_duplicate_passages as duplicates
        on
            collections.corpus = duplicates.corpus
            and pairs.doc_id = duplicates.passage_id
    where collections.corpus in (select known.corpus from main.near_duplicate_passages as known)
),

overall as (
    select
        pairs.collection,
        pairs.variant,
        avg(pairs.relevance - pairs.official) as bias,
    from pairs
    group by pairs.collection, pairs.variant
)

select
    grouped.collection,
    grouped.variant,
    grouped.aspect,
    grouped.group_name,
    count(*) as num_pairs,
    avg(grouped.official) as mean_official,
    avg(grouped.relevance) as mean_relevance,
    avg(grouped.relevance - grouped.official) as bias,
    avg(grouped.relevance - grouped.official) - any_value(overall.bias) as relative_bias,
from grouped
inner join overall
    on
        grouped.collection = overall.collection
        and grouped.variant = overall.variant
group by grouped.collection, grouped.variant, grouped.aspect, grouped.group_name;
