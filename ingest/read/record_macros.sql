-- Macros for JSON records. record_problem: the reason why a text is not an object with unique keys and without NUL; null if it
-- is.
create or replace temp macro record_problem(written) as
    case
        when not json_valid(written) or json_type(written) <> 'OBJECT' then 'not a line of JSON'
        when len(json_keys(written)) <> len(list_distinct(json_keys(written)))
            then 'the key ' || list_filter(
                json_keys(written), lambda key: len(list_filter(json_keys(written), lambda other: other = key)) > 1
            )[1] || ' occurs twice; keep one'
        when regexp_matches(written, '(^|[^\\])(\\\\)*\\u0000') then 'a text contains NUL (\u0000); remove the character'
    end;

create or replace temp macro as_record(written) as
    case when record_problem(written) is null then written::json end;

-- The different values of fields that must be equal, as a text; null if all are equal.
create or replace temp macro different_names(names) as
    case
        when len(list_distinct(list_filter(names, lambda name: name is not null))) > 1
            then array_to_string(list_sort(list_distinct(list_filter(names, lambda name: name is not null))), ', ')
    end;

-- The first key that looks like a typing error: it differs by one letter (by two in a long key) from a known key that is missing.
create or replace temp macro misspelt_key(keys, known) as
    list_filter(
        list_transform(
            list_filter(keys, lambda key: not list_contains(known, key)),
            lambda key: key || list_filter(
                list_transform(
                    list_filter(known, lambda name: not list_contains(keys, name)),
                    lambda name: if(damerau_levenshtein(lower(key), name) <= if(len(name) < 8, 1, 2), '; did you mean ' || name || '?', null)
                ),
                lambda found: found is not null
            )[1]
        ),
        lambda found: found is not null
    )[1];

-- True if a record is an object of topics, each with a list of nuggets that have a text.
create or replace temp macro is_bank(record) as
    len(json_keys(record)) > 0
    and len(
        list_filter(
            json_keys(record),
            lambda key: key in ('nuggets', 'rubrics', 'items', 'nugget_bank')
            or json_type(record, '/' || replace(replace(key, '~', '~0'), '/', '~1')) <> 'ARRAY'
            or not json_exists(record, '/' || replace(replace(key, '~', '~0'), '/', '~1') || '/0/text')
        )
    ) = 0;
