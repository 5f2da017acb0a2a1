-- Removes the collections of variable `names` and everything only they use.
delete from main.queries
where query_set in (
    select collections.query_set
    from main.collections as collections
    group by collections.query_set
    having bool_and(list_contains(getvariable('names'), collections.collection))
);

delete from main.query_variants
where query_set in (
    select collections.query_set
    from main.collections as collections
    group by collections.query_set
    having bool_and(list_contains(getvariable('names'), collections.collection))
);
delete from main.query_attributes
where query_set in (
    select collections.query_set
    from main.collections as collections
    group by collections.query_set
    having bool_and(list_contains(getvariable('names'), collections.collection))
);

delete from main.loads
where
    list_contains(getvariable('names'), collection)
    or (part = 'queries' and name not in (select query_set from main.queries))
    or (
        part = 'query-variants'
        and name not in (select variants.query_set || '/' || variants.variant from main.query_variants as variants)
    )
    or (part = 'query-attributes' and name not in (select source from main.query_attributes));

delete from main.qrels_variants where list_contains(getvariable('names'), collection);
delete from main.run_metadata where list_contains(getvariable('names'), collection);
delete from main.answer_citations where list_contains(getvariable('names'), collection);
delete from main.answer_sentences where list_contains(getvariable('names'), collection);
delete from main.answers where list_contains(getvariable('names'), collection);
delete from main.source_lines where list_contains(getvariable('names'), collection);
delete from main.preferences where list_contains(getvariable('names'), collection);
delete from main.citation_labels where list_contains(getvariable('names'), collection);
delete from main.nugget_labels where list_contains(getvariable('names'), collection);
delete from main.nuggets where list_contains(getvariable('names'), collection);
delete from main.submitted_scores where list_contains(getvariable('names'), collection);
delete from main.judge_scores where list_contains(getvariable('names'), collection);

delete from main.qrels where list_contains(getvariable('names'), collection);
delete from main.subtopic_qrels where list_contains(getvariable('names'), collection);
delete from store.rankings
where answer_id in (select answer_id from main.run_topics where list_contains(getvariable('names'), collection));
delete from main.judged_rankings where list_contains(getvariable('names'), collection);
delete from main.run_topics where list_contains(getvariable('names'), collection);
delete from main.query_scores where list_contains(getvariable('names'), collection);
delete from main.simulation_traces
where simulation in (
    select simulations.simulation
    from main.simulations as simulations
    where list_contains(getvariable('names'), simulations.collection)
);
delete from main.simulation_topics
where simulation in (
    select simulations.simulation
    from main.simulations as simulations
    where list_contains(getvariable('names'), simulations.collection)
);
delete from main.simulations where list_contains(getvariable('names'), collection);
delete from main.runs where list_contains(getvariable('names'), collection);
delete from main.collection_parts
where edition not in (
    select collections.edition
    from main.collections as collections
    where not list_contains(getvariable('names'), collections.collection)
)
and edition not in (select loads.edition from main.loads as loads);
delete from main.collections where list_contains(getvariable('names'), collection);
delete from main.load_expectations where batch_id not in (select batch_id from main.loads);
