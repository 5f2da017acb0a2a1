-- For a worker: the rankings of the answers from variable `first` to variable `last`.
select rankings.*,
from store.rankings as rankings
where rankings.answer_id between getvariable('first') and getvariable('last')
