-- Basis of a collection's numbers by some measures. Variables: `collection`, `measures`.
from systems.basis(getvariable('collection'), getvariable('measures'))
