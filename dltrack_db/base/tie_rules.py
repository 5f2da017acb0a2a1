"""Names of the tie rules. A tie rule orders items with equal scores; `metrics.orders` implements the rules."""

from __future__ import annotations

import warnings

from dltrack_db.errors import UsageError

TIE_RULES = ("float", "double", "submitted", "ascending")
DEFAULT = "double"
"""Default tie rule, if neither the recipe nor the caller names a rule."""
OF_0_1 = {"trec_eval9": "float", "trec_eval10": "double"}
"""Current names of tie rules, by their names in dltrack 0.1."""


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
        raise UsageError(f"unknown tie rule '{name}'; valid values: {', '.join(TIE_RULES)}")
    return name
