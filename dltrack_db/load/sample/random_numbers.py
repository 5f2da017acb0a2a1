"""Chance that is the same on every machine.

Python promises equal results across versions and platforms only for
`random.Random.random`; its other methods may change, and `gauss` depends on the
C library's logarithm. So everything is derived from `random()` with operations
that IEEE 754 rounds exactly (+ - * / and square root).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A named stream of random choices; streams of different names do not influence each other."""

    def __init__(self, seed: int, name: str) -> None:
        self.uniform = Random(f"{seed}/{name}").random

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        return int(self.uniform() * limit)

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def happens(self, probability: float) -> bool:
        """True with the given probability."""
        return self.uniform() < probability

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All items in random order (Fisher-Yates)."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result

    def noise(self) -> float:
        """A bell-shaped number with mean 0 and variance 1, within +-3: four uniforms added (Irwin-Hall)."""
        uniform = self.uniform
        return (uniform() + uniform() + uniform() + uniform() - 2.0) * SQRT_3

    def noises(self, number: int) -> list[float]:
        """Return a number of these, the same that `noise` would give one by one."""
        uniform, root = self.uniform, SQRT_3
        return [(uniform() + uniform() + uniform() + uniform() - 2.0) * root for _ in range(number)]


SQRT_3 = math.sqrt(3.0)
