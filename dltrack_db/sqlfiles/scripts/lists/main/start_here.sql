-- One row for each example question, with the view or macro that answers it and a query to paste: begin here.
--
-- source: dltrack
-- grain: position
-- columns:
--   position: recommended order, from 1; questions whose data are not loaded come last
--   question: question about the data
--   object: view or macro that answers the question, as in catalog.objects
--   query: complete query for the collection with the most runs (or scores of runs) in this database, and its first run
--   lacks: missing data, and the command that loads them; null if all necessary data are loaded
-- example: select question, query from main.start_here where lacks is null order by position
create or replace view main.start_here as
with
held as (
    select distinct
        run_topics.collection,
        run_topics.run_id,
        true as is_ranked,
    from main.run_topics as run_topics
    union all
    select distinct
        stand_in.collection,
        stand_in.run_id,
        false as is_ranked,
    from main.stand_in_scores as stand_in
),

largest as (
    select coalesce(
        (
            select held.collection,
            from held
            group by held.collection
            order by count(*) filter (where held.is_ranked) desc, count(*) desc, held.collection asc
            limit 1
        ),
        (select min(collections.collection) from main.collections as collections),
        'sample-passages'
    ) as collection,
),

here as (
    select
        '''' || replace(largest.collection, '''', '''''') || '''' as collection,
        '''' || coalesce(
            (
                select replace(arg_min(held.run_id, (not held.is_ranked, held.run_id)), '''', ''''''),
                from held
                where held.collection = largest.collection
            ),
            'p_bm25'
        ) || '''' as run_id,
    from largest
),

listed as (
    select
        known.position,
        known.question,
        known.object,
        known.query,
    from (
        values
        (
            1,
            'What is loaded, and is it complete?',
            'catalog.status',
            'select collection, part, name, loaded, expected, status from catalog.status'
        ),
        (
            2,
            'Which runs may be best?',
            'systems.board',
            'select run_id, team, rank, ndcg_cut_10, verdict, beaten_by from systems.board({collection}, significance := '
            || 'true) order by rank'
        ),
        (
            3,
            'What is the rank of each run in any measure?',
            'systems.standings',
            'select run_id, rank, value from systems.standings({collection}, measures := [''P_10'']) order by rank'
        ),
        (
            4,
            'Which run would lead with another relevance level or other labels?',
            'labels.standings',
            'select run_id, rank, official_rank, value from labels.standings({collection}, min_relevance := 1) '
            || 'where measure = ''map'' order by rank'
        ),
        (
            5,
            'On which topics does a run do well?',
            'metrics.query_scores',
            'select query_id, value from metrics.query_scores where collection = {collection} and run_id = '
            || '{run} and measure = ''ndcg_cut_10'' order by value desc'
        ),
        (
            6,
            'Which measures are there, and which macro computes each with other parameters?',
            'metrics.measures',
            'select measure, macro, parameter, defaults from metrics.measures'
        ),
        (
            7,
            'What is the value of a measure at another cutoff?',
            'metrics.ndcg',
            'select run_id, avg(value) as ndcg_7 from metrics.ndcg(7) where collection = {collection} group by '
            || 'run_id order by ndcg_7 desc'
        ),
        (
            8,
            'Do equal scores in a run change its result?',
            'metrics.tie_sensitivity',
            'select run_id, measure, value_range from metrics.tie_sensitivity where collection = {collection} '
            || 'and value_range > 0 order by value_range desc'
        ),
        (
            9,
            'How stable is each rank if topics are resampled?',
            'statistics.rank_stability',
            'select run_id, rank, low_rank, high_rank from statistics.rank_stability where collection = '
            || '{collection} and resampling = ''bootstrap'' order by rank'
        ),
        (
            10,
            'Which runs are nearly the same?',
            'systems.run_similarity',
            'select run_id, other_run_id, distance, correlation from systems.run_similarity where collection = '
            || '{collection} and run_id < other_run_id order by distance, run_id, other_run_id limit 10'
        ),
        (
            11,
            'How many answers to each topic are judged, and how many are relevant?',
            'judging.topic_statistics',
            'select query_id, num_judged, num_rel from judging.topic_statistics where collection = '
            || '{collection} order by num_rel desc'
        ),
        (
            12,
            'Which topics distinguish runs?',
            'judging.topic_discrimination',
            'select query_id, power from judging.topic_discrimination where collection = {collection} order by '
            || 'power desc'
        ),
        (
            13,
            'How deep are the runs judged?',
            'judging.pool_depth',
            'from judging.pool_depth where collection = {collection}'
        ),
        (
            14,
            'Is the collection fair to a run that was not in the pool?',
            'judging.leave_one_team_out',
            'from judging.leave_one_team_out where collection = {collection}'
        ),
        (
            15,
            'How much do two sets of labels agree?',
            'labels.kappa',
            'select variant_a, variant_b, num_items, agreement, kappa from labels.kappa where collection = '
            || '{collection}'
        ),
        (
            16,
            'Can labels of a language model replace those of people?',
            'labels.judge_study',
            'select variant, kappa, tau from labels.judge_study where collection = {collection}'
        ),
        (
            17,
            'Which document labels follow from the judged passages?',
            'labels.inferred_document_labels',
            'select rule, relevance, count(*) as num_items from labels.inferred_document_labels group by all '
            || 'order by all'
        ),
        (
            19,
            'Which items did only one team add to the pool?',
            'judging.unique_relevant',
            'select team, num_unique_judged, num_unique_rel from judging.unique_relevant where collection = '
            || '{collection} order by num_unique_rel desc'
        ),
        (
            20,
            'How many top items of each run are unjudged?',
            'metrics.unjudged_at',
            'select run_id, avg(num_unjudged) as num_unjudged from metrics.unjudged_at(10) where collection = '
            || '{collection} group by run_id order by num_unjudged desc'
        ),
        (
            21,
            'Which view computes a term in the papers?',
            'catalog.terms',
            'select term, object from catalog.terms order by term, position'
        ),
        (
            24,
            'What else is there, for example about bootstraps?',
            'catalog.objects',
            'select object, summary from catalog.objects where meaning ilike ''%bootstrap%'''
        ),
        (
            25,
            'What does each column mean?',
            'catalog.columns',
            'select name, type, meaning from catalog.columns where object = ''systems.leaderboard'' order by '
            || 'position'
        )
    ) as known (position, question, object, query)
    -- plug-ins: start_here
),

lacking as (
    select
        listed.position,
        string_agg(needs.meaning || '; load them with: ' || needs.adds, '; ' order by needs.need) as lacks,
    from listed
    inner join catalog.objects as objects on listed.object = objects.object
    inner join catalog.needs as needs on list_contains(string_split(objects.needs, ', '), needs.need)
    where not needs.is_met
    group by listed.position
)

select
    row_number() over (order by lacking.lacks is not null, listed.position)::integer as position,
    listed.question,
    listed.object,
    replace(replace(listed.query, '{collection}', here.collection), '{run}', here.run_id) as query,
    lacking.lacks,
from listed
cross join here
left join lacking on listed.position = lacking.position
order by position;
