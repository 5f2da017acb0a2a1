-- A checksum of the rows in the tables for every query set, qrels variant, run and corpus: the same rows give the same sum, in any order and under any release of DuckDB.
--
-- source: main.queries, main.qrels, main.subtopic_qrels, main.rankings and the other tables of loaded rows,
--   catalog.corpus_checksums
-- grain: part, collection, name
-- columns:
--   part: as in main.loads
--   collection: judged task; null for topics and corpora
--   name: query set, qrels variant, run or corpus
--   num_rows: rows in the table
--   checksum: sum of the rows' digests, as text
-- caveats: ranks are not in it, nor the best grades that main.qrels has of labels by subtopic, for they follow from the rest (catalog.broken_rules checks them); loads of corpora that are not published have no row
-- cost: 1 s of processor time with the 63 passage runs of TREC 2021
-- example: from catalog.checksums where name = 'p_bm25'
create or replace view catalog.checksums as
with
answered as (
    select
        rankings.answer_id,
        count(*) as num_ret,
        sum(catalog.ranking_digest(rankings.doc_id, rankings.submitted_rank, rankings.score)) as digest_sum,
    from store.rankings as rankings
    group by rankings.answer_id
),

-- the lines of the files: those of labels by subtopic, from which main.qrels has the best grades, stand in a table of
-- their own
labels as (
    select
        qrels.collection,
        qrels.variant,
        qrels.query_id,
        qrels.doc_id,
        qrels.relevance,
        qrels.iteration,
        qrels.gain,
        qrels.stratum,
    from main.qrels as qrels
    where
        (qrels.collection, qrels.variant) not in (
            select distinct (subtopic_qrels.collection, subtopic_qrels.variant) from main.subtopic_qrels as subtopic_qrels
        )
    union all
    select
        subtopic_qrels.collection,
        subtopic_qrels.variant,
        subtopic_qrels.query_id,
        subtopic_qrels.doc_id,
        subtopic_qrels.relevance,
        subtopic_qrels.subtopic as iteration,
        null as gain,
        null as stratum,
    from main.subtopic_qrels as subtopic_qrels
),

