-- The statistical footnote under any numbers that were tested: which test, how corrected, for which family, and what could
-- not be tested. Terminal, LaTeX, Markdown, report, page and assistants have it from here.
--
-- source: statistics.tests, which takes the same parameters
-- grain: collection
-- params:
--   measures: trec_eval's names of the measures, as a list
--   baselines: runs that the others are compared with, as a list; null for the best of `runs` by the first measure
--   runs: the runs that are tested, as a list; null for all of the collection
--   alpha: corrected p-value below which a difference counts
-- columns:
--   collection
--   test: the test of each pair
--   correction: how p_corrected is made of p_value
--   alpha: corrected p-value below which a difference counts
--   num_tests: number of tests in the family
--   num_q: topics of a test, the most of all tests; null where nothing is tested
--   runs: runs that are tested, as a list
--   baselines: runs that they are compared with, as a list
--   measures: measures in which they are tested, as a list
--   untested: what was asked for and has no test, with the reason, like 'MAP and MRR (all runs)'; null where nothing is
--   rounded: runs of which only rounded scores are known, as a list
--   decimals: fewest decimals that their scores have: smaller differences are ties; null where there are none
--   note: all of it in a sentence for people
-- needs: runs
-- example: select note from statistics.footnote('sample-passages', ['ndcg_cut_10'], baselines := ['p_bm25'])
create or replace macro statistics.footnote(
    collection_name, measures, baselines := null, runs := null, alpha := 0.05
) as table
with made as materialized (
    select
        tests.measure,
        tests.run_id,
        tests.baseline,
        tests.place,
        tests.num_q,
        tests.p_value,
        tests.num_tests,
        tests.verdict,
    from statistics.tests(
        collection_name, measures, baselines := baselines, runs := runs, alpha := alpha
    ) as tests
),

compared as (
    select
        list(named.baseline order by named.place) as baselines,
    from (select distinct made.baseline, made.place from made) as named
),

counted as (
    select
        coalesce(any_value(made.num_tests), 0) as num_tests,
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
            or list_contains(coalesce(baselines, (select compared.baselines from compared)), scores.run_id)
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

bare as (
    select
        case
            when count(*) = (select count(*) from asked) then 'all runs'
            else statistics.enumerated(list(lacking.run_id order by lacking.run_id), 3, 'runs')
        end as runs,
        lacking.measure,
        list_position(measures, lacking.measure) as position,
    from lacking
    group by lacking.measure
),

untested as (
    select string_agg(told.named || ' (' || told.runs || ')', '; ' order by told.position) as untested,
    from (
        select
            bare.runs,
            min(bare.position) as position,
            statistics.enumerated(
                list(metrics.printed_name(bare.measure) order by bare.position), 4, 'measures'
            ) as named,
        from bare
        group by bare.runs
    ) as told
),

-- twelve decimals tell as much as rankings do
rounded as (
    select
        list(distinct scores.run_id order by scores.run_id) as rounded,
        min(scores.decimals) as decimals,
    from metrics.query_scores as scores
    where
        scores.collection = collection_name
        and scores.decimals < 12
        and list_contains(measures, scores.measure)
        and list_contains((select counted.runs || compared.baselines from counted cross join compared), scores.run_id)
),

facts as (
    select
        counted.num_tests,
        counted.num_q,
        coalesce(counted.runs, []) as runs,
        coalesce(baselines, compared.baselines, []) as baselines,
        list_filter(measures, lambda each: list_contains(counted.measures, each)) as measures,
        untested.untested,
        rounded.rounded,
        rounded.decimals,
    from counted
    cross join compared
    cross join untested
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
                || case when facts.num_tests = 1 then '1 test' else 'all ' || facts.num_tests || ' tests' end || ': '
                || statistics.enumerated(facts.runs, 3, 'runs') || ' against '
                || case when baselines is null then 'the best of them, ' || facts.baselines[1] || ','
                    else statistics.enumerated(facts.baselines, 6, 'runs') end
                || ' in '
                || statistics.enumerated(
                    list_transform(facts.measures, lambda each: metrics.printed_name(each)), 6, 'measures'
                )
                || coalesce(
                    '; differences below ' || format('{:.' || facts.decimals || 'f}', 10.0::double ** -facts.decimals::integer)
                    || ' are ties, as scores of ' || statistics.enumerated(facts.rounded, 3, 'runs') || ' are rounded',
                    ''
                )
                || coalesce('; not tested, for want of scores per topic: ' || facts.untested, '')
        when facts.untested is not null then 'not tested, for want of scores per topic: ' || facts.untested
        when len(facts.baselines) = 0 then 'not tested: no run has a score'
        when exists (from made where made.verdict <> 'baseline') then 'not tested: a single topic gives no p-value'
        else 'not tested: there is no other run than ' || statistics.enumerated(facts.baselines, 6, 'runs')
    end as note,
from facts;
