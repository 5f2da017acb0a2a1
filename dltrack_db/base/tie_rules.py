"""The names of the tie rules, which put items of the same score in order; what they do is in `metrics.orders`."""

from __future__ import annotations

import warnings

from dltrack_db.errors import UsageError

TIE_RULES = ("float", "double", "submitted", "ascending")
DEFAULT = "double"
"""Default, if neither a recipe nor a caller names a rule."""
OF_0_1 = {"trec_eval9": "float", "trec_eval10": "double"}
"""Today's names of what 0.1 called otherwise."""


def current(name: str) -> str:
    """Today's name of a tie rule; what 0.1 called it is taken through 0.2, with a notice."""
    if name in OF_0_1:
        warnings.warn(
            f"the tie rule '{name}' is called '{OF_0_1[name]}' now; the old name goes with 0.3",
            FutureWarning,
            stacklevel=2,
        )
        return OF_0_1[name]
    if name not in TIE_RULES:
        raise UsageError(f"there is no tie rule '{name}'; choose one of {', '.join(TIE_RULES)}")
    return name
