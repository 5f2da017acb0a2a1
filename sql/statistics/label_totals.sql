-- How often each label was given, lowest label first, and the label's position on an ordinal scale: the number of lower labels
-- given plus half the number of equal labels given.
--
-- source: K. Krippendorff, "Computing Krippendorff's alpha-reliability" (2011): n_c, and the sums of the ordinal metric
-- params:
--   units: list of {labels, count}, as statistics.judged_units returns it
-- returns: list of {label, count, place}
-- example: select statistics.label_totals(statistics.judged_units([[0, 0], [1, 2], [1, 1]]))
create or replace macro statistics.label_totals(units) as
    list_transform(
        [struct_pack(
            units := units,
            labels := list_sort(list_distinct(flatten(list_transform(units, lambda unit: unit.labels))))
        )],
        lambda given: list_transform(
            [list_transform(
                given.labels,
                lambda label: list_sum([
                    unit.count * len(list_filter(unit.labels, lambda one: one = label)) for unit in given.units
                ])
            )],
            lambda totals: list_transform( -- noqa: LT01
                given.labels, -- noqa: PRS
                lambda label, rank: struct_pack(
                    label := label,
                    count := totals[rank],
                    place := list_sum(totals[:rank]) - totals[rank] / 2
                )
            )
        )[1]
    )[1];
