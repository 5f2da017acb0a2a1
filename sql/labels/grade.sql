-- The grade of a label, for comparing sets of labels: by the cut points of its set or, without cut points, the whole label
-- itself.
--
-- source: docs/judges.md; labels that are fractions or counts have a different scale in each set
-- params:
--   relevance: whole label
--   label: the label as given if its label set has fractions; otherwise null
--   cuts: cut points of the set, see main.qrels_variants; null if the set has none
-- returns: the grade: the number of cut points at or below the label; null for a fraction without cut points
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
