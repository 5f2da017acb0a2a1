"""Time and memory of the learner of a simulation: one training and one scoring of a topic's candidates.

python -m bench.simulate [--candidates 20000] [--judged 400]

The texts are synthetic.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time

import numpy as np

from dltrack_db.plugins.simulate import extras, learner, vectors

WORDS = 60_000
LENGTH = 113
"""Number of words in the synthetic vocabulary, and in a text (as in passages of a document collection)."""


def texts(count: int, rng: np.random.Generator) -> list[str]:
    """Return texts of words drawn by Zipf's law, spelt with letters so that the tokenizer keeps them."""
    chances = 1 / np.arange(1, WORDS + 1)
    drawn = rng.choice(WORDS, size=(count, LENGTH), p=chances / chances.sum())
    letters = np.array(list("bcdfghjklm"))
    spelling = ["x" + "".join(letters[int(digit)] for digit in str(word)) for word in range(WORDS)]
    return [" ".join(spelling[word] for word in row) for row in drawn]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--candidates", type=int, default=20_000)
    parser.add_argument("--judged", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=9)
    chosen = parser.parse_args()
    rng = np.random.default_rng(1)
    items = [f"d{number:06d}" for number in range(chosen.candidates)]
    begun = time.perf_counter()
    given = texts(chosen.candidates, rng)
    made = time.perf_counter()
    known = vectors.weigh(items, given)
    weighed = time.perf_counter()
    is_relevant = np.arange(chosen.judged + 100) < chosen.judged // 4
    walls, cpus = [], []
    with extras.one_thread():
        for _ in range(chosen.rounds):
            rows = rng.integers(chosen.candidates, size=len(is_relevant))
            wall, cpu = time.perf_counter(), time.process_time()
            weights = learner.train(known.matrix[rows], is_relevant)
            scores = np.round(known.matrix @ weights, 9)
            np.argsort(-scores, kind="stable")
            walls.append(time.perf_counter() - wall)
            cpus.append(time.process_time() - cpu)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{chosen.candidates:,} texts of {LENGTH} words, {known.matrix.nnz:,} weights: made in {made - begun:.1f} s,")
    print(f"words counted and weighed in {weighed - made:.1f} s")
    print(
        f"one training on {len(is_relevant)} items and scoring of all: median {statistics.median(walls):.3f} s wall, "
        f"{statistics.median(cpus):.3f} s of processor"
    )
    print(f"peak memory {peak:.0f} MB")


if __name__ == "__main__":
    main()
