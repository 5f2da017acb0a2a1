-- The reason why two sets of labels have no kappa, as text: which of the sets has a single grade for all items in both sets.
--
-- source: J. Cohen 1960: if one set has a single grade, observed agreement equals chance agreement for any grades of the other
--   set
-- params:
--   cells: list of {'a': grade, 'b': grade, 'n': number of items}, as in labels.cohen_kappa
--   name_a: name of the first set
--   name_b: name of the second set
-- returns: a sentence that names the sets with a single grade; null if both sets have several grades
-- example:
--   select labels.one_grade([{'a': 0, 'b': 1, 'n': 5}, {'a': 3, 'b': 1, 'n': 2}], 'nist', 'msmarco');
create or replace macro labels.one_grade(cells, name_a, name_b) as
    nullif(
        array_to_string(
            list_filter(
                [
                    case when len(list_distinct([x.a for x in cells if x.n > 0])) = 1 then name_a end,
                    case when len(list_distinct([x.b for x in cells if x.n > 0])) = 1 then name_b end,
                ],
                lambda name: name is not null
            ),
            ' and '
        )
        || ' gave all of these items one grade',
        ' gave all of these items one grade'
    );
