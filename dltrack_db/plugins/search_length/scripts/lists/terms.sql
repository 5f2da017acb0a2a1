select
    known.terms,
    known.objects,
    known.first_position,
from (
    values
    (
        ['asl', 'asl@g1', 'asl@g1-10', 'atomized search length'],
        ['search_length.run_lengths', 'search_length.query_lengths', 'search_length.first_items', 'search_length.best_and_median_runs'],
        1
    ),
    (
        ['rrie', 'relative reduction in error'],
        ['search_length.technique_reduction', 'search_length.length_reduction', 'search_length.precision_reduction'],
        1
    )
) as known (terms, objects, first_position)
