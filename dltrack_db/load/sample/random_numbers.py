"""Random choices that are the same on every machine.

Python guarantees equal results across versions and platforms only for `random.Random.random`. Its other methods may
change, and `gauss` depends on the logarithm of the C library. Therefore, all choices are derived from `random()`, with
operations that IEEE 754 rounds exactly (+ - * / and square root).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of random choices, determined by seed and name; streams with different names are independent."""

    def __init__(self, seed: int, name: str) -> None:
        self.uniform = Random(f"{seed}/{name}").random

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to limit - 1."""
        return int(self.uniform() * limit)

    def between(self, low: int, high: int) -> int:
        """Return a whole number from low to high, inclusive."""
        return low + self.below(high - low + 1)

    def happens(self, probability: float) -> bool:
        """Return True with the given probability."""
        return self.uniform() < probability

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return all items in random order (Fisher-Yates)."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result

    def noise(self) -> float:
        """Return a number from a bell-shaped distribution: mean 0, variance 1, within ±3.5, a sum of four uniforms."""
        uniform = self.uniform
        return (uniform() + uniform() + uniform() + uniform() - 2.0) * SQRT_3

    def noises(self, number: int) -> list[float]:
        """Return the results of `number` calls of `noise`."""
        uniform, root = self.uniform, SQRT_3
        return [(uniform() + uniform() + uniform() + uniform() - 2.0) * root for _ in range(number)]


SQRT_3 = math.sqrt(3.0)
