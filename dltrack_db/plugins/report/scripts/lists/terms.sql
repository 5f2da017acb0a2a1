select
    known.terms,
    known.objects,
    known.first_position,
from (
    values
    (['t-sne', 'map of runs'], ['report.run_vectors'], 1)
) as known (terms, objects, first_position)
