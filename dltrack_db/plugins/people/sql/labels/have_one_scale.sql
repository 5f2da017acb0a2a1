-- Check the scales of label sets: true if all are the same, otherwise an error that names the first two different label sets.
--
-- source: labels.scales. Two scales are the same if the relevance levels are equal and the highest grades are equal or
--     differ by one, because some label sets never use the highest grade. A difference of one is not accepted if a label set
--     has only the grades 0 and 1, or if the label set with the higher highest grade also has the higher lowest grade
-- params:
--   names: list of names of label sets
-- returns: boolean, never false
-- caveats: label sets that are not loaded are ignored; the range of a label set with a single grade is ignored, too. Cut
--     points (dltrack ingest qrels --cuts) map fractions to grades. labels.can_fill differs: it uses declared scales
--     (main.qrels_variants.scale), ignores lowest grades, and accepts no difference between highest grades
-- example: select labels.have_one_scale('sample-passages', ['nist'])
create or replace macro labels.have_one_scale(collection_name, names) as (
    with asked as (
        select
            scales.variant,
            scales.min_relevance,
            scales.lowest,
            scales.highest,
            scales.num_ungraded,
        from labels.scales as scales
        where scales.collection = collection_name and list_contains(names, scales.variant)
    ),

    problems as (
        select
            list_position(names, asked.variant) as position,
            '''' || asked.variant || ''' has fractions, not grades; load it with cut points: --cuts 0.5,1.5' as problem,
        from asked
        where asked.num_ungraded > 0
        union all
        select
            1000 * list_position(names, a.variant) + list_position(names, b.variant) as position,
            format(
                '''{}'' and ''{}'' have different scales: grades {} to {}, relevant from {} on, and grades {} to {}, relevant '
                || 'from {} on; map one label set to the scale of the other, and load it again',
                a.variant,
                b.variant,
                a.lowest,
                a.highest,
                coalesce(printf('%g', a.min_relevance), 'no grade'),
                b.lowest,
                b.highest,
                coalesce(printf('%g', b.min_relevance), 'no grade')
            ) as problem,
        from asked as a
        inner join asked as b on list_position(names, a.variant) < list_position(names, b.variant)
        where
            a.num_ungraded + b.num_ungraded = 0
            and (
                a.min_relevance is distinct from b.min_relevance
                or (
                    a.lowest < a.highest
                    and b.lowest < b.highest
                    and (
                        abs(a.highest - b.highest) > if(least(a.highest, b.highest) = 1, 0, 1)
                        or (a.lowest - b.lowest) * (a.highest - b.highest) > 0
                    )
                )
            )
    )

    select case when count(*) = 0 then true else error(arg_min(problems.problem, problems.position)) end,
    from problems
);
