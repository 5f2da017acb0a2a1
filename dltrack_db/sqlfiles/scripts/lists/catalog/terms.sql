-- One row for each term in the papers and each view, macro or exhibit about the term, best first: find the object for a term.
--
-- source: the papers of published.papers
-- grain: term, position
-- columns:
--   term: term as the papers write it, in lower case
--   position: position in order of relevance, from 1
--   object: view or macro as in catalog.objects, or the id of an exhibit without a view
-- example: select object from catalog.terms where term = 'maximum drop' order by position
create or replace view catalog.terms as
with listed as (
    select
        known.terms,
        known.objects,
        known.first_position,
    from (
        values
        (['maximum drop', 'max drop'], ['judging.reusability', 'judging.leave_one_team_out'], 2),
        (['when judging stops', 'stopping criteria'], ['judging.topic_statistics'], 3),
        (['lou', 'leave out uniques', 'leave one team out'], ['judging.leave_one_team_out', 'judging.reusability', 'judging.unique_relevant'], 1),
        (['unique contributions', 'uniques'], ['judging.unique_relevant', 'judging.unique_items'], 1),
        (['rr (ms)', 'mrr (ms)'], ['systems.leaderboard', 'systems.overview_agreement', 'labels.sparse_vs_nist'], 1),
        (['metric disagreement'], ['systems.overview_agreement'], 2),
        (['t-sne', 'map of runs'], ['systems.run_similarity'], 2),
        (
            ['hybrid', 'hybrid labels', 'inferred plus actual labels'],
            ['labels.hybrid_document_labels', 'labels.inferred_document_labels', 'labels.inferred_vs_actual'],
            1
        ),
        (['inferred labels', 'inferred document labels'], ['labels.inferred_document_labels', 'labels.inferred_vs_actual'], 1),
        (['sparse labels', 'sparse qrels'], ['labels.sparse_vs_nist'], 1),
        (['unjudged', 'unjudged items', 'holes'], ['metrics.unjudged_at', 'judging.judged_at', 'judging.judged_depth', 'metrics.bounds'], 1),
        (['oldness'], ['corpus.oldness', 'corpus.old_scores'], 1),
        (['v1 universe', 'old documents'], ['corpus.old_scores', 'corpus.old_rankings', 'corpus.old_judgments', 'corpus.document_age'], 1),
        (['near-duplicates', 'duplicates'], ['corpus.duplicate_passages'], 1)
    ) as known (terms, objects, first_position)
    -- plug-ins: terms
)

select
    unnest(listed.terms) as term,
    listed.first_position + entry.place - 1 as position,
    entry.object,
from listed
cross join
    unnest(listed.objects) with ordinality as entry (object, place);
