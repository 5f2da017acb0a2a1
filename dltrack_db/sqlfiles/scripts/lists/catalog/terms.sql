-- What the papers call things: a word or phrase of theirs, and the views, macros and exhibits that answer it, best first.
--
-- source: the papers of published.papers
-- grain: term, position
-- columns:
--   term: as the papers write it, in lower case
--   position: order in which to look, from 1
--   object: view or macro as in catalog.objects, or the id of an exhibit that has no view
-- example: select object from catalog.terms where term = 'maximum drop' order by position
create or replace view catalog.terms as
with listed as (
    select
        known.terms,
        known.objects,
        1 as first_position,
    from (
        values
        (
            ['asl', 'asl@g1', 'asl@g1-10', 'atomized search length'],
            [
                'search_length.run_lengths',
                'search_length.query_lengths',
                'search_length.first_items',
                'search_length.best_and_median_runs',
            ]
        ),
        (
            ['rrie', 'relative reduction in error'],
            ['search_length.technique_reduction', 'search_length.length_reduction', 'search_length.precision_reduction']
        ),
        (
            ['maximum drop', 'max drop'],
            ['judging.simulation_stability', 'judging.reusability', 'judging.leave_one_team_out', 'A-T6']
        ),
        (
            ['hical', 'cal', 'continuous active learning'],
            [
                'judging.strategy_comparison',
                'judging.simulation_trials',
                'judging.simulation_stability',
                'judging.simulation_ranks',
                'A-T6',
                'A-F9',
                'B-F4',
            ]
        ),
        (
            ['when judging stops', 'stopping criteria'],
            [
                'judging.simulation_criteria',
                'judging.heuristic_judgments',
                'judging.topic_statistics',
                'exhibits.a_t7',
            ]
        ),
        (
            ['lou', 'leave out uniques', 'leave one team out'],
            ['judging.leave_one_team_out', 'judging.reusability', 'judging.unique_relevant']
        ),
        (['unique contributions', 'uniques'], ['judging.unique_relevant', 'judging.unique_items']),
        (
            ['rr (ms)', 'mrr (ms)'],
            ['systems.leaderboard', 'systems.overview_agreement', 'labels.sparse_vs_nist', 'exhibits.d_f7']
        ),
        (['metric disagreement'], ['published.rr_ms_against_ndcg', 'systems.overview_agreement', 'exhibits.d_f7']),
        (['t-sne', 'map of runs'], ['report.run_vectors', 'systems.run_similarity', 'exhibits.a_f4']),
        (
            ['hybrid', 'hybrid labels', 'inferred plus actual labels'],
            ['labels.hybrid_document_labels', 'labels.inferred_document_labels', 'labels.inferred_vs_actual', 'exhibits.d_t5']
        ),
        (
            ['inferred labels', 'inferred document labels'],
            ['labels.inferred_document_labels', 'labels.inferred_vs_actual', 'exhibits.d_t5', 'exhibits.d_s13']
        ),
        (['sparse labels', 'sparse qrels'], ['labels.sparse_vs_nist', 'exhibits.d_t4']),
        (
            ['unjudged', 'unjudged items', 'holes'],
            ['metrics.unjudged_at', 'judging.judged_at', 'judging.judged_depth', 'metrics.bounds']
        ),
        (['oldness'], ['corpus.oldness', 'corpus.old_scores', 'exhibits.d_f8', 'exhibits.d_s12']),
        (
            ['v1 universe', 'old documents'],
            ['corpus.old_scores', 'corpus.old_rankings', 'corpus.old_judgments', 'corpus.document_age', 'exhibits.d_f8']
        ),
        (['selection bias', 'multiple testing'], ['validity.selection_bias', 'validity.lucky_checkpoints']),
        (['near-duplicates', 'duplicates'], ['corpus.duplicate_passages']),
        (
            ['checkpoint', 'training curves'],
            ['validity.checkpoint_selection', 'validity.checkpoint_scores', 'validity.lucky_checkpoints', 'exhibits.b_f2']
        ),
        (
            ['dev set', 'development set'],
            ['validity.checkpoint_selection', 'validity.dev_splits', 'validity.split_scores']
        )
    ) as known (terms, objects)
    -- plug-ins: terms
)

select
    unnest(listed.terms) as term,
    listed.first_position + entry.place - 1 as position,
    entry.object,
from listed
cross join
    unnest(listed.objects) with ordinality as entry (object, place);
