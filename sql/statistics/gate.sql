-- Is a new run worse than an old one? A verdict for each measure with the interval it follows from, for a gate that fails
-- where something got worse: of noise alone in 2.5 % of all cases, however many the measures.
--
-- source: one-sided t-tests over topics, of a margin as in R. L. Berger, "Multiparameter hypothesis testing and acceptance
--   sampling", Technometrics 24 (1982): not worse in all measures needs no correction; P. H. Westfall and S. S. Young,
--   "Resampling-based multiple testing" (1993): worse in one of several does, by the largest t over sign flips
-- grain: collection, measure
-- params:
--   new_run: the run that is looked at
--   old_run: the run that it is compared with
--   measures: names of the measures, as a list
--   margin: loss that does not matter, in units of the measure; null where none is named
--   topics_at_least: fewer topics show that a run is worse, and never that it is not
--   confidence: coverage of the interval; worse and not worse are tests at half of the rest
--   power: power that smallest_detectable and topics_needed are for
--   trials: number of sign flips, which several measures need
-- columns:
--   verdict: 'worse'; with a margin 'not worse' or 'too few topics', without 'not shown to be worse'; 'no verdict'
--   difference: the new run's score minus the old one's, as in statistics.t_tests; null where a score is no number
--   low: lower end of its interval. The end on the side of a loss is Student's; the other, above which there is no loss, holds
--     for all measures that can have a verdict at once
--   high: upper end; null, or low where lower values are better, where so few topics bound no loss in several measures
--   margin: as it was given
--   num_topics: topics over which the two are compared
--   smallest_detectable: smallest loss that so many topics show with this power, at the spread of the differences
--   topics_needed: topics that would show two equally good runs to be within the margin, by spread and margin alone
--   reason: why there are too few topics, or no verdict; null for others
-- needs: runs
-- caveats: worse: the interval lies below 0 and, with a margin, reaches below -margin; not worse: it lies above -margin (mirrored
--   where lower values are better). Fewer than six topics, or differences, show nothing: chance alone could have made each of
--   them a loss. Unjudged items make a score a lower bound: a run that has much more of them is not shown to be worse by it
--   (judging.is_much_unjudged), and one that has much less not to be not worse
-- example: from statistics.gate('p_bm25rm3', 'p_bm25', ['ndcg_cut_10', 'map'], margin := 0.05)
create or replace macro statistics.gate(
    new_run,
    old_run,
    measures,
    margin := null,
    topics_at_least := 0,
    confidence := 0.95,
    power := 0.8,
    trials := 10000,
    seed := 1
) as table
with differences as materialized (
    select
        paired_values.collection,
        paired_values.measure,
        case when isfinite(paired_values.advantage) then paired_values.advantage end as advantage,
        paired_values.decimals,
        dense_rank() over (partition by paired_values.collection order by paired_values.query_id) - 1 as place,
    from statistics.paired_values(measures, baselines := [old_run]) as paired_values
    where paired_values.run_a = new_run and catalog.has_runs([new_run])
),

means as (
    select
        differences.collection,
        differences.measure,
        count(*) as num_topics,
        count(*) = count(differences.advantage) as is_finite,
        statistics.exact_mean(differences.advantage) as advantage,
        min(differences.advantage) as lowest,
        max(differences.advantage) as highest,
        min(differences.decimals) as decimals,
        count(*) filter (where differences.advantage < 0) as num_lost,
        count(*) filter (where differences.advantage > 0) as num_won,
    from differences
    group by differences.collection, differences.measure
),

-- what the differences deviate from their mean, and from 0
moments as materialized (
    select
        differences.collection,
        differences.measure,
        sqrt(statistics.exact_sum((differences.advantage - means.advantage) ** 2) / nullif(any_value(means.num_topics) - 1, 0))
        as deviation,
        sqrt(statistics.exact_sum(differences.advantage ** 2)) as norm,
    from differences
    inner join means on differences.collection = means.collection and differences.measure = means.measure
    group by differences.collection, differences.measure
),

