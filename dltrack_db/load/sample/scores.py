"""Scores that systems of different kinds print for a strength: from one number, about -3 to 6, to their own scale.

Curves are algebraic look-alikes of the logistic ones, because the logarithm and
exponential of the C library differ in the last digit between machines.
"""

from __future__ import annotations

import math
from collections.abc import Callable


def bm25(strength: float) -> str:
    """Positive, four decimals: few ties."""
    return f"{max(14.0 + 3.5 * strength, 0.0):.4f}"


def logit(strength: float) -> str:
    """The raw output of a cross-encoder, either sign."""
    return f"{3.0 * strength - 4.0:.6f}"


def probability(strength: float) -> str:
    """0 to 1, crowded near both ends."""
    steep = 3.0 * (strength - 1.0)
    return f"{0.5 + 0.5 * steep / math.sqrt(1.0 + steep * steep):.4f}"


def log_probability(strength: float) -> str:
    """Negative, near 0 for the best: minus a smooth maximum of 0 and the counter-evidence."""
    doubt = 2.0 * (2.0 - strength)
    return f"{-0.5 * (doubt + math.sqrt(1.0 + doubt * doubt)):.6f}"


def dot_product(strength: float) -> str:
    """Large numbers close together: some that differ in print are equal as float32."""
    return f"{704.0 + strength:.6f}"


def binned(strength: float) -> str:
    """One decimal: long ties."""
    return f"{10.0 + 2.0 * strength:.1f}"


def near_ties(strength: float) -> str:
    """Double precision in clusters: members of a cluster differ by less than 1e-7 of their value."""
    # A 64th is exact in float32, whose numbers near 24 are 2e-6 apart: every member rounds to its cluster's start.
    start = math.floor(strength * 64.0) / 64.0
    return f"{24.0 + start + (strength - start) * 2e-5:.12f}"


KINDS: dict[str, Callable[[float], str]] = {
    kind.__name__: kind for kind in (bm25, logit, probability, log_probability, dot_product, binned, near_ties)
}
