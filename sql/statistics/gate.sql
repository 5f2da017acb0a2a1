-- Whether a new run is worse than an old run: one row per measure with the verdict and its interval, for a CI check that fails
-- if a measure got worse. A new run that is as good as the old run fails by chance in about 2.5 % of all comparisons, for any
-- number of measures that are tested together.
--
-- source: one-sided tests over topics with a margin, as in R. L. Berger, "Multiparameter hypothesis testing and acceptance
--   sampling", Technometrics 24 (1982): the claim "in every measure, not worse" needs no correction for several
--   tests, but the claim "worse in at least one measure" does. Critical values are the larger of Student's and a
--   bootstrap-t's: B. Efron, "The jackknife, the bootstrap and other resampling plans" (1982), section 10.10. For all measures
--   together, the critical value is computed from the largest t over the measures in each resample: P. H. Westfall and
--   S. S. Young, "Resampling-based multiple testing" (1993)
-- grain: collection, measure
-- params:
--   new_run: the run that is checked
--   old_run: the run that new_run is compared with
--   measures: names of the measures, as a list
--   margin: largest acceptable loss, in units of the measure; null for no margin
--   topics_at_least: minimum number of topics; with fewer topics, a run that is not worse has the verdict 'too few topics'
--   confidence: coverage of the interval; the two one-sided tests ('worse', 'not worse') have the level (1 - confidence) / 2
--   power: power for smallest_detectable and topics_needed
--   trials: number of resamples of the topics, which all measures share
--   bounds: lowest and highest possible value of both runs on each topic (metrics.bounds), only for measures that use neither
--     an ideal ranking nor the number of relevant items; a list of structs with the fields collection, run_id, query_id,
--     measure, lower_bound and upper_bound
-- columns:
--   verdict: 'worse', 'not worse' (only with a margin), 'not shown to be worse' (only without a margin), 'too few topics' or
--     'no verdict'
--   difference: the new run's score minus the old run's, as in statistics.t_tests; null if a score is NaN or infinite
--   low: lower end of the interval for the difference, with the critical value for this measure alone; null if the resamples
--     yield no bound
--   high: upper end of the interval, with the critical value for all measures together; null if the resamples yield no bound.
--     If lower values are better, the two critical values are swapped
--   margin: margin as passed
--   num_topics: topics of the comparison
--   smallest_detectable: smallest loss that num_topics topics can detect with the probability `power`, given the spread of
--     the differences
--   topics_needed: number of topics with which the verdict on two equally good runs would be 'not worse', given the margin and
--     the spread of the differences
--   reason: why there is no verdict, why the topics are too few, or why no difference can be detected; 'for every possible
--     grade of the unjudged items' if the verdict follows from the bounds
--   is_unjudged: whether unjudged items are the reason that there is no verdict
-- needs: runs
-- caveats: A run is worse if the interval lies below 0 and, with a margin, extends below -margin; it is not worse if the
--   interval lies above -margin (mirrored if lower values are better). With fewer than six topics, or if the runs differ on one
--   to five topics only, the verdict is never 'worse' or 'not worse', because all differences could be losses by chance. For a
--   measure whose values are all 0 or 1, the upper end is from Student's interval; an upper end below 0 is raised to 0 unless
--   an exact sign test finds significantly more losses than gains. Unjudged items make a score a lower bound: a new run
--   with many more unjudged items (judging.is_much_unjudged) gets the verdict 'worse' only if its upper bounds are worse than
--   the old run's lower bounds; a new run with many fewer unjudged items gets 'not worse' only if its lower bounds are not
--   worse than the old run's upper bounds. In both cases the interval's decisive end is computed from the bounds
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
    seed := 1,
    bounds := null
) as table
with differences as materialized (
    select
        gate_differences.*,
        dense_rank() over (partition by gate_differences.collection order by gate_differences.query_id) - 1 as topic,
    from statistics.gate_differences(new_run, old_run, measures, bounds := bounds) as gate_differences
),

