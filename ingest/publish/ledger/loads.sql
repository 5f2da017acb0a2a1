-- One ledger row per file, and the outcome of every expectation. Variables:
-- batch_id, started_at, dltrack_version, duckdb_version, gx_version. The checksums are those of the rows that were
-- validated; catalog.checksums has the same of what the tables hold, for dltrack verify to compare.
delete from main.loads
where (part, name, coalesce(collection, '')) in (
    select (part, name, coalesce(collection, '')) from memory.staging.files
);

insert into main.loads by name
with counted as (
    select
        queries.file_id,
        count(*) as measured_rows,
        sum(catalog.query_digest(queries.query_id, queries.text, text_field := queries.text_field))::varchar as checksum,
    from memory.staging.queries as queries
    group by queries.file_id
    union all
    select
        qrels.file_id,
        count(*) as measured_rows,
        sum(
            catalog.qrels_digest(
                qrels.query_id,
                qrels.doc_id,
                qrels.relevance,
                qrels.iteration,
                gain := qrels.gain,
                stratum := qrels.stratum
            )
        )::varchar as checksum,
    from memory.staging.qrels as qrels
    group by qrels.file_id
    union all
    select
        variants.file_id,
        count(*) as measured_rows,
        sum(catalog.note_digest(variants.query_id, published.generator, variants.text))::varchar as checksum,
    from memory.staging.query_variants as variants
    inner join memory.staging.files as files on files.file_id = variants.file_id
    inner join memory.staging.query_sets as query_sets on query_sets.file_id = variants.file_id
    inner join main.query_variants as published
        on published.query_set = query_sets.query_set
        and published.query_set || '/' || published.variant = files.name
        and published.query_id = variants.query_id
    group by variants.file_id
    union all
    select
        notes.file_id,
        count(*) as measured_rows,
        sum(catalog.note_digest(notes.id, notes.key, notes.value))::varchar as checksum,
    from memory.staging.notes as notes
    group by notes.file_id
    union all
    select
        scores.file_id,
        count(*) as measured_rows,
        sum(
            catalog.score_digest(
                scores.run_id,
                scores.query_id,
                case
                    when score_sets.judge is null then scores.measure else concat(score_sets.model, chr(9), scores.measure)
                end,
                case when not regexp_matches(scores.measure, '^R?ndcg') then score_sets.min_relevance end,
                scores.value,
                decimals := precisions.decimals
            )
        )::varchar as checksum,
    from memory.staging.scores as scores
    inner join memory.staging.score_sets as score_sets on score_sets.file_id = scores.file_id
    left join memory.staging.score_precisions as precisions on precisions.file_id = scores.file_id
    group by scores.file_id
    union all
    select
        listed.file_id,
        count(*) as measured_rows,
        sum(
            catalog.track_run_digest(
                listed.task,
                listed.run_id,
                listed.team,
                listed.type,
                listed.submitted_on,
                listed.submitted_md5,
                listed.url,
                listed.summary_url
            )
        )::varchar as checksum,
    from memory.staging.track_runs as listed
    group by listed.file_id
    union all
    select
        printed.file_id,
        count(*) as measured_rows,
        sum(
            catalog.track_score_digest(
                printed.run_id, printed.summary, printed.labels, printed.block, printed.measure, printed.value
            )
        )::varchar as checksum,
    from memory.staging.track_scores as printed
    group by printed.file_id
    union all
    select
        told.file_id,
        count(*) as measured_rows,
        sum(
            catalog.values_digest([told.position::varchar, told.kind, told.name, told.description, told.contact, told.url])
        )::varchar as checksum,
    from memory.staging.track_facts as told
    group by told.file_id
    union all
    select
        written.file_id,
        count(*) filter (where written.is_answer) as measured_rows,
        sum(written.digest)::varchar as checksum,
    from (
        select
            file_id,
            true as is_answer,
            catalog.values_digest([run_id, query_id, response_length::varchar]) as digest,
        from memory.staging.answer_lines
        union all
        select
            file_id,
            false as is_answer,
            catalog.values_digest([run_id, query_id, position::varchar, text]) as digest,
        from memory.staging.answer_sentences
        union all
        select
            file_id,
            false as is_answer,
            catalog.values_digest([run_id, query_id, position::varchar, ordinal::varchar, doc_id, weight::varchar])
                as digest,
        from memory.staging.answer_citations
    ) as written
    group by written.file_id
    union all
    select
        votes.file_id,
        count(*) as measured_rows,
        sum(catalog.values_digest([
            votes.query_id, votes.item_a, votes.item_b, votes.judge, votes.dimension, votes.session::varchar, votes.winner,
            votes.is_ordered::varchar, votes.is_aggregate::varchar
        ]))::varchar as checksum,
    from memory.staging.preferences as votes
    group by votes.file_id
    union all
    select
        said.file_id,
        count(*) as measured_rows,
        sum(said.digest)::varchar as checksum,
    from (
        select nuggets.file_id, catalog.values_digest([
            nuggets.query_id, nuggets.nugget_id, nuggets.position::varchar, nuggets.kind, nuggets.text, nuggets.importance,
            nuggets.weight::varchar, nuggets.facet, nuggets.question_id
        ]) as digest,
        from memory.staging.nuggets as nuggets
        inner join memory.staging.files as files on files.file_id = nuggets.file_id and files.name = nuggets.bank
        union all
        select labels.file_id, catalog.values_digest([
            labels.bank, labels.query_id, labels.nugget_id, labels.subject_kind, labels.subject, labels.judge, labels.label,
            labels.value::varchar, labels.reason
        ]) as digest,
        from memory.staging.nugget_labels as labels
        union all
        select labels.file_id, catalog.values_digest([
            labels.run_id, labels.query_id, labels.position::varchar, labels.doc_id, labels.judge, labels.label, labels.value::varchar
        ]) as digest,
        from memory.staging.citation_labels as labels
    ) as said
    group by said.file_id
    union all
    select
        answers.file_id,
        sum(answers.num_ret)::bigint as measured_rows,
        sum(catalog.answer_digest(answers.query_id, answers.num_ret, answers.digest_sum))::varchar as checksum,
    from memory.staging.answers as answers
    group by answers.file_id
),

