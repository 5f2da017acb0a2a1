-- Whether sets of labels can fill the gaps of another set: true, or an error that names the sets and what to do.
--
-- source: main.qrels, main.qrels_variants, labels.levels
-- params:
--   base: set of labels with gaps
--   fills: list of sets of labels that fill the gaps
-- returns: boolean, never false
-- caveats: Two sets have the same scale if their values in main.qrels_variants.scale are equal or, if one value is null, if
--   their highest grades and relevance levels are equal. Labels that are fractions need cut points, which map the labels to
--   grades (labels.grade). Samples drawn from strata are an error. Unlike in comparisons of
--   judges, declared scales are used, and highest grades that differ by one are different scales
-- example: select labels.can_fill('trec2021-passages', 'nist', ['gpt-4o-umbrela-zeroshot'])
create or replace macro labels.can_fill(collection_name, base, fills) as (
    with judged as (
        select
            qrels.variant,
            judges.scale,
            max(coalesce(
                try_cast(regexp_extract(judges.scale, ' to ([0-9]+)$', 1) as integer), len(string_split(judges.cuts, ',')),
                qrels.relevance
            )) as top,
            any_value(case when judges.cuts is null then levels.min_relevance end) as level,
            case
                when bool_or(qrels.stratum is not null) then 'labels of a sample drawn from strata'
                when bool_or(labels.grade(qrels.relevance, qrels.gain, judges.cuts) is null) then 'fractions without cuts'
            end as others,
            format('''{}'' has {}', qrels.variant, coalesce(
                others,
                'grades up to ' || top || coalesce(printf(', relevant from %g on', level), '')
                || coalesce(', on the scale ' || judges.scale, '')
            )) as words,
        from main.qrels as qrels
        left join main.qrels_variants as judges
            on qrels.collection = judges.collection and qrels.variant = judges.variant
        left join labels.levels as levels on qrels.collection = levels.collection and qrels.variant = levels.variant
        where qrels.collection = collection_name
        group by qrels.variant, judges.scale
    )

    select
        case
            when not catalog.has_collections([collection_name]) then false
            when not catalog.has_names('set of labels', list_prepend(base, fills), coalesce(list(own.variant), []))
                then false
            when list_contains(fills, base) then error(format('''{}'' cannot fill itself; name another set', base))
            when count(other.variant) = 0 then true
            else error(format(
                '''{}'' cannot fill ''{}'', because their grades are not on the same scale: {}, {}; load ''{}'' again '
                'with labels mapped to the grades of ''{}'' (fractions by --cuts LIST) or, if the scales are the same, with '
                '--scale TEXT, e.g. ''0 to 3''', min(other.variant), base, min(own.words) filter (where own.variant = base),
                arg_min(other.words, other.variant), min(other.variant), base
            ))
        end,
    from judged as own
    left join judged as other
        on
            own.variant = base
            and list_contains(fills, other.variant)
            and coalesce(
                coalesce(own.others, other.others) <> '', own.scale <> other.scale,
                own.top <> other.top or coalesce(own.level <> other.level, false)
            )
);
