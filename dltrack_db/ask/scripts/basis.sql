-- What the numbers of a collection are right about, by some measures. Variables: `collection`, `measures`.
from systems.basis(getvariable('collection'), getvariable('measures'))
