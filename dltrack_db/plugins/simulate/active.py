"""Continuous active learning: a learner is trained on all judgments so far and proposes the next items to judge.

As in HiCAL and AutoTAR (Cormack and Grossman, 2015), the pool is judged first, then batches of the items with the
highest scores. docs/simulate.md lists the design choices that the public sources do not specify.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dltrack_db.plugins.simulate import learner
from dltrack_db.plugins.simulate.extras import library
from dltrack_db.plugins.simulate.options import BMI
from dltrack_db.plugins.simulate.strategies import Order
from dltrack_db.plugins.simulate.topics import JudgedTopic
from dltrack_db.plugins.simulate.vectors import TextVectors

DECIMALS = 9
"""Decimals to which scores are rounded, so that no order depends on the last bits of a sum."""

Needed = Callable[[list[int], int, int], int]
"""Function (steps of the relevant items so far, pool size, number of candidates) -> required length of the trace."""


@dataclass(frozen=True)
class TopicTexts:
    """Texts for the learner: all vectors, the row of each candidate of a topic (-1 without text), the query vector."""

    texts: TextVectors
    row: np.ndarray
    query: object


def know(topic: JudgedTopic, texts: TextVectors) -> TopicTexts:
    """Return the texts of a topic's candidates."""
    row = np.array([texts.row.get(item, -1) for item in topic.items], dtype=np.int64)
    return TopicTexts(texts, row, texts.query(topic.text))


def nearest(texts: TextVectors, items: list[str], text: str, most: int) -> list[int]:
    """Return the rows of the `most` texts that are most similar to a query; ties are in order of id."""
    scores = np.round(np.asarray((texts.matrix @ texts.query(text).T).todense()).ravel(), DECIMALS)
    order = np.lexsort((np.argsort(np.argsort(np.array(items))), -scores))
    return [int(each) for each in order[:most]]


def play(
    topic: JudgedTopic,
    words: TopicTexts,
    pool: np.ndarray,
    rng: np.random.Generator,
    *,
    batch: str,
    negatives: int,
    needed: Needed,
) -> Order:
    """Judge the pool in random order, then the items that the learner proposes, until the trace is long enough.

    Each training also uses `negatives` random texts of the collection, drawn with replacement, as items that are not
    relevant. Candidates without text are never proposed.
    """
    # drawn over all candidates, so that omitting a team does not change the order of other items
    places = [int(each) for each in rng.permutation(len(topic.items)) if _contains(pool, each)]
    scores = [float("nan")] * len(places)
    is_open = words.row >= 0
    is_open[places] = False
    limit = len(places) + int(is_open.sum())
    candidates = np.flatnonzero(is_open)
    matrix = words.texts.matrix[words.row[candidates]]
    size = 1 if batch == BMI else int(batch)
    goal = _goal(topic, places, len(pool), limit, needed)
    while len(places) < goal:
        weights = _train(topic, words, places, rng, negatives)
        values = np.round(matrix @ weights, DECIMALS) + 0.0  # turn -0.0 into 0.0
        remaining = np.flatnonzero(is_open[candidates])
        # whole batches, so that a shorter trace is the beginning of a longer one
        best = remaining[np.argsort(-values[remaining], kind="stable")][:size]
        places += candidates[best].tolist()
        scores += values[best].tolist()
        is_open[candidates[best]] = False
        if batch == BMI:
            size += -(-size // 10)
        if len(places) >= goal:
            goal = _goal(topic, places, len(pool), limit, needed)
    return Order(np.array(places[:goal], dtype=np.int64), np.array(scores[:goal], dtype=np.float64), limit)


def _goal(topic: JudgedTopic, places: list[int], pool_size: int, limit: int, goal: Needed) -> int:
    steps = [step for step, place in enumerate(places, 1) if topic.is_relevant[place]]
    return min(limit, goal(steps, pool_size, limit))


def _train(
    topic: JudgedTopic, words: TopicTexts, places: list[int], rng: np.random.Generator, negatives: int
) -> np.ndarray:
    sparse = library("scipy.sparse")
    judged_places = np.array([place for place in places if words.row[place] >= 0], dtype=np.int64)
    random_rows = rng.integers(words.texts.matrix.shape[0], size=negatives)
    relevant = topic.is_relevant[judged_places]
    rows = words.row[judged_places]
    examples = sparse.vstack(
        [
            words.query,
            words.texts.matrix[rows[relevant]],
            words.texts.matrix[np.concatenate([rows[~relevant], random_rows])],
        ],
        format="csr",
    )
    count = 1 + int(relevant.sum())
    is_relevant = np.arange(examples.shape[0]) < count
    if count == examples.shape[0]:  # no negative examples
        return np.asarray(words.query.todense()).ravel()  # type: ignore[attr-defined]
    return learner.train(examples, is_relevant)


def _contains(places: np.ndarray, place: int) -> bool:
    position = int(np.searchsorted(places, place))
    return position < len(places) and bool(places[position] == place)
