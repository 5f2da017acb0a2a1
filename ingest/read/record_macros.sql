-- A JSON record: an object with unique keys and without NUL.
create or replace temp macro record_problem(written) as
    case
        when not json_valid(written) or json_type(written) <> 'OBJECT' then 'not a line of JSON'
        when len(json_keys(written)) <> len(list_distinct(json_keys(written)))
            then 'the key ' || list_filter(
                json_keys(written), lambda key: len(list_filter(json_keys(written), lambda other: other = key)) > 1
            )[1] || ' occurs twice; keep one'
        when regexp_matches(written, '(^|[^\\])(\\\\)*\\u0000') then 'a NUL (\u0000) in a text; remove it'
    end;

create or replace temp macro as_record(written) as
    case when record_problem(written) is null then written::json end;

-- Values that should be one and the same, as a list in words; null if they are.
create or replace temp macro different_names(names) as
    case
        when len(list_distinct(list_filter(names, lambda name: name is not null))) > 1
            then array_to_string(list_sort(list_distinct(list_filter(names, lambda name: name is not null))), ', ')
    end;

-- The first key of a record that differs by one letter, or by two if it is long, from a known key that the record does not have.
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

-- Whether a record is an object of topics, each with a list of nuggets with text.
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
