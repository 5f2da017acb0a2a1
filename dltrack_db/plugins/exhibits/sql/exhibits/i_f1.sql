-- Number of topic-passage pairs for each combination of NIST's grade and GPT-4's label.
--
-- source: Arabzadeh and Clarke, SIGIR 2025, and their repository (Agreement figures of the repository);
--   labels.official_pairs
-- grain: year, labels, grade, bin
-- columns:
--   year
--   labels: labelling method of GPT-4
--   grade: NIST's grade; 'all' for the sum over grades
--   bin: label; for mean labels, the upper end of a fifth of the range; 'all' for the sum over labels
--   num_pairs: number of topic-passage pairs
-- needs: second labels
-- caveats: as in the figures, pairs with label 5 in the graded maximum are omitted. A mean label of 0 belongs to the lowest
--   fifth of the range
-- example: from exhibits.i_f1 where year = 2021 and labels = 'binary' order by all
create or replace view exhibits.i_f1 as
with binned as (
    select
        collections.year,
        replace(substr(pairs.variant, 7), '-', '_') as labels,
        pairs.official::varchar as grade,
        case
            when pairs.variant = 'gpt-4-exam-binary-mean'
                then (greatest(ceil(round(pairs.value * 5, 9)), 1) / 5)::decimal(2, 1)::varchar
            else pairs.value::integer::varchar
        end as bin,
    from labels.official_pairs as pairs
    inner join catalog.track_collections as collections on pairs.collection = collections.collection
    where
        pairs.collection in ('trec2019-passages', 'trec2020-passages', 'trec2021-passages')
        and pairs.variant in (
            'gpt-4-binary',
            'gpt-4-exam-binary-max',
            'gpt-4-exam-binary-mean',
            'gpt-4-exam-graded-max',
            'gpt-4-umbrela'
        )
        and (pairs.variant <> 'gpt-4-exam-graded-max' or pairs.value < 5)
),

counted as (
    select
        year,
        labels,
        coalesce(grade, 'all') as grade,
        coalesce(bin, 'all') as bin,
        count(*) as num_pairs,
    from binned
    group by grouping sets ((year, labels, binned.grade, binned.bin), (year, labels, binned.grade), (year, labels, binned.bin))
)

select
    grades.year,
    grades.labels,
    grades.grade,
    bins.bin,
    coalesce(counted.num_pairs, 0) as num_pairs,
from (select distinct year, labels, grade from counted) as grades
inner join (select distinct year, labels, bin from counted) as bins
    on grades.year = bins.year and grades.labels = bins.labels
left join counted
    on
        grades.year = counted.year
        and grades.labels = counted.labels
        and grades.grade = counted.grade
        and bins.bin = counted.bin
where grades.grade <> 'all' or bins.bin <> 'all';
