select
    'main.simulations' as table_name,
    simulations.collection as scope,
    concat(
        catalog.field(simulations.simulation), catalog.field(simulations.study),
        catalog.field(simulations.strategy), catalog.field(simulations.omitted_team),
        catalog.field(simulations.seed), catalog.field(simulations.num_trials),
        catalog.field(simulations.stop_rule), catalog.field(simulations.growth),
        catalog.field(simulations.batch), catalog.field(simulations.pool_depth),
        catalog.field(simulations.pooled_runs), catalog.field(simulations.num_runs),
        catalog.field(simulations.candidates), catalog.field(simulations.text_source),
        catalog.field(simulations.num_texts), catalog.field(simulations.learner),
        catalog.field(simulations.qrels_variant), catalog.field(simulations.min_relevance),
        catalog.field(simulations.fingerprint), catalog.field(simulations.dltrack_version),
        catalog.field(simulations.library_versions), catalog.field(epoch_us(simulations.started_at)),
        catalog.field(epoch_us(simulations.finished_at)), catalog.field(simulations.is_complete)
    ) as content,
from main.simulations as simulations
union all
select
    'main.simulation_topics' as table_name,
    simulations.collection as scope,
    concat(
        catalog.field(topics.simulation), catalog.field(topics.query_id), catalog.field(topics.pool_size),
        catalog.field(topics.num_candidates), catalog.field(topics.num_judged), catalog.field(topics.is_shared)
    ) as content,
from main.simulation_topics as topics
inner join main.simulations as simulations on simulations.simulation = topics.simulation
