-- Fleiss' kappa: agreement beyond chance if every item has the same number of judges, who may differ from item to item.
--
-- source: J. L. Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin 76 (1971);
--     statsmodels.stats.inter_rater.fleiss_kappa
-- params:
--   items: list of lists: the labels of each item, in any order
--   counts: how often each entry of items occurs; null if each occurs once
-- returns: 1 for perfect agreement, 0 for chance; null if all labels are the same, or if items have different numbers of labels
--     (then use statistics.krippendorff_alpha)
-- example: select statistics.fleiss_kappa([[0, 0, 0], [1, 2, 1], [2, 2, 2]])
create or replace macro statistics.fleiss_kappa(items, counts := null) as
    list_transform(
        [struct_pack(
            units := statistics.judged_units(items, counts),
            totals := statistics.label_totals(statistics.judged_units(items, counts)),
            sizes := list_distinct(list_transform(
                items, lambda labels: len(list_filter(labels, lambda label: label is not null))
            ))
        )],
        lambda judged: case
            when len(judged.sizes) = 1 and judged.sizes[1] > 1
                then list_transform(
                    [struct_pack(
                        observed := list_sum(list_transform(
                            judged.units,
                            lambda unit: unit.count * (
                                list_sum(list_transform(
                                    unit.labels,
                                    lambda label: len(list_filter(unit.labels, lambda other: other = label)) - 1
                                ))
                            )
                        ))
                        / (list_sum([total.count for total in judged.totals]) * (judged.sizes[1] - 1)),
                        expected := list_sum([total.count ** 2 for total in judged.totals])
                        / list_sum([total.count for total in judged.totals]) ** 2
                    )],
                    lambda agreement: (agreement.observed - agreement.expected) / nullif(1 - agreement.expected, 0)
                )[1]
        end
    )[1];
