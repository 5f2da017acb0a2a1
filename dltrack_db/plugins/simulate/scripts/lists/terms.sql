select
    known.terms,
    known.objects,
    known.first_position,
from (
    values
    (['maximum drop', 'max drop'], ['judging.simulation_stability'], 1),
    (
        ['hical', 'cal', 'continuous active learning'],
        ['judging.strategy_comparison', 'judging.simulation_trials', 'judging.simulation_stability', 'judging.simulation_ranks'],
        1
    ),
    (['when judging stops', 'stopping criteria'], ['judging.simulation_criteria', 'judging.heuristic_judgments'], 1)
) as known (terms, objects, first_position)