described as materialized (
    select
        means.*,
        statistics.spread(means.lowest, means.highest, moments.deviation, decimals := means.decimals) as deviation,
        moments.norm,
        metrics.topics_per_unit(summaries.summary, means.num_topics) as unit,
        case when directions.name is null then 1 else directions.direction end as direction,
        means.num_lost + means.num_won as num_differing,
        -- so many losses in a row are no chance
        ceil(log2(2 / (1 - confidence)))::bigint as least_topics,
        (directions.name is null or directions.direction is not null) and means.is_finite and num_differing >= least_topics
        as is_testable,
        statistics.student_critical(means.num_topics - 1, 1 - confidence) as student,
    from means
    inner join moments on means.collection = moments.collection and means.measure = moments.measure
    left join metrics.summaries as summaries on metrics.base_name(means.measure) = summaries.name
    left join metrics.directions as directions on metrics.base_name(means.measure) = directions.name
),

families as materialized (
    select
        described.collection,
        described.measure,
        described.num_topics,
        described.norm,
    from described
    where described.is_testable
    qualify count(*) over (partition by described.collection) > 1
),

-- a topic has one sign in all measures
signs as materialized (
    select
        places.place,
        trials.trial,
        1 - 2 * statistics.draw(seed, trials.trial || '±' || places.place, 2) as sign,
    from (
        select distinct differences.place,
        from differences
        semi join families on differences.collection = families.collection
    ) as places
    cross join range(0, trials) as trials (trial)
),

flipped as (
    select
        families.collection,
        families.measure,
        signs.trial,
        any_value(families.num_topics) as num_topics,
        statistics.exact_sum(signs.sign * differences.advantage / families.norm) as total,
    from families
    inner join differences
        on families.collection = differences.collection and families.measure = differences.measure
    inner join signs on differences.place = signs.place
    group by families.collection, families.measure, signs.trial
),

largest as (
    select
        flipped.collection,
        flipped.trial,
        -- t of the flipped differences, whose squares add up to 1; without spread it has no bound
        max(
            case
                when flipped.num_topics - flipped.total ** 2 > 1e-9::double
                    then flipped.total * sqrt((flipped.num_topics - 1) / (flipped.num_topics - flipped.total ** 2))
                else sign(flipped.total) * 'infinity'::double
            end
        ) as t,
    from flipped
    group by flipped.collection, flipped.trial
),

simultaneous as (
    select
        largest.collection,
        list(largest.t order by largest.t)[ceil((trials + 1) * (1 + confidence) / 2)::bigint] as t,
    from largest
    group by largest.collection
),

bounded as (
    select
        described.*,
        described.advantage * described.unit as gain,
        coalesce(described.deviation, 0) / sqrt(described.num_topics) * described.unit as standard_error,
        case
            when not described.is_testable or simultaneous.collection is null then described.student
            when isfinite(simultaneous.t) then greatest(described.student, simultaneous.t)
        end as critical,
        gain - described.student * standard_error as gain_low,
        gain + critical * standard_error as gain_high,
        coalesce(new_shares.unjudged_10, 0) as new_10,
        coalesce(old_shares.unjudged_10, 0) as old_10,
        case
            when regexp_extract(described.measure, '[@_]([0-9]+)$', 1) in ('1', '2', '3', '4', '5', '6', '7', '8', '9', '10')
                then 0
            else 1
        end as looks_below,
        looks_below * coalesce(new_shares.unjudged_100, 0) as new_100,
        looks_below * coalesce(old_shares.unjudged_100, 0) as old_100,
        metrics.counts_unjudged(described.measure) as counts_unjudged,
        judging.is_much_unjudged(new_10 - old_10, new_100 - old_100) and counts_unjudged as is_less_judged,
        judging.is_much_unjudged(old_10 - new_10, old_100 - new_100) and counts_unjudged as is_more_judged,
    from described
    left join simultaneous on described.collection = simultaneous.collection
    left join judging.unjudged_shares as new_shares
        on described.collection = new_shares.collection and new_shares.run_id = new_run
    left join judging.unjudged_shares as old_shares
        on described.collection = old_shares.collection and old_shares.run_id = old_run
),

