-- The statistical footnote under tested numbers: the test, the correction, the family of tests, and the missing tests. Each
-- measure is a separate family. The command line, LaTeX, Markdown, the report, the page and assistants all print this note.
--
-- source: statistics.tests, which takes the same parameters
-- grain: collection
-- params:
--   measures: trec_eval's names of the measures, as a list
--   baselines: runs that the other runs are compared with, as a list
--   runs: the runs that are tested, as a list; null for all runs of the collection
--   alpha: significance level for corrected p-values
--   wilcoxon: whether p-values of Wilcoxon's test are also shown; the note then lists tests that cannot reach p < alpha
-- columns:
--   collection
--   test: name of the test that compares each pair
--   correction: method that turns p_value into p_corrected
--   alpha: significance level for corrected p-values
--   num_tests: number of tests in the family of a measure, the maximum over all measures
--   num_q: topics of a test, the maximum over all tests; null if nothing is tested
--   runs: runs that are tested, as a list
--   baselines: runs that the tested runs are compared with, as a list
--   measures: tested measures, as a list
--   untested: requested tests that are missing, with the reason, like 'not tested, because scores per topic are missing:
--     AP and RR (all runs)'; null if no test is missing
--   rounded: runs with rounded scores only, as a list
--   decimals: smallest number of decimals of the rounded scores; all values are compared at this precision; null if no
--     scores are rounded
--   note: all of the above as text for people
-- needs: runs
-- example: select note from statistics.footnote('sample-passages', ['ndcg_cut_10'], baselines := ['p_bm25'])
create or replace macro statistics.footnote(
    collection_name, measures, baselines, runs := null, alpha := 0.05, wilcoxon := false
) as table
with made as materialized (
    from statistics.tests(collection_name, measures, baselines := baselines, runs := runs, alpha := alpha)
),

-- number of topics on which two runs differ
different as (
    select
        paired_values.measure,
        paired_values.run_a as run_id,
        paired_values.run_b as baseline,
        count(*) filter (where paired_values.difference <> 0) as num_topics,
    from statistics.paired_values(
        case when wilcoxon then measures else [] end, baselines := baselines
    ) as paired_values
    where paired_values.collection = collection_name
    group by paired_values.measure, paired_values.run_a, paired_values.run_b
),

counted as (
    select
        coalesce(max(made.num_tests), 0) as num_tests,
        coalesce(min(made.num_tests), 0) as least_tests,
        max(made.num_q) as num_q,
        list(distinct made.run_id order by made.run_id) as runs,
        list(distinct made.measure) as measures,
    from made
    where made.p_value is not null
),

asked as (
    select distinct scores.run_id,
    from metrics.run_scores as scores
    where
        scores.collection = collection_name
        and (
            runs is null
            or list_contains(runs, scores.run_id)
            or list_contains(baselines, scores.run_id)
        )
),

lacking as (
    select
        asked.run_id,
        wanted.measure,
    from asked
    cross join (select unnest(measures) as measure) as wanted
    anti join metrics.query_scores as held
        on
            held.collection = collection_name
            and asked.run_id = held.run_id
            and wanted.measure = held.measure
),

-- tests by name; a test between two baselines is listed once
pairs as (
    select
        made.measure,
        made.run_id || case when len(baselines) > 1 then ' against ' || made.baseline else '' end as name,
        case when len(baselines) > 1 then 'pairs' else 'runs' end as kind,
        made.p_value,
        made.mean_difference,
        made.untested,
        different.num_topics as num_different,
    from made
    left join different
        on
            made.measure = different.measure
            and made.run_id = different.run_id
            and made.baseline = different.baseline
    where
        made.verdict is distinct from 'baseline'
        and coalesce(
            list_position(baselines, made.run_id) > list_position(baselines, made.baseline), true
        )
),

-- everything that the note mentions, one row per test
remarks as (
    select
        1 as position,
        'not tested, because scores per topic are missing' as remark,
        lacking.measure,
        lacking.run_id as name,
        'runs' as kind,
        (select count(*) from asked) as num_all,
    from lacking
    union all
    select
        2 as position,
        case
            when pairs.untested = 'the same difference on every topic'
                then 'not tested, because the difference is the same on every topic'
            when pairs.untested = 'a single topic' then 'not tested, because there is only one topic'
            when pairs.untested like 'scores on %' then 'not tested, because a run has ' || pairs.untested
            else 'not tested, because of ' || pairs.untested
        end as remark,
        pairs.measure,
        pairs.name,
        pairs.kind,
        count(*) over (partition by pairs.measure) as num_all,
    from pairs
    where coalesce(pairs.untested not like 'only a mean%', true)
    qualify pairs.untested is not null
    union all
    select
        3 as position,
        'equal to the baseline on every topic, so p = 1' as remark,
        pairs.measure,
        pairs.name,
        pairs.kind,
        count(*) over (partition by pairs.measure) as num_all,
    from pairs
    qualify pairs.p_value = 1 and pairs.mean_difference = 0
    union all
    select
        4 as position,
        'too few topics differ for a Wilcoxon test to find p < ' || alpha::double as remark,
        pairs.measure,
        pairs.name,
        pairs.kind,
        count(*) over (partition by pairs.measure) as num_all,
    from pairs
    -- the smallest possible p-value is that of differences with the same sign on every topic
    qualify pairs.num_different > 0 and 2 / 2 ** pairs.num_different >= alpha
    union all
    select
        5 as position,
        'tests and differences use the logarithms of the scores' as remark,
        asked_for.measure,
        'all' as name,
        'runs' as kind,
        2 as num_all,
    from (select unnest(measures) as measure) as asked_for
    inner join metrics.summaries as summaries on metrics.base_name(asked_for.measure) = summaries.name
    where summaries.summary = 'geometric mean'
),