-- of files whose lines are kept
kept as (
    select
        lines.file_id,
        sum(catalog.values_digest([lines.line::varchar, lines.text])) as digest_sum,
    from memory.staging.source_lines as lines
    group by lines.file_id
)

select
    (select coalesce(max(load_id), 0) from main.loads) + row_number() over (order by files.file_id) as load_id,
    getvariable('batch_id') as batch_id,
    files.edition,
    files.collection,
    files.part,
    files.name,
    files.source,
    files.bytes,
    files.md5,
    files.verified,
    files.expected_rows,
    counted.measured_rows,
    case
        when kept.file_id is null then counted.checksum
        else (counted.checksum::hugeint + kept.digest_sum)::varchar
    end as checksum,
    (
        select nullif(count(*), 0),
        from memory.staging.left_out_labels as left_out
        where left_out.file_id = files.file_id and left_out.is_foreign
    ) as foreign_rows,
    getvariable('started_at')::timestamptz as started_at,
    now() as published_at,
    getvariable('dltrack_version') as dltrack_version,
    getvariable('duckdb_version') as duckdb_version,
    getvariable('gx_version') as gx_version,
from memory.staging.files as files
inner join counted on counted.file_id = files.file_id
left join kept on kept.file_id = files.file_id;

delete from main.load_expectations
where batch_id not in (select batch_id from main.loads);

insert into main.load_expectations by name
select
    getvariable('batch_id') as batch_id,
    outcomes.suite,
    outcomes.expectation,
    outcomes.meaning,
    outcomes.severity,
    outcomes.success,
    outcomes.expected,
    outcomes.observed,
    outcomes.unexpected_rows,
    outcomes.examples,
    outcomes.checked_at,
from memory.staging.outcomes as outcomes;
