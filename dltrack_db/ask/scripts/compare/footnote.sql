-- What is tested in a comparison, and what cannot be. Variables: `collection`, `measures`, `baseline`, `runs` (null for all).
select footnote.note
from statistics.footnote(
    getvariable('collection'),
    getvariable('measures'),
    baselines := [getvariable('baseline')],
    runs := getvariable('runs')::varchar[],
    wilcoxon := true
) as footnote;
