-- What is known of a run in every collection that has it, one fact a line. Parameter: the run.
with facts as (
    select
        runs.collection,
        1 as part,
        unnest(['team', 'subtask', 'category', 'stage', 'dense', 'submitted on', 'loaded from']) as name,
        unnest([
            runs.team,
            runs.subtask,
            runs.category,
            runs.stage,
            runs.dense::varchar,
            runs.submitted_on::varchar,
            runs.source_file,
        ]) as value,
    from main.runs as runs
    where runs.run_id = $1
    union all
    select
        scored.collection,
        2 as part,
        scored.measure as name,
        format('{:.4f}', scored.value) || ' (' || scored.provenance || ')' as value,
    from metrics.run_scores as scored
    where scored.run_id = $1 and scored.measure in ('ndcg_cut_10', 'map', 'recip_rank')
    union all
    select
        notes.collection,
        3 as part,
        notes.key as name,
        notes.value,
    from main.run_metadata as notes
    where notes.run_id = $1
    union all
    select
        runs.collection,
        4 as part,
        unnest(['paper', 'paper at']) as name,
        unnest([runs.paper, runs.paper_url]) as value,
    from main.described_runs as runs
    where runs.run_id = $1
    union all
    select
        listed.edition || '/' || listed.track as collection,
        5 as part,
        unnest(['team', 'type', 'task', 'submitted on', 'md5 as submitted', 'at NIST', 'summary at NIST']) as name,
        unnest([
            listed.team,
            listed.type,
            nullif(listed.task, ''),
            listed.submitted_on::varchar,
            listed.submitted_md5,
            listed.url,
            listed.summary_url,
        ]) as value,
    from main.track_runs as listed
    where listed.run_id = $1
    union all
    select
        printed.edition || '/' || printed.track as collection,
        6 as part,
        printed.measure || ' (' || concat_ws(', ', printed.summary, nullif(printed.labels, '')) || ')' as name,
        printed.value::varchar as value,
    from main.track_scores as printed
    where printed.run_id = $1
)

select
    facts.collection,
    facts.name,
    facts.value,
from facts
where facts.value is not null
order by facts.collection asc, facts.part asc, facts.name asc;
