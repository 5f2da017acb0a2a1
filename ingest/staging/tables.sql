-- The staging area of one load: an in-memory schema. The readers in ingest/read and ingest/parts fill it, Great Expectations
-- validates the rows, and ingest/publish copies them into the database. If a line cannot be read, its typed columns are null,
-- `problem` is the reason, and an expectation stops the load.
create schema staging;

create table staging.files (
    file_id integer primary key,
    edition varchar not null,
    part varchar not null,
    collection varchar,
    name varchar not null,
    source varchar not null,
    bytes bigint not null,
    md5 varchar not null,
    verified varchar not null,
    expected_rows bigint,
    expected_queries bigint,
    first_row bigint,
    tag varchar,
    is_submission boolean,
    skips_foreign boolean,
    entry json, -- the file's entry in the recipe, or the equivalent from command options
    judge json, -- facts about the judge from the recipe and the options
    origin varchar -- address or file name of the source
);

create table staging.collections (
    collection varchar primary key,
    edition varchar not null,
    year smallint,
    task varchar not null,
    title varchar,
    corpus varchar,
    query_set varchar not null,
    qrels_variant varchar not null,
    min_relevance smallint not null,
    run_depth integer,
    overview_depth integer,
    ncg_depth integer not null,
    tie_rule varchar not null,
    expected_runs integer,
    follows varchar,
    excludes_query_id boolean,
    citation varchar,
    doc_id_pattern varchar not null,
    is_own boolean not null -- true if no recipe of the package has the collection
);

create table staging.collection_parts (
    edition varchar not null,
    collection varchar,
    part varchar not null,
    name varchar not null,
    file varchar,
    url varchar,
    bytes bigint,
    expected_rows bigint,
    expected_queries bigint
);

create table staging.queries (
    file_id integer not null,
    line bigint not null,
    query_id varchar,
    text varchar,
    text_field varchar,
    problem varchar
);

create table staging.qrels (
    file_id integer not null,
    line bigint not null,
    query_id varchar,
    iteration varchar,
    doc_id varchar,
    relevance smallint,
    problem varchar,
    subtopic varchar default '',
    gain double,
    stratum varchar
);

-- Labels that were left out because an official file repeats them, or because their topics or documents belong to another
-- collection. The row counts in recipes include these labels.
create table staging.left_out_labels (
    file_id integer not null,
    relevance smallint not null,
    is_foreign boolean not null
);

-- Other wordings of topics; the query set of each file of notes or wordings; and the authors of the wordings, each with the
-- lowest topic number.
create table staging.query_variants (
    file_id integer not null,
    line bigint not null,
    query_id varchar,
    text varchar,
    problem varchar
);

create view staging.query_sets as
select
    file_id,
    entry ->> 'query_set' as query_set,
from staging.files
where entry ->> 'query_set' is not null;

create view staging.generators as
select
    file_id,
    struct_extract(first_topic, 'key')::bigint as first_id,
    struct_extract(first_topic, 'value') as generator,
from (
    select
        file_id,
        unnest(map_entries(json_transform(entry -> 'generators', '"map(varchar, varchar)"'))) as first_topic,
    from staging.files
) as written;

-- Notes on topics or runs: one row for each value.
create table staging.notes (
    file_id integer not null,
    line bigint not null,
    id varchar,
    key varchar,
    value varchar,
    problem varchar
);

-- Unchanged lines of files, for parts that store lines.
create table staging.source_lines (
    file_id integer not null,
    line bigint not null,
    text varchar not null
);

-- Short ids of topics ('query') and documents ('document') that occur in some labels.
create table staging.ids (
    file_id integer not null,
    line bigint not null,
    kind varchar not null,
    id varchar,
    short_id varchar,
    problem varchar
);

-- Scores per topic. `line` is null for files that one statement reads.
create table staging.scores (
    file_id integer not null,
    line bigint,
    run_id varchar,
    query_id varchar,
    measure varchar,
    value double,
    decimals utinyint,
    problem varchar
);

-- One row for each file of scores. `judge` made the leaderboard; null for official scores, which have a `variant` of labels.
-- `is_own` marks files that are not in a recipe.
create view staging.score_sets as
select
    file_id,
    case when part <> 'scores' then entry ->> 'name' end as judge,
    judge ->> 'model' as model,
    case when part = 'scores' then entry ->> 'name' end as variant,
    (entry ->> 'min_relevance')::smallint as min_relevance,
    substr(name, strlen(entry ->> 'name') + 2) as source,
    nullif((entry -> 'measures')::varchar[], []) as measures,
    entry ->> 'file' = '' as is_own,
from staging.files
where json_exists(entry, 'measures');

-- Decimals of each file's set of official scores: the largest number of decimals of any value in the files of the set.
create view staging.score_precisions as
select
    score_sets.file_id,
    max(written.decimals) over (partition by files.collection, score_sets.variant, score_sets.source) as decimals,
from staging.score_sets as score_sets
inner join staging.files as files on files.file_id = score_sets.file_id
inner join (
    select
        scores.file_id,
        max(scores.decimals) as decimals,
    from staging.scores as scores
    group by scores.file_id
) as written on written.file_id = score_sets.file_id
where score_sets.judge is null;

