-- Scripts that check, rank, publish and remove a visitor's run. The browser executes them.

-- name: faults
-- The first error that prevents scoring of the run in evaluate.run_lines, with its line number. The text equals the error of
-- `dltrack eval` after the name of the file.
with found as (
    select
        1 as step,
        run_lines.line,
        run_lines.problem || case when contains(run_lines.problem, ';') then '' else '; correct the line' end as fault,
    from evaluate.run_lines as run_lines
    where run_lines.problem is not null
    union all
    select
        2 as step,
        run_lines.line,
        'score ' || run_lines.score || ' of topic ' || run_lines.query_id || ', document ' || run_lines.doc_id
        || ' is not finite as a 4-byte float; correct the line' as fault,
    from evaluate.run_lines as run_lines
    where not coalesce(isfinite(try_cast(run_lines.score as float)), false)
    union all
    select
        3 as step,
        max(run_lines.line) as line,
        case
            when lower(run_lines.doc_id) in ('q0', '0')
                then
                'columns 2 and 3 look swapped: the third is ' || run_lines.doc_id || ', where the document should be; write query, '
                || 'Q0, document, rank, score and tag'
            else
                'document ' || run_lines.doc_id || ' occurs twice for query ' || run_lines.query_id || '; remove one of the lines'
        end as fault,
    from evaluate.run_lines as run_lines
    where run_lines.query_id in (select qrels.query_id from main.qrels as qrels)
    group by run_lines.query_id, run_lines.doc_id
    having count(*) > 1
    union all
    select
        4 as step,
        null as line,
        ' has no judged topic of ' || getvariable('collection') || '; check that the collection is right' as fault,
    where
        exists (select 1 from main.qrels)
        and not exists (
            select 1
            from evaluate.run_lines as run_lines
            where run_lines.query_id in (select qrels.query_id from main.qrels as qrels)
        )
)

select
    found.line,
    found.fault,
from found
order by found.step, found.line
limit 1;

-- name: place
-- The rank of a visitor's run, in the words of `dltrack eval`. Variables: `collection`, `run_id`, `measure`, `printed`
-- (printed name of the measure), `score`.
select systems.place_sentence(getvariable('printed'), getvariable('score'), standing) as told
from systems.place(
    getvariable('collection'), getvariable('measure'), getvariable('score'), run_name := getvariable('run_id')
) as standing;

-- name: remove
-- Remove a visitor's run from the page's copy of the database. Variables: `collection`, `run_id`.
delete from loaded.store.rankings
where
    answer_id in (
        select run_topics.answer_id
        from loaded.main.run_topics as run_topics
        where run_topics.collection = getvariable('collection') and run_topics.run_id = getvariable('run_id')
    );

delete from loaded.main.run_topics
where collection = getvariable('collection') and run_id = getvariable('run_id');

delete from loaded.main.judged_rankings
where collection = getvariable('collection') and run_id = getvariable('run_id');

delete from loaded.main.query_scores
where collection = getvariable('collection') and run_id = getvariable('run_id');

delete from loaded.report.stored_choices
where collection = getvariable('collection') and run_id = getvariable('run_id');

delete from loaded.report.own_findings
where collection = getvariable('collection') and run_id = getvariable('run_id');

delete from loaded.main.runs
where collection = getvariable('collection') and run_id = getvariable('run_id');

-- name: publish
-- Copy the run from the scratch database into the database of the page. Variables: `collection`, `run_id`.
insert into loaded.main.runs by name
select
    getvariable('collection') as collection,
    getvariable('run_id') as run_id,
    'your run' as team,
    'yours' as category,
    -- the visitor's run must not change the ranks of submitted runs
    false as is_submission;

insert into loaded.main.run_topics by name
from main.run_topics;

insert into loaded.store.rankings by name
from store.rankings;

-- name: check
-- Insert violated expectations of the run file in evaluate.run_lines into report.own_findings, at most five per rule, as
-- `dltrack check` reports them (ingest/parts/runs/expectations). Store the readable lines for the script `rules`. All topics
-- are checked, including unjudged topics. Variables: `collection`, `run_id`, `doc_id_pattern` (null if unknown).
insert into loaded.report.own_findings by name
with offences as (
    select
        'lines are readable' as rule,
        run_lines.line,
        run_lines.problem as detail,
    from evaluate.run_lines as run_lines
    where run_lines.problem is not null
    union all
    select
        'scores are finite' as rule,
        run_lines.line,
        'score ' || run_lines.score || ' of topic ' || run_lines.query_id || ', document ' || run_lines.doc_id as detail,
    from evaluate.run_lines as run_lines
    where run_lines.score is not null and not coalesce(isfinite(try_cast(run_lines.score as float)), false)
    union all
    select
        'a document is returned once per topic' as rule,
        run_lines.line,
        'document ' || run_lines.doc_id || ' occurs again for topic ' || run_lines.query_id || ', first on line '
        || min(run_lines.line) over (partition by run_lines.query_id, run_lines.doc_id)
        || case
            when lower(run_lines.doc_id) in ('q0', '0') then '; columns 2 and 3 look swapped: write the document in column 3'
            else ''
        end as detail,
    from evaluate.run_lines as run_lines
    where run_lines.doc_id is not null
    qualify row_number() over (partition by run_lines.query_id, run_lines.doc_id order by run_lines.line) > 1
    union all
    select
        'document ids fit the corpus' as rule,
        run_lines.line,
        'document ''' || run_lines.doc_id || ''' does not have the form ' || getvariable('doc_id_pattern') as detail,
    from evaluate.run_lines as run_lines
    where not regexp_full_match(run_lines.doc_id, getvariable('doc_id_pattern')::varchar)
),

counted as (
    select
        offences.*,
        count(*) over (partition by offences.rule) as found,
    from offences
    qualify row_number() over (partition by offences.rule order by offences.line, offences.detail) <= 5
),

tags as (
    select
        'the tag is the same on every line' as rule,
        min(run_lines.line) as line,
        'tag ''' || arg_min(run_lines.tag, run_lines.line) || '''' as detail,
        count(*) as found,
    from evaluate.run_lines as run_lines
    where run_lines.tag <> (select arg_min(first_line.tag, first_line.line) from evaluate.run_lines as first_line)
    having count(*) > 0
),

found as (
    from counted
    union all by name
    from tags
)

select
    getvariable('collection') as collection,
    getvariable('run_id') as run_id,
    'error' as severity,
    found.rule,
    found.found,
    found.line,
    case when length(found.detail) > 300 then left(found.detail, 300) || ' …' else found.detail end as detail,
from found;

delete from evaluate.run_lines
where problem is not null or not coalesce(isfinite(try_cast(score as float)), false);

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

-- name: rules
-- Insert the findings of systems.run_rules on the readable lines, without excluded items, into report.own_findings. Run this
-- script after `check`. Variables: `collection`, `run_id`.
insert into loaded.report.own_findings by name
select
    getvariable('collection') as collection,
    getvariable('run_id') as run_id,
    run_rules.severity,
    run_rules.rule,
    run_rules.found,
    run_rules.detail,
from systems.run_rules as run_rules
where
    run_rules.found > 0
    and run_rules.rule not in (
        select findings.rule
        from loaded.report.own_findings as findings
        where findings.collection = getvariable('collection') and findings.run_id = getvariable('run_id')
    );