means as (
    select
        differences.collection,
        differences.measure,
        differences.side,
        count(*) as num_topics,
        count(*) = count(differences.advantage) as is_finite,
        bool_and(differences.is_binary) as is_binary,
        statistics.exact_mean(differences.advantage) as advantage,
        min(differences.advantage) as lowest,
        max(differences.advantage) as highest,
        min(differences.decimals) as decimals,
        count(*) filter (where differences.advantage < 0) as num_lost,
        count(*) filter (where differences.advantage > 0) as num_won,
        any_value(differences.unjudged) as unjudged,
    from differences
    group by differences.collection, differences.measure, differences.side
),

moments as materialized (
    select
        differences.collection,
        differences.measure,
        differences.side,
        sqrt(statistics.exact_sum((differences.advantage - means.advantage) ** 2) / nullif(any_value(means.num_topics) - 1, 0))
        as deviation,
    from differences
    inner join means
        on differences.collection = means.collection
        and differences.measure = means.measure
        and differences.side = means.side
    group by differences.collection, differences.measure, differences.side
),

described as materialized (
    select
        means.*,
        statistics.spread(means.lowest, means.highest, moments.deviation, decimals := means.decimals) as deviation,
        metrics.topics_per_unit(summaries.summary, means.num_topics) as unit,
        case when directions.name is null then 1 else directions.direction end as direction,
        means.num_lost + means.num_won as num_differing,
        coalesce(statistics.incomplete_beta(0.5, means.num_lost, means.num_won + 1), 1) as p_sign,
        -- smallest number of topics that is significant if the new run loses on all of them
        ceil(log2(2 / (1 - confidence)))::bigint as least_topics,
        (directions.name is null or directions.direction is not null) and means.is_finite and num_differing >= least_topics
        as is_testable,
        statistics.student_critical(means.num_topics - 1, 1 - confidence) as student,
    from means
    inner join moments
        on means.collection = moments.collection and means.measure = moments.measure and means.side = moments.side
    left join metrics.summaries as summaries on metrics.base_name(means.measure) = summaries.name
    left join metrics.directions as directions on metrics.base_name(means.measure) = directions.name
),

-- for each measure, the side whose differences can show that a run is worse
families as materialized (
    select
        described.*,
        described.is_testable
        and described.side = if(
            bool_or(described.side = 'best') over (partition by described.collection, described.measure), 'best', 'measured'
        ) as is_counted,
    from described
),

shares as materialized (
    select
        families.collection,
        count(*) as num_measures,
        (1 - confidence) / 2 / num_measures as error,
        ceil(
            (trials + 1) * (1 - error * count(*) filter (where not families.is_binary)) - 1e-9::double
        )::bigint as joint_position,
        ceil((trials + 1) * (1 + confidence) / 2 - 1e-9::double)::bigint as position,
    from families
    where families.is_counted
    group by families.collection
),

-- differences in units of their standard deviation, which keeps sums exact
scaled as materialized (
    select
        differences.collection,
        differences.measure,
        differences.side,
        differences.topic,
        differences.advantage,
        (differences.advantage - families.advantage) / families.deviation as deviate,
    from differences
    inner join families
        on differences.collection = families.collection
        and differences.measure = families.measure
        and differences.side = families.side
    where families.is_testable and families.deviation is not null
),

-- each resample has the same topics for all measures
resamples as (
    select
        topics.collection,
        drawn.trial,
        statistics.draw(seed, drawn.trial || ':' || topics.topic, topics.num_topics) as topic,
    from (
        select distinct
            differences.collection,
            differences.topic,
            max(differences.topic) over (partition by differences.collection) + 1 as num_topics,
        from differences
        semi join scaled on differences.collection = scaled.collection
    ) as topics
    cross join range(0, trials) as drawn (trial)
),

resampled as (
    select
        scaled.collection,
        scaled.measure,
        scaled.side,
        resamples.trial,
        count(*) as num_topics,
        statistics.exact_sum(scaled.deviate) as total,
        statistics.exact_sum(scaled.deviate ** 2) as squares,
        min(scaled.advantage) as lowest,
        max(scaled.advantage) as highest,
    from resamples
    inner join scaled on resamples.collection = scaled.collection and resamples.topic = scaled.topic
    group by scaled.collection, scaled.measure, scaled.side, resamples.trial
),

