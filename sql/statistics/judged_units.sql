-- The items that two or more judges labelled, without missing labels: the input for measures of agreement.
--
-- source: K. Krippendorff, "Computing Krippendorff's alpha-reliability" (2011): an item with one label forms no pairs
-- params:
--   items: list of lists: the labels of each item, null if a judge gave no label
--   counts: how often each entry of items occurs; null if each occurs once
-- returns: list of {labels, count}
-- example: select statistics.judged_units([[0, 0], [1, null, 2], [3, null]], [10, 2, 5])
create or replace macro statistics.judged_units(items, counts := null) as
    list_filter(
        list_transform(
            list_zip(items, counts),
            lambda entry: struct_pack(
                labels := list_filter(entry[1], lambda label: label is not null),
                count := coalesce(cast(entry[2] as double), case when counts is null then 1 else 0 end)
            )
        ),
        lambda unit: len(unit.labels) > 1 and unit.count > 0
    );
