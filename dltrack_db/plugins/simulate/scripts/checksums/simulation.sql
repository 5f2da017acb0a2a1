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
