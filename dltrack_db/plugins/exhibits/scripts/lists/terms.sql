select
    known.terms,
    known.objects,
    known.first_position,
from (
    values
    (['maximum drop', 'max drop'], ['A-T6'], 4),
    (['hical', 'cal', 'continuous active learning'], ['A-T6', 'A-F9', 'B-F4'], 5),
    (['when judging stops', 'stopping criteria'], ['exhibits.a_t7'], 4),
    (['rr (ms)', 'mrr (ms)'], ['exhibits.d_f7'], 4),
    (['metric disagreement'], ['published.rr_ms_against_ndcg'], 1),
    (['metric disagreement'], ['exhibits.d_f7'], 3),
    (['t-sne', 'map of runs'], ['exhibits.a_f4'], 3),
    (['hybrid', 'hybrid labels', 'inferred plus actual labels'], ['exhibits.d_t5'], 4),
    (['inferred labels', 'inferred document labels'], ['exhibits.d_t5', 'exhibits.d_s13'], 3),
    (['sparse labels', 'sparse qrels'], ['exhibits.d_t4'], 2),
    (['oldness'], ['exhibits.d_f8', 'exhibits.d_s12'], 3),
    (['v1 universe', 'old documents'], ['exhibits.d_f8'], 5),
    (['checkpoint', 'training curves'], ['exhibits.b_f2'], 4)
) as known (terms, objects, first_position)