summed as (
    select
        'queries' as part,
        null::varchar as collection,
        queries.query_set as name,
        count(*) as num_rows,
        sum(catalog.query_digest(queries.query_id, queries.text, text_field := queries.text_field))::varchar as checksum,
    from main.queries as queries
    group by queries.query_set
    union all
    select
        'qrels' as part,
        labels.collection,
        labels.variant as name,
        count(*) as num_rows,
        sum(
            catalog.qrels_digest(
                labels.query_id,
                labels.doc_id,
                labels.relevance,
                labels.iteration,
                gain := labels.gain,
                stratum := labels.stratum
            )
        )::varchar as checksum,
    from labels
    group by labels.collection, labels.variant
    union all
    select
        'runs' as part,
        run_topics.collection,
        run_topics.run_id as name,
        sum(answered.num_ret)::bigint as num_rows,
        sum(catalog.answer_digest(run_topics.query_id, answered.num_ret, answered.digest_sum))::varchar as checksum,
    from answered
    inner join main.run_topics as run_topics on run_topics.answer_id = answered.answer_id
    group by run_topics.collection, run_topics.run_id
    union all
    select
        'query-variants' as part,
        null::varchar as collection,
        variants.query_set || '/' || variants.variant as name,
        count(*) as num_rows,
        sum(catalog.note_digest(variants.query_id, variants.generator, variants.text))::varchar as checksum,
    from main.query_variants as variants
    group by variants.query_set, variants.variant
    union all
    select
        'query-attributes' as part,
        null::varchar as collection,
        attributes.source as name,
        count(*) as num_rows,
        sum(catalog.note_digest(attributes.query_id, attributes.attribute, attributes.value))::varchar as checksum,
    from main.query_attributes as attributes
    group by attributes.source
    union all
    select
        'run-metadata' as part,
        noted.collection,
        noted.source as name,
        count(*) as num_rows,
        sum(catalog.note_digest(noted.run_id, noted.key, noted.value))::varchar as checksum,
    from main.run_metadata as noted
    group by noted.collection, noted.source
    union all
    select
        'scores' as part,
        scores.collection,
        scores.variant || '/' || scores.source as name,
        count(*) as num_rows,
        sum(
            catalog.score_digest(
                scores.run_id,
                scores.query_id,
                scores.measure,
                scores.min_relevance,
                scores.value,
                decimals := scores.decimals
            )
        )::varchar as checksum,
    from main.submitted_scores as scores
    group by scores.collection, scores.variant, scores.source
    union all
    select
        'judge-scores' as part,
        scores.collection,
        scores.judge || '/' || scores.source as name,
        count(*) as num_rows,
        sum(
            catalog.score_digest(
                scores.run_id, scores.query_id, concat(scores.model, chr(9), scores.measure), null, scores.value
            )
        )::varchar as checksum,
    from main.judge_scores as scores
    group by scores.collection, scores.judge, scores.source
    union all
    select
        'track-runs' as part,
        null::varchar as collection,
        listed.edition || '/' || listed.track as name,
        count(*) as num_rows,
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
    from main.track_runs as listed
    group by listed.edition, listed.track
    union all
    select
        'track-scores' as part,
        null::varchar as collection,
        printed.edition || '/' || printed.track as name,
        count(*) as num_rows,
        sum(
            catalog.track_score_digest(
                printed.run_id, printed.summary, printed.labels, printed.block, printed.measure, printed.value
            )
        )::varchar as checksum,
    from main.track_scores as printed
    group by printed.edition, printed.track
    union all
    select
        'track-facts' as part,
        null::varchar as collection,
        concat_ws('/', told.edition, told.track, told.page) as name,
        count(*) as num_rows,
        sum(
            catalog.values_digest([told.position::varchar, told.kind, told.name, told.description, told.contact, told.url])
        )::varchar as checksum,
    from main.track_facts as told
    group by told.edition, told.track, told.page
    union all
    select
        'answers' as part,
        written.collection,
        coalesce(answers.source, '') as name,
        count(*) filter (where written.is_answer) as num_rows,
        sum(written.digest)::varchar as checksum,
    from (
        select
            collection,
            run_id,
            query_id,
            true as is_answer,
            catalog.values_digest([run_id, query_id, response_length::varchar]) as digest,
        from main.answers
        union all
        select
            collection,
            run_id,
            query_id,
            false as is_answer,
            catalog.values_digest([run_id, query_id, position::varchar, text]) as digest,
        from main.answer_sentences
        union all
        select
            collection,
            run_id,
            query_id,
            false as is_answer,
            catalog.values_digest([run_id, query_id, position::varchar, ordinal::varchar, doc_id, weight::varchar]) as digest,
        from main.answer_citations
    ) as written
    left join main.answers as answers
        on answers.collection = written.collection
        and answers.run_id = written.run_id
        and answers.query_id = written.query_id
    group by written.collection, coalesce(answers.source, '')
    union all
    select
        'preferences' as part,
        votes.collection,
        votes.source as name,
        count(*) as num_rows,
        sum(catalog.values_digest([
            votes.query_id, votes.item_a, votes.item_b, votes.judge, votes.dimension, votes.session::varchar, votes.winner,
            votes.is_ordered::varchar, votes.is_aggregate::varchar
        ]))::varchar as checksum,
    from main.preferences as votes
    group by votes.collection, votes.source
    union all
    select
        'nuggets' as part,
        said.collection,
        said.source as name,
        count(*) as num_rows,
        sum(said.digest)::varchar as checksum,
    from (
        select nuggets.collection, nuggets.bank as source, catalog.values_digest([
                nuggets.query_id, nuggets.nugget_id, nuggets.position::varchar, nuggets.kind, nuggets.text, nuggets.importance,
                nuggets.weight::varchar, nuggets.facet, nuggets.question_id
            ]) as digest,
        from main.nuggets as nuggets
        union all
        select labels.collection, labels.source, catalog.values_digest([
                labels.bank, labels.query_id, labels.nugget_id, labels.subject_kind, labels.subject, labels.judge, labels.label,
                labels.value::varchar, labels.reason
            ]) as digest,
        from main.nugget_labels as labels
        union all
        select labels.collection, labels.source, catalog.values_digest([
                labels.run_id, labels.query_id, labels.position::varchar, labels.doc_id, labels.judge, labels.label, labels.value::varchar
            ]) as digest,
        from main.citation_labels as labels
    ) as said
    group by said.collection, said.source
    union all
    select
        'simulation' as part,
        simulations.collection,
        simulations.study as name,
        count(*) as num_rows,
        sum(
            catalog.trace_digest(
                traces.simulation,
                traces.trial,
                traces.query_id,
                traces.step,
                traces.doc_id,
                traces.judged_as,
                traces.score
            )
        )::varchar as checksum,
    from main.simulation_traces as traces
    inner join main.simulations as simulations on simulations.simulation = traces.simulation
    group by simulations.collection, simulations.study
    union all
    select
        'corpus' as part,
        null::varchar as collection,
        corpora.corpus as name,
        coalesce(sum(corpus_sums.num_rows), 0)::bigint as num_rows,
        coalesce(sum(corpus_sums.checksum::hugeint), 0)::varchar as checksum,
    from store.corpora as corpora
    left join catalog.corpus_checksums as corpus_sums on corpus_sums.load_no = corpora.load_no
    where corpora.is_published
    group by corpora.corpus
    union all
    -- of files whose lines are kept
    select
        lines.part,
        lines.collection,
        lines.source as name,
        0 as num_rows,
        sum(catalog.values_digest([lines.line::varchar, lines.text]))::varchar as checksum,
    from main.source_lines as lines
    group by lines.part, lines.collection, lines.source
)

select
    part,
    collection,
    name,
    sum(num_rows)::bigint as num_rows,
    sum(checksum::hugeint)::varchar as checksum,
from summed
group by part, collection, name;
