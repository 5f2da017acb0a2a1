"""The names of the tie rules, which order items with equal scores; `metrics.orders` implements them."""

from __future__ import annotations

import warnings

from dltrack_db.errors import UsageError

TIE_RULES = ("float", "double", "submitted", "ascending")
DEFAULT = "double"
"""Default, if neither a recipe nor a caller names a rule."""
OF_0_1 = {"trec_eval9": "float", "trec_eval10": "double"}
"""Current names of the rules that dltrack 0.1 named differently."""


def current(name: str) -> str:
    """Return the current name of a tie rule; an old name is accepted with a warning."""
    if name in OF_0_1:
        warnings.warn(
            f"the tie rule '{name}' is now called '{OF_0_1[name]}'; use the new name",
            FutureWarning,
            stacklevel=2,
        )
        return OF_0_1[name]
    if name not in TIE_RULES:
        raise UsageError(f"there is no tie rule '{name}'; choose one of {', '.join(TIE_RULES)}")
    return name
