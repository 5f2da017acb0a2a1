-- Macros that return violations of the promises of all parts (dltrack_db/load/promises.py) as file_id, line, detail: one row for
-- each wrong row of a staging table, or for each wrong file. `relation` is the table, `parts` are the parts of the files.

-- Files without rows. All lines may belong to other collections, so that they were left out.
create macro staging.empty_files(parts, relation, told) as table
select
    files.file_id,
    null::bigint as line,
    told
    || case
        when files.skips_foreign
            then ', and lines of other collections; check that the file is for ' || files.collection
        else ''
    end as detail,
from staging.files as files
where list_contains(parts, files.part) and files.file_id not in (select file_id from query_table(relation));

-- Names that are not valid ids. The keys of `words` are the columns to check, the values their names in reports.
create macro staging.unfit_names(relation, words) as table
select file_id, line, staging.told(words[column_name], name) as detail
from (
    unpivot (
        select file_id, line, columns(lambda name: list_contains(map_keys(words), name))
        from query_table(relation)
    )
    on columns(* exclude (file_id, line))
    into name column_name value name
) as named
where staging.is_unfit(name);

-- Lines with the same key as an earlier line of the file. The keys of `words` are the key columns, in the order of reports.
create macro staging.repeated_lines(relation, words) as table
with
keyed as (
    select file_id, line, struct_pack(*columns(lambda name: list_contains(map_keys(words), name))) as row_key
    from query_table(relation)
    where problem is null and columns(lambda name: list_contains(map_keys(words), name)) is not null
),

repeated as (
    select file_id, row_key, min(line) as first_line
    from keyed
    group by file_id, row_key
    having count(*) > 1
)

select
    keyed.file_id,
    keyed.line,
    array_to_string(
        list_transform(
            map_entries(words),
            lambda entry: ltrim(entry['value'] || ' ') || (to_json(keyed.row_key) ->> entry['key'])
        ),
        ' of '
    ) || ' occurs again, first on line ' || repeated.first_line as detail,
from keyed
inner join repeated on repeated.file_id = keyed.file_id and repeated.row_key = keyed.row_key
qualify row_number() over (partition by keyed.file_id, keyed.row_key order by keyed.line) > 1;

-- Values of a column outside of its range.
create macro staging.odd_values(relation, column_name, lowest, highest) as table
with valued as (
    select
        file_id,
        line,
        columns(lambda name: name = column_name) as column_value,
    from query_table(relation)
    where problem is null
)

select
    file_id,
    line,
    column_name || ' ' || column_value || ' is not between ' || lowest || ' and ' || highest as detail,
from valued
where column_value not between lowest and highest;

-- Topics that are not in the loaded query set of their collection.
create macro staging.unknown_topics(relation) as table
select
    named.file_id,
    min(named.line) as line,
    'topic ' || named.query_id || ' is not in query set ' || collections.query_set as detail,
from query_table(relation) as named
inner join staging.files as files on files.file_id = named.file_id
inner join staging.collections as collections on collections.collection = files.collection
where
    collections.query_set in (select query_set from staging.known_queries)
    and (collections.query_set, named.query_id) not in (select query_set, query_id from staging.known_queries)
group by named.file_id, named.query_id, collections.query_set;

-- Files with another number of rows than in the recipe. Left out labels are included in both numbers. `noun` is the word for rows
-- in reports.
create macro staging.wrong_counts(parts, noun, relation) as table
with rows_of_files as (
    select file_id
    from query_table(relation)
    union all
    select file_id
    from staging.left_out_labels
)

select
    files.file_id,
    null::bigint as line,
    count(counted.file_id) || ' ' || noun || ', expected ' || files.expected_rows as detail,
from staging.files as files
left join rows_of_files as counted on counted.file_id = files.file_id
where list_contains(parts, files.part) and files.expected_rows is not null
group by files.file_id, files.expected_rows
having count(counted.file_id) <> files.expected_rows;