studentised as materialized (
    select
        resampled.collection,
        resampled.measure,
        resampled.side,
        resampled.trial,
        families.is_counted and not families.is_binary as is_joint,
        resampled.num_topics * resampled.squares - resampled.total ** 2 as variation,
        case
            when
                variation > 0
                and statistics.spread(resampled.lowest, resampled.highest, 1, decimals := families.decimals) is not null
                then resampled.total * sqrt((resampled.num_topics - 1) / variation)
            when abs(resampled.total / resampled.num_topics * families.deviation) <= 1e-12::double then 0
            else sign(resampled.total) * 'infinity'::double
        end as t,
    from resampled
    inner join families
        on resampled.collection = families.collection
        and resampled.measure = families.measure
        and resampled.side = families.side
),

largest as (
    select
        studentised.collection,
        studentised.trial,
        max(-studentised.t) as t,
    from studentised
    where studentised.is_joint
    group by studentised.collection, studentised.trial
),

joint as (
    select
        largest.collection,
        coalesce(list(largest.t order by largest.t)[any_value(shares.joint_position)], 'infinity'::double) as t,
    from largest
    inner join shares on largest.collection = shares.collection
    group by largest.collection
),

quantiles as (
    select
        studentised.collection,
        studentised.measure,
        studentised.side,
        coalesce(list(studentised.t order by studentised.t)[any_value(shares.position)], 'infinity'::double) as low,
        coalesce(list(-studentised.t order by -studentised.t)[any_value(shares.joint_position)], 'infinity'::double) as high,
    from studentised
    inner join shares on studentised.collection = shares.collection
    group by studentised.collection, studentised.measure, studentised.side
),

bounded as materialized (
    select
        families.*,
        families.advantage * families.unit as gain,
        coalesce(families.deviation, 0) / sqrt(families.num_topics) * families.unit as standard_error,
        greatest(families.student, quantiles.low) as critical_low,
        case
            when families.deviation is null or families.is_binary or not families.is_testable then families.student
            else greatest(families.student, joint.t)
        end as critical_high,
        -- whether this measure is the reason that there is no joint bound for all measures
        coalesce(isinf(quantiles.high), false) as is_nearly_constant,
        case when isfinite(critical_low) then gain - critical_low * standard_error end as gain_low,
        case when isfinite(critical_high) then gain + critical_high * standard_error end as student_high,
        case
            when families.is_testable and families.is_binary and families.p_sign > shares.error then greatest(student_high, 0)
            else student_high
        end as gain_high,
        families.is_testable and coalesce(gain_high < -1e-12::double, false) as is_loss,
        (families.is_testable or families.num_differing = 0) and coalesce(gain_low >= -margin - 1e-12::double, false)
        as is_within,
    from families
    left join shares on families.collection = shares.collection
    left join joint on families.collection = joint.collection
    left join quantiles
        on families.collection = quantiles.collection
        and families.measure = quantiles.measure
        and families.side = quantiles.side
),

sized as (
    select
        measured.*,
        case when measured.unjudged.is_less_judged then coalesce(best.is_loss, false) else measured.is_loss end as is_worse,
        case when measured.unjudged.is_more_judged then coalesce(worst.is_within, false) else measured.is_within end
        as is_not_worse,
        best.gain_low as best_low,
        best.gain_high as best_high,
        worst.gain_low as worst_low,
        worst.gain_high as worst_high,
        case when measured.is_testable then measured.deviation * measured.unit end as spread,
        statistics.detectable_effect(
            measured.num_topics,
            power,
            case
                when measured.critical_high > measured.student and isfinite(measured.critical_high)
                    then statistics.student_two_sided(measured.critical_high, measured.num_topics - 1)
                when isfinite(measured.critical_high) then 1 - confidence
            end
        ) * spread as smallest_detectable,
        statistics.topics_needed(margin / spread, power, 1 - confidence) as topics,
        case when topics is not null then greatest(topics, measured.least_topics) end as topics_needed,
        case
            when is_not_worse then 'not worse'
            when is_worse then 'worse'
            when measured.unjudged.is_less_judged or measured.unjudged.is_more_judged then 'unjudged'
            when margin is null then 'not shown to be worse'
            else 'too few topics'
        end as shown,
    from bounded as measured
    left join bounded as best
        on measured.collection = best.collection and measured.measure = best.measure and best.side = 'best'
    left join bounded as worst
        on measured.collection = worst.collection and measured.measure = worst.measure and worst.side = 'worst'
    where measured.side = 'measured'
),

