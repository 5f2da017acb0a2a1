-- The scores of every run if the items that only one team contributed to the pool are removed from the labels.
--
-- source: TREC 2019 overview, section 5 (Leave-Out-Uniques, drops) and table 6 (omitting one team); Zobel 1998, Buckley
--     et al. 2007
-- grain: collection, omitted_team, measure, run_id
-- params:
--   depth: depth of the pool: number of items taken from the top of each submitted run
-- columns:
--   omitted_team: team whose unique items are removed, see systems.team_of; the organizers' runs form one team
--   measure: 'map', 'P_10' or 'ndcg_cut_10'
--   run_id: submitted run
--   team: team of the run
--   value: mean over the judged topics with the reduced labels
--   official_value: mean over the judged topics with all labels
--   rank: 1 + number of runs with a higher value with the reduced labels
--   official_rank: 1 + number of runs with a higher official value
--   drop: rank - official_rank; above 0 if the run loses ranks
-- needs: runs
-- caveats: The paper repeated active learning without the team; here items are only removed from the released labels (removing
--   non-relevant items too would not change these measures). Values are rounded to four decimals before ranking. A topic that
--   loses all its relevant items scores 0
-- example: from judging.leave_one_team_out_scores(10) where measure = 'ndcg_cut_10' order by abs(drop) desc
create or replace macro judging.leave_one_team_out_scores(depth) as table
with
submitted_runs as (
    select
        runs.collection,
        runs.run_id,
        systems.team_of(runs.team, runs.run_id) as team,
        collections.qrels_variant,
        collections.min_relevance,
    from main.runs
    inner join main.collections
        on runs.collection = collections.collection
    where runs.is_submission and runs.source_file is not null
),

-- the empty name means the official labels: no team is omitted
scenarios as (
    select distinct
        collection,
        unnest([team, '']) as omitted_team,
    from submitted_runs
),

unique_items as (
    select
        collection,
        query_id,
        doc_id,
        team,
    from judging.unique_items(depth)
),

official_labels as (
    select
        qrels.collection,
        qrels.query_id,
        qrels.doc_id,
        qrels.relevance,
        qrels.relevance >= collections.min_relevance as is_relevant,
        unique_items.team as only_team,
    from labels.counted as qrels
    inner join main.collections
        on qrels.collection = collections.collection and qrels.variant = collections.qrels_variant
    left join unique_items
        on
            qrels.collection = unique_items.collection
            and qrels.query_id = unique_items.query_id
            and qrels.doc_id = unique_items.doc_id
    where qrels.relevance > 0
),

-- only topics that lose labels if a team is omitted are scored again
reduced_topics as (
    select distinct
        collection,
        query_id,
        unnest(if(only_team is null, [''], [only_team, ''])) as omitted_team,
    from official_labels
),

reduced_labels as (
    select
        reduced_topics.collection,
        reduced_topics.omitted_team,
        reduced_topics.query_id,
        official_labels.doc_id,
        official_labels.relevance,
        official_labels.is_relevant,
    from reduced_topics
    inner join official_labels
        on
            reduced_topics.collection = official_labels.collection
            and reduced_topics.query_id = official_labels.query_id
    where official_labels.only_team is distinct from reduced_topics.omitted_team
),

best_order as (
    select
        collection,
        omitted_team,
        query_id,
        relevance,
        is_relevant,
        row_number() over (partition by collection, omitted_team, query_id order by relevance desc) as rank,
    from reduced_labels
),

topics as (
    select
        collection,
        omitted_team,
        query_id,
        count(*) filter (where is_relevant) as num_rel,
        sum(relevance * metrics.discount(rank)) filter (where rank <= 10) as ideal_dcg,
    from best_order
    group by collection, omitted_team, query_id
),

hits as (
    select
        judged_rankings.collection,
        reduced_topics.omitted_team,
        judged_rankings.run_id,
        judged_rankings.query_id,
        judged_rankings.rank,
        judged_rankings.relevance,
        judged_rankings.relevance >= submitted_runs.min_relevance as is_relevant,
    from main.judged_rankings
    inner join submitted_runs
        on
            judged_rankings.collection = submitted_runs.collection
            and judged_rankings.run_id = submitted_runs.run_id
            and judged_rankings.variant = submitted_runs.qrels_variant
    inner join reduced_topics
        on
            judged_rankings.collection = reduced_topics.collection
            and judged_rankings.query_id = reduced_topics.query_id
    left join unique_items
        on
            judged_rankings.collection = unique_items.collection
            and judged_rankings.query_id = unique_items.query_id
            and judged_rankings.doc_id = unique_items.doc_id
    where
        judged_rankings.relevance > 0
        and (judged_rankings.relevance >= submitted_runs.min_relevance or judged_rankings.rank <= 10)
        and unique_items.team is distinct from reduced_topics.omitted_team
),

