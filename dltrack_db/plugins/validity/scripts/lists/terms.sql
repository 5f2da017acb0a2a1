select
    known.terms,
    known.objects,
    known.first_position,
from (
    values
    (['selection bias', 'multiple testing'], ['validity.selection_bias', 'validity.lucky_checkpoints'], 1),
    (['checkpoint', 'training curves'], ['validity.checkpoint_selection', 'validity.checkpoint_scores', 'validity.lucky_checkpoints'], 1),
    (['dev set', 'development set'], ['validity.checkpoint_selection', 'validity.dev_splits', 'validity.split_scores'], 1)
) as known (terms, objects, first_position)
