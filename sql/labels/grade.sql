-- The grade of a label, for comparing sets of labels: the number of the set's cut points at or below the label or, without cut
-- points, the label itself.
--
-- source: docs/judges.md; labels that are fractions or counts have a different scale in each set
-- params:
--   relevance: label as an integer
--   label: the original label if the label set has fractions; otherwise null
--   cuts: cut points of the set, see main.qrels_variants; null if the set has none
-- returns: the grade; null for a fraction without cut points
-- example: select labels.grade(2, null, null), labels.grade(0, 0.7, '0.5,1.5'), labels.grade(0, 0.7, null)
create or replace macro labels.grade(relevance, label, cuts) as
    case
        when cuts is not null
            then len(
                list_filter(
                    string_split(cuts, ','), lambda cut: cut::double <= coalesce(label, relevance)
                )
            )
        when label is null then relevance
    end::smallint;