sized as (
    select
        bounded.*,
        case when bounded.is_testable then bounded.deviation * bounded.unit end as spread,
        statistics.detectable_effect(
            bounded.num_topics,
            power,
            case
                when bounded.critical > bounded.student
                    then statistics.student_two_sided(bounded.critical, bounded.num_topics - 1)
                when bounded.critical is not null then 1 - confidence
            end
        ) * spread as smallest_detectable,
        statistics.topics_needed(margin / spread, power, 1 - confidence) as topics,
        case when topics is not null then greatest(topics, bounded.least_topics) end as topics_needed,
        case
            when bounded.gain_low >= -margin - 1e-12::double then 'not worse'
            when bounded.gain_high < 0 then 'worse'
            when margin is null then 'not shown to be worse'
            else 'too few topics'
        end as shown,
    from bounded
),

judged as (
    select
        sized.*,
        case
            when sized.direction is null or not sized.is_finite then 'no verdict'
            when sized.num_topics < sized.least_topics then 'too few topics'
            when sized.is_less_judged and sized.shown <> 'not worse' then 'no verdict'
            when sized.is_more_judged and sized.shown <> 'worse' then 'no verdict'
            when sized.num_differing between 1 and sized.least_topics - 1 then 'no verdict'
            when sized.num_topics < topics_at_least and sized.shown <> 'worse' then 'too few topics'
            else sized.shown
        end as verdict,
    from sized
)

select
    judged.collection,
    judged.measure,
    judged.verdict,
    -- 0 minus, for -0.0 is no number to show
    case when judged.direction = -1 then 0 - judged.gain else judged.gain end as difference,
    case when judged.direction = -1 then 0 - judged.gain_high else judged.gain_low end as low,
    case when judged.direction = -1 then 0 - judged.gain_low else judged.gain_high end as high,
    margin::double as margin,
    judged.num_topics,
    judged.smallest_detectable,
    judged.topics_needed,
    case
        when judged.verdict not in ('no verdict', 'too few topics') then null
        when judged.direction is null then 'the measure has no better or worse'
        when not judged.is_finite then 'a score is no number'
        when judged.num_topics = 1 then 'a single topic has no spread'
        when judged.num_topics < judged.least_topics
            then judged.num_topics || ' topics: chance alone makes all of them losses with p = '
            || format('{:.3f}', 0.5::double ** judged.num_topics)
        when judged.verdict = 'no verdict' and (judged.is_less_judged or judged.is_more_judged)
            then 'unjudged among the first '
            || case
                when judging.is_much_unjudged(abs(judged.new_10 - judged.old_10), 0)
                    then format('ten went from {:.2f} to {:.2f}', judged.old_10, judged.new_10)
                else format('hundred went from {:.2f} to {:.2f}', judged.old_100, judged.new_100)
            end
        when judged.verdict = 'no verdict'
            then judged.num_topics - judged.num_differing || ' of ' || judged.num_topics
            || ' topics are equal, too many for an interval; a sign test of the other ' || judged.num_differing
            || ' (' || judged.num_lost || ' lost, ' || judged.num_won || ' won) has p = '
            || format(
                '{:.3f}',
                list_sum([
                    factorial(judged.num_differing::integer)
                    / (factorial(lost::integer) * factorial((judged.num_differing - lost)::integer))
                    for lost in range(judged.num_lost, judged.num_differing + 1)
                ])::double / 2 ** judged.num_differing
            )
        when judged.shown <> 'too few topics'
            then judged.num_topics || ' topics, and at least ' || topics_at_least || ' are asked for'
        when judged.topics_needed > judged.num_topics
            then 'it takes ' || judged.topics_needed || ' topics where both runs are equally good'
        when judged.gain_high is null then 'the topics bound no loss in so many measures'
        else 'the difference may lie near the margin'
    end as reason,
from judged;