gained as (
    select
        collection,
        omitted_team,
        run_id,
        query_id,
        list(rank order by rank) filter (where is_relevant) as ranks,
        count(*) filter (where is_relevant and rank <= 10) as num_rel_ret_10,
        sum(relevance * metrics.discount(rank)) filter (where rank <= 10) as dcg,
    from hits
    group by collection, omitted_team, run_id, query_id
),

topic_counts as (
    select
        collection,
        count(*) as num_q,
    from judging.topic_statistics
    group by collection
),

topic_scores as (
    select
        gained.collection,
        gained.omitted_team,
        gained.run_id,
        gained.query_id,
        coalesce(metrics.sum_of_precisions(gained.ranks) / nullif(topics.num_rel, 0), 0) as average_precision,
        gained.num_rel_ret_10 / 10 as precision_10,
        coalesce(gained.dcg / topics.ideal_dcg, 0) as ndcg_10,
    from gained
    inner join topics
        on
            gained.collection = topics.collection
            and gained.omitted_team = topics.omitted_team
            and gained.query_id = topics.query_id
),

-- topics that lose no labels keep their official scores; reduced has no row if a run loses all its hits in a topic
scenario_scores as (
    select
        official.collection,
        scenarios.omitted_team,
        official.run_id,
        if(reduced_topics.query_id is null, official.average_precision, reduced.average_precision) as average_precision,
        if(reduced_topics.query_id is null, official.precision_10, reduced.precision_10) as precision_10,
        if(reduced_topics.query_id is null, official.ndcg_10, reduced.ndcg_10) as ndcg_10,
    from topic_scores as official
    inner join scenarios
        on official.collection = scenarios.collection
    left join reduced_topics
        on
            official.collection = reduced_topics.collection
            and official.query_id = reduced_topics.query_id
            and scenarios.omitted_team = reduced_topics.omitted_team
    left join topic_scores as reduced
        on
            official.collection = reduced.collection
            and official.run_id = reduced.run_id
            and official.query_id = reduced.query_id
            and scenarios.omitted_team = reduced.omitted_team
    where official.omitted_team = ''
),

run_sums as (
    select
        collection,
        omitted_team,
        run_id,
        sum(average_precision) as sum_map,
        sum(precision_10) as sum_precision_10,
        sum(ndcg_10) as sum_ndcg_10,
    from scenario_scores
    group by collection, omitted_team, run_id
),

run_measures as (
    select
        submitted_runs.collection,
        scenarios.omitted_team,
        submitted_runs.run_id,
        submitted_runs.team,
        unnest(['map', 'P_10', 'ndcg_cut_10']) as measure,
        unnest([run_sums.sum_map, run_sums.sum_precision_10, run_sums.sum_ndcg_10]) as total,
    from submitted_runs
    inner join scenarios
        on submitted_runs.collection = scenarios.collection
    left join run_sums
        on
            submitted_runs.collection = run_sums.collection
            and submitted_runs.run_id = run_sums.run_id
            and scenarios.omitted_team = run_sums.omitted_team
),

run_scores as (
    select
        run_measures.collection,
        run_measures.omitted_team,
        run_measures.measure,
        run_measures.run_id,
        run_measures.team,
        coalesce(run_measures.total, 0) / topic_counts.num_q as value,
    from run_measures
    inner join topic_counts
        on run_measures.collection = topic_counts.collection
),

ranked_runs as (
    select
        collection,
        omitted_team,
        measure,
        run_id,
        team,
        value,
        rank() over (partition by collection, omitted_team, measure order by round(value, 4) desc) as rank,
    from run_scores
)

select
    reduced.collection,
    reduced.omitted_team,
    reduced.measure,
    reduced.run_id,
    reduced.team,
    reduced.value,
    official.value as official_value,
    reduced.rank,
    official.rank as official_rank,
    reduced.rank - official.rank as drop,
from ranked_runs as reduced
inner join ranked_runs as official
    on
        reduced.collection = official.collection
        and reduced.measure = official.measure
        and reduced.run_id = official.run_id
where reduced.omitted_team <> '' and official.omitted_team = '';
