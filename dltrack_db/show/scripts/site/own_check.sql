-- What `dltrack check` says of the run in evaluate.run_lines, told to report.own_findings. Beside systems.run_rules these
-- are what a loader expects of a file's lines and what scoring does not refuse; all topics count here, not the judged
-- alone. Variables: `collection`, `run_id`, `doc_id_pattern` (null where nobody knows it).
delete from store.rankings;

delete from main.run_topics;

insert into main.queries by name
select queries.*
from loaded.main.queries as queries
inner join main.collections as collections on queries.query_set = collections.query_set;

insert into main.runs by name
select
    getvariable('collection') as collection,
    getvariable('run_id') as run_id,
    arg_min(run_lines.tag, run_lines.line) as tag,
    true as is_submission,
    'the file' as source_file
from evaluate.run_lines as run_lines;

insert into main.run_topics by name
select
    getvariable('collection') as collection,
    getvariable('run_id') as run_id,
    run_lines.query_id,
    count(*) as num_ret,
    row_number() over (order by run_lines.query_id) as answer_id
from evaluate.run_lines as run_lines
group by run_lines.query_id;

insert into store.rankings by name
select
    run_topics.answer_id,
    run_lines.doc_id,
    run_lines.submitted_rank,
    run_lines.score,
    metrics.place(
        run_topics.answer_id, collections.tie_rule, run_lines.submitted_rank, run_lines.score, run_lines.doc_id
    ) as rank
from evaluate.run_lines as run_lines
inner join main.run_topics as run_topics on run_lines.query_id = run_topics.query_id
inner join main.collections as collections on run_topics.collection = collections.collection;

insert into loaded.report.own_findings by name
with found as (
    select
        run_rules.severity,
        run_rules.rule,
        run_rules.found,
        run_rules.detail
    from systems.run_rules as run_rules
    union all
    select
        'error' as severity,
        'document ids fit the corpus' as rule,
        count(*) as found,
        'line ' || min(run_lines.line) || ': document ''' || arg_min(run_lines.doc_id, run_lines.line)
        || ''', expected the form ' || getvariable('doc_id_pattern') as detail
    from evaluate.run_lines as run_lines
    where not regexp_full_match(run_lines.doc_id, getvariable('doc_id_pattern')::varchar)
    union all
    select
        'error' as severity,
        'the tag is the same on every line' as rule,
        count(*) as found,
        'line ' || min(run_lines.line) || ': tag ''' || arg_min(run_lines.tag, run_lines.line) || '''' as detail
    from evaluate.run_lines as run_lines
    inner join main.runs as runs on run_lines.tag is distinct from runs.tag
)

select
    getvariable('collection') as collection,
    getvariable('run_id') as run_id,
    found.severity,
    found.rule,
    found.found,
    found.detail
from found
where found.found > 0;
