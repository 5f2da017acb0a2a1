-- Krippendorff's alpha: agreement of any number of judges beyond chance; labels may be missing.
--
-- source: K. Krippendorff, "Computing Krippendorff's alpha-reliability" (2011); python package krippendorff
-- params:
--   items: list of lists: the labels of each item, in any order, null if a judge gave no label
--   scale: 'nominal' (labels are equal or not), 'ordinal' (labels have an order) or 'interval' (labels are numbers)
--   counts: how often each entry of items occurs; null if each occurs once
-- returns: 1 for perfect agreement, 0 for chance, below 0 for less than chance; null if all labels are the same or no item
--     has two labels; an error for any other scale
-- caveats: many items have the same labels: passing each combination once, with its count, is much faster
-- example: select statistics.krippendorff_alpha([[0, 0], [1, 2, 2], [3, 3], [1, null]], 'ordinal')
create or replace macro statistics.krippendorff_alpha(items, scale, counts := null) as
    list_transform(
        [struct_pack(
            units := statistics.judged_units(items, counts),
            totals := statistics.label_totals(statistics.judged_units(items, counts)),
            scale := case
                when scale in ('nominal', 'ordinal', 'interval') then scale
                else error('unknown scale of krippendorff_alpha; use nominal, ordinal or interval')
            end
        )],
        lambda judged: list_transform(
            [struct_pack(
                scale := judged.scale,
                units := judged.units,
                labels := list_transform(judged.totals, lambda total: total.label),
                counts := list_transform(judged.totals, lambda total: total.count),
                numbers := list_transform(
                    judged.totals,
                    lambda total: case when judged.scale = 'interval' then cast(total.label as double) else total.place end
                )
            )],
            lambda coded: 1 - (list_sum(coded.counts) - 1)
            * list_sum(list_transform(
                coded.units,
                lambda unit: list_transform(
                    [list_transform(unit.labels, lambda label: coded.numbers[list_position(coded.labels, label)])],
                    lambda values: unit.count / (len(values) - 1) * list_sum(list_transform(
                        values,
                        lambda x: list_sum(list_transform(
                            values,
                            lambda y: case when coded.scale = 'nominal' then abs(sign(x - y)) else (x - y) ** 2 end
                        ))
                    ))
                )[1]
            ))
            / nullif(
                list_sum(list_transform( -- noqa: LT01
                    coded.numbers, -- noqa: PRS
                    lambda x, i: list_sum(list_transform(
                        coded.numbers,
                        lambda y, j: coded.counts[i] * coded.counts[j]
                        * case when coded.scale = 'nominal' then abs(sign(x - y)) else (x - y) ** 2 end
                    ))
                )),
                0
            )
        )[1]
    )[1];
