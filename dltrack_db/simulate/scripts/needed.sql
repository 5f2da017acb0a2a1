-- The judgments that the heuristic asks for, from the steps of relevant items so far.
select judging.heuristic_judgments(
    cast(getvariable('steps') as integer[]),
    getvariable('pool_size')::bigint,
    least(1000, getvariable('candidates')::bigint),
    getvariable('growth')::double,
    false
);