judged as (
    select
        sized.*,
        case
            when sized.direction is null or not sized.is_finite then 'no verdict'
            when sized.num_topics < sized.least_topics then 'too few topics'
            when sized.shown = 'unjudged' then 'no verdict'
            when sized.shown not in ('worse', 'not worse') and sized.num_differing between 1 and sized.least_topics - 1
                then 'no verdict'
            when sized.num_topics < topics_at_least and sized.shown <> 'worse' then 'too few topics'
            else sized.shown
        end as verdict,
        verdict = 'no verdict' and sized.direction is not null and sized.is_finite and sized.shown = 'unjudged' as is_unjudged,
        case
            when verdict = 'worse' and sized.unjudged.is_less_judged then 'best'
            when verdict = 'not worse' and sized.unjudged.is_more_judged then 'worst'
            else 'measured'
        end as decisive,
        case decisive
            when 'best' then least(sized.gain_low, sized.best_low)
            when 'worst' then sized.worst_low
            else sized.gain_low
        end as shown_low,
        case decisive
            when 'best' then sized.best_high
            when 'worst' then greatest(sized.gain_high, sized.worst_high)
            else sized.gain_high
        end as shown_high,
    from sized
)

select
    judged.collection,
    judged.measure,
    judged.verdict,
    -- 0 - x instead of -x, to avoid printing -0.0
    case when judged.direction = -1 then 0 - judged.gain else judged.gain end as difference,
    case when judged.direction = -1 then 0 - judged.shown_high else judged.shown_low end as low,
    case when judged.direction = -1 then 0 - judged.shown_low else judged.shown_high end as high,
    margin::double as margin,
    judged.num_topics,
    judged.smallest_detectable,
    judged.topics_needed,
    case
        when judged.decisive <> 'measured' then 'for every possible grade of the unjudged items'
        when judged.verdict in ('worse', 'not worse') then null
        when judged.direction is null then 'neither higher nor lower values of the measure are better'
        when not judged.is_finite then 'a score is not a finite number'
        when judged.num_topics = 1 then 'the spread cannot be estimated from a single topic'
        when judged.num_topics < judged.least_topics
            then 'chance alone makes the new run lose on all ' || judged.num_topics || ' topics with p = '
            || format('{:.3f}', 0.5::double ** judged.num_topics)
        when judged.is_unjudged
            then 'the share of unjudged items among the first '
            || case
                when judging.is_much_unjudged(abs(judged.unjudged.new_10 - judged.unjudged.old_10), 0)
                    then format('ten changed from {:.2f} to {:.2f}', judged.unjudged.old_10, judged.unjudged.new_10)
                else format('hundred changed from {:.2f} to {:.2f}', judged.unjudged.old_100, judged.unjudged.new_100)
            end
        when judged.verdict = 'no verdict'
            then 'the runs are equal on ' || judged.num_topics - judged.num_differing || ' of ' || judged.num_topics
            || ' topics, too many for an interval; a sign test on the differing topics (' || judged.num_lost || ' lost, '
            || judged.num_won || ' won) has p = ' || format('{:.3f}', judged.p_sign)
        when judged.verdict <> judged.shown
            then judged.num_topics || ' topics, but at least ' || topics_at_least || ' are required'
        when isinf(judged.critical_high)
            then 'nearly all differences ' || if(judged.is_nearly_constant, '', 'in another measure ') || 'are equal'
        when judged.verdict = 'not shown to be worse' then null
        when judged.topics_needed > judged.num_topics
            then 'for two equally good runs, the verdict ''not worse'' needs ' || judged.topics_needed || ' topics'
        else 'the difference may lie near the margin'
    end as reason,
    judged.is_unjudged,
from judged;