-- The owner of a score; an owner may give each score once. For official scores, the owner is the label set, with the relevance
-- level for measures that depend on it.
create macro staging.owner_of_score(judge, variant, min_relevance, measure) as
    coalesce(
        'judge ' || judge,
        'labels ' || variant || case when not regexp_matches(measure, '^R?ndcg') then ', level ' || coalesce(min_relevance::varchar, '?') else '' end
    );

-- `line` is null for files that one statement reads: their rows are in file order without gaps, so rowid and files.first_row
-- determine the line.
create table staging.rankings (
    file_id integer not null,
    line bigint,
    query_id varchar,
    doc_id varchar,
    submitted_rank integer,
    score double,
    is_odd boolean,
    problem varchar
);

-- One row per run file and topic, summarized from the rankings (ingest/staging/answers.sql).
create table staging.answers (
    file_id integer,
    query_id varchar,
    num_ret bigint,
    first_row bigint,
    last_row bigint,
    is_apart boolean,
    num_problems bigint,
    num_foreign bigint,
    num_unfit bigint,
    num_not_finite bigint,
    lowest_score double,
    highest_score double,
    has_repeats boolean,
    digest_sum hugeint
);

-- The rankings with line numbers, for reports on single rows.
create view staging.ranking_lines as
select
    rankings.file_id,
    coalesce(rankings.line, rankings.rowid - files.first_row + 1) as line,
    rankings.query_id,
    rankings.doc_id,
    rankings.submitted_rank,
    rankings.score,
    rankings.problem,
from staging.rankings as rankings
inner join staging.files as files on rankings.file_id = files.file_id;

-- Macros for the columns of main.runs: columns that a run file fills, columns that describe a run, and descriptions that are not
-- empty. `relation` is the name of a table with the columns of main.runs.
create macro staging.runs_in_files(relation) as table
select collection, run_id, tag, is_submission, source_file, source_md5
from query_table(relation);

create macro staging.descriptions(relation) as table
select * exclude (tag, is_submission, source_file, source_md5)
from query_table(relation);

create macro staging.told_descriptions(relation) as table
from staging.descriptions(relation)
except
select *
from staging.descriptions(relation)
where columns(* exclude (collection, run_id)) is null;

-- is_submission is null if no description has a value.
create table staging.runs as
select
    *,
    null::boolean as is_submission,
from staging.descriptions('memory.main.runs');

-- True if a run was submitted. The first known value decides: the description, the load, the collection. By default, runs of a
-- user's collection were submitted, and undescribed runs of an official collection were not.
create macro staging.is_submission(described, loaded, is_own) as coalesce(described, loaded, is_own);

-- Descriptions of runs in files of notes.
create table staging.described_runs as
from staging.runs;

-- Topics, judged topics and runs of the collections in this load, from this load and from the database, for checks across loads.
create table staging.known_queries (query_set varchar not null, query_id varchar not null);
-- completely loaded corpora
create table staging.known_corpora (corpus varchar not null);
create table staging.known_scores (
    collection varchar not null,
    owner varchar not null,
    is_judge boolean not null,
    run_id varchar not null,
    query_id varchar not null,
    measure varchar not null,
    value double not null,
    source varchar not null
);
create table staging.known_judged (collection varchar not null, query_id varchar not null);
create table staging.known_grades (collection varchar not null, lowest smallint not null, highest smallint not null);
create table staging.known_runs as
from staging.runs_in_files('memory.main.runs');
drop table memory.main.runs;

create table staging.outcomes (
    suite varchar not null,
    expectation varchar not null,
    meaning varchar not null,
    severity varchar not null,
    success boolean not null,
    expected varchar,
    observed varchar,
    unexpected_rows bigint,
    examples varchar,
    checked_at timestamptz not null
);

-- Macros for invalid ids: ids with control characters, invisible characters (direction marks, characters without width) or blanks
-- other than the plain one, and ids of more than 2,048 bytes; and their text in reports. The same characters as in
-- ingest/read/macros.sql; its macros do not exist in the connections of expectations.
create macro staging.unfit_signs() as
    '[\p{C}\p{Zl}\p{Zp}\x{a0}\x{1680}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}]';
create macro staging.has_unfit_sign(id) as regexp_matches(id, staging.unfit_signs());
create macro staging.is_unfit(id) as strlen(id) > 2048 or staging.has_unfit_sign(id);
create macro staging.told(kind, id) as
    'invalid ' || kind || ' of ' || strlen(id) || ' bytes: ' || left(regexp_replace(id, staging.unfit_signs(), '?', 'g'), 60);

-- Advice for a line of another collection, depending on whether every line of the file is of another collection.
create macro staging.foreign_cure(skips_foreign, is_every_line, collection) as
case
    when skips_foreign then ''
    when is_every_line
        then '; no line of the file belongs to ' || collection || ': check that the file is for this collection'
    else '; leave out lines of other collections with --skip-foreign'
end;
