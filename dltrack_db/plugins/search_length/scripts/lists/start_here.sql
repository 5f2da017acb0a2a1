select
    lengths.position,
    lengths.question,
    lengths.object,
    lengths.query,
from (
    values
    (
        18,
        'How many items does a user read to reach a relevant item in each run (atomized search length)?',
        'search_length.run_lengths',
        'select run_id, asl, asl_g1, asl_g10 from search_length.run_lengths() where collection = {collection} '
        || 'order by asl'
    )
) as lengths (position, question, object, query)
