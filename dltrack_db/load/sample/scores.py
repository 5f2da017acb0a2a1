"""Print scores in the scales of different kinds of systems, for a strength between about -3 and 6.

Algebraic functions replace the usual logistic ones, because logarithm and exponential of the C library differ in the
last digit between machines.
"""

from __future__ import annotations

import math
from collections.abc import Callable


def bm25(strength: float) -> str:
    """Print a score like BM25: not negative, with four decimals and few ties."""
    return f"{max(14.0 + 3.5 * strength, 0.0):.4f}"


def logit(strength: float) -> str:
    """Print a score like the raw output of a cross-encoder, positive or negative."""
    return f"{3.0 * strength - 4.0:.6f}"


def probability(strength: float) -> str:
    """Print a score between 0 and 1, often close to 0 or 1."""
    steep = 3.0 * (strength - 1.0)
    return f"{0.5 + 0.5 * steep / math.sqrt(1.0 + steep * steep):.4f}"


def log_probability(strength: float) -> str:
    """Print a negative score, close to 0 for the best items: minus a smooth maximum of 0 and a doubt."""
    doubt = 2.0 * (2.0 - strength)
    return f"{-0.5 * (doubt + math.sqrt(1.0 + doubt * doubt)):.6f}"


def dot_product(strength: float) -> str:
    """Print large scores that are close together: some different scores are equal as float32."""
    return f"{704.0 + strength:.6f}"


def binned(strength: float) -> str:
    """Print a score with one decimal, so that many scores tie."""
    return f"{10.0 + 2.0 * strength:.1f}"


def near_ties(strength: float) -> str:
    """Print a score in double precision; scores within a cluster differ by less than 1e-7 of their value."""
    # 1/64 is exact in float32, and float32 numbers near 24 are 2e-6 apart, so all scores round to the cluster's start.
    start = math.floor(strength * 64.0) / 64.0
    return f"{24.0 + start + (strength - start) * 2e-5:.12f}"


KINDS: dict[str, Callable[[float], str]] = {
    kind.__name__: kind for kind in (bm25, logit, probability, log_probability, dot_product, binned, near_ties)
}
