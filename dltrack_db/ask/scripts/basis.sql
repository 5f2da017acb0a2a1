-- The basis of a collection's numbers (runs, topics, labels, …) for some measures. Variables: `collection`, `measures`.
from systems.basis(getvariable('collection'), getvariable('measures'))