told as (
    select
        named.position,
        named.remark || ': '
        || string_agg(named.measures || ' (' || named.names || ')', '; ' order by named.first_measure) as remark,
    from (
        select
            alike.position,
            alike.remark,
            alike.names,
            min(alike.first_measure) as first_measure,
            statistics.enumerated(
                list(metrics.printed_name(alike.measure) order by alike.first_measure), 4, 'measures'
            ) as measures,
        from (
            select
                remarks.position,
                remarks.remark,
                remarks.measure,
                list_position(measures, remarks.measure) as first_measure,
                case
                    when remarks.position = 5 then 'all runs'
                    when count(*) = any_value(remarks.num_all) and count(*) > 1
                        then 'all ' || any_value(remarks.kind)
                    else statistics.enumerated(
                        list(remarks.name order by remarks.name),
                        3,
                        case when remarks.position = 1 then 'of ' || any_value(remarks.num_all) || ' ' else '' end
                        || any_value(remarks.kind)
                    )
                end as names,
            from remarks
            group by remarks.position, remarks.remark, remarks.measure
        ) as alike
        group by alike.position, alike.remark, alike.names
    ) as named
    group by named.position, named.remark
),

remarked as (
    select
        string_agg(told.remark, '; ' order by told.position, told.remark) filter (where told.position < 3) as untested,
        string_agg(told.remark, '; ' order by told.position, told.remark) as remarks,
    from told
),

-- scores known to twelve decimals are treated like scores from rankings
rounded as (
    select
        list(distinct scores.run_id order by scores.run_id) as rounded,
        min(scores.decimals) as decimals,
    from metrics.query_scores as scores
    where
        scores.collection = collection_name
        and scores.decimals < 12
        and list_contains(measures, scores.measure)
        and list_contains((select counted.runs || baselines from counted), scores.run_id)
),

facts as (
    select
        counted.num_tests,
        counted.least_tests,
        counted.num_q,
        coalesce(counted.runs, []) as runs,
        baselines as baselines, -- noqa: AL09
        list_filter(measures, lambda each: list_contains(counted.measures, each)) as measures,
        remarked.untested,
        remarked.remarks,
        rounded.rounded,
        rounded.decimals,
    from counted
    cross join remarked
    cross join rounded
)

select
    collection_name as collection,
    'paired two-sided t-test over topics' as test,
    'Holm' as correction,
    alpha::double as alpha,
    facts.num_tests,
    facts.num_q,
    facts.runs,
    facts.baselines,
    facts.measures,
    facts.untested,
    coalesce(facts.rounded, []) as rounded,
    facts.decimals,
    case
        when facts.num_tests > 0
            then
                'paired t-test over ' || facts.num_q || ' topics, p < ' || alpha::double || ', corrected by Holm for '
                || case
                    when len(facts.measures) > 1 and facts.num_tests = 1 then '1 test in each measure'
                    when len(facts.measures) > 1
                        then 'the ' || case when facts.least_tests < facts.num_tests then facts.least_tests || ' to ' else '' end
                        || facts.num_tests || ' tests of each measure'
                    when facts.num_tests = 1 then '1 test'
                    when facts.least_tests < facts.num_tests
                        then 'all ' || facts.least_tests || ' tests of submitted runs (tests of other runs: for all ' || facts.num_tests || ')'
                    else 'all ' || facts.num_tests || ' tests'
                end
                || ': '
                || statistics.enumerated(facts.runs, 3, 'runs') || ' against '
                || statistics.enumerated(facts.baselines, 6, 'runs')
                || ' in '
                || statistics.enumerated(
                    list_transform(facts.measures, lambda each: metrics.printed_name(each)), 6, 'measures'
                )
                || coalesce(
                    '; values are compared to ' || facts.decimals || ' decimals, because scores of '
                    || statistics.enumerated(facts.rounded, 3, 'runs') || ' are rounded',
                    ''
                )
                || coalesce('; ' || facts.remarks, '')
        when facts.remarks is not null then facts.remarks
        when len(facts.baselines) = 0 then 'not tested: no run has a score'
        else 'not tested: there is no run to compare with ' || statistics.enumerated(facts.baselines, 6, 'runs')
    end as note,
from facts;
