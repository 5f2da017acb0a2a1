"""Strategies without text: each sorts all candidates of a topic into an order of judging.

Items that no pooled run returned come last, in random order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dltrack_db.plugins.simulate.topics import JudgedTopic


@dataclass(frozen=True)
class Order:
    """Indices of candidates in the order of judging, and their scores, NaN for random choices.

    `num_candidates` is the maximum length of the trace.
    """

    places: np.ndarray
    scores: np.ndarray
    num_candidates: int


def random(topic: JudgedTopic, excluded_team: str | None, rng: np.random.Generator) -> Order:
    """Judge in random order."""
    # Drawn over all candidates, so that an omitted team changes only its own items.
    order = rng.permutation(len(topic.items))
    reachable = order[np.isin(order, topic.reachable(excluded_team))]
    return Order(reachable, np.full(len(reachable), np.nan), len(reachable))


def pool(topic: JudgedTopic, excluded_team: str | None, rng: np.random.Generator) -> Order:
    """Judge pools of growing depth: items by their best rank in any run, with random ties.

    The score is the best rank, as a negative number.
    """
    best = np.full(len(topic.items), np.inf)
    for run in topic.runs_without(excluded_team):
        np.minimum.at(best, topic.runs[run], topic.ranks[run])
    order = np.lexsort((rng.permutation(len(best)), best))
    reachable = order[np.isin(order, topic.reachable(excluded_team))]
    scores = -best[reachable]
    return Order(reachable, np.where(np.isinf(scores), np.nan, scores), len(reachable))


def move_to_front(topic: JudgedTopic, excluded_team: str | None, rng: np.random.Generator) -> Order:
    """Judge items of the run with the highest priority until one is not relevant, which lowers the priority by one.

    Source: Cormack, Palmer and Clarke, SIGIR 1998, within a topic. All runs start with priority 0; ties are random. The
    score is the priority.
    """

    def priority(num_drawn: np.ndarray, relevant: np.ndarray, last: np.ndarray) -> np.ndarray:
        return np.asarray(relevant - num_drawn)

    return _drawn_from_runs(topic, excluded_team, rng, priority)


def bandit(topic: JudgedTopic, excluded_team: str | None, rng: np.random.Generator) -> Order:
    """Judge an item of the run with the highest chance of a relevant item, estimated from its last item.

    Source: Losada, Parapar and Barreiro, SAC 2016, max mean, non-stationary: the mean of Beta(1 + relevant, 1 + not
    relevant) over the last draw alone, so 1/2 before the first draw, then 2/3 or 1/3; ties are random. The score is
    that mean.
    """

    def mean(num_drawn: np.ndarray, relevant: np.ndarray, last: np.ndarray) -> np.ndarray:
        return np.where(num_drawn == 0, 1 / 2, (1 + last) / 3)

    return _drawn_from_runs(topic, excluded_team, rng, mean)


STRATEGIES: dict[str, Callable[[JudgedTopic, str | None, np.random.Generator], Order]] = {
    "pool": pool,
    "move-to-front": move_to_front,
    "bandit": bandit,
    "random": random,
}
CHOICES = {
    "move-to-front": "priority falls by one for each item not relevant, by topic",
    "bandit": "max mean of Beta(1, 1), non-stationary: the last draw alone",
}
"""Choices that the literature leaves open, for column `learner` of the table of simulations."""


def _drawn_from_runs(
    topic: JudgedTopic,
    excluded_team: str | None,
    rng: np.random.Generator,
    value: Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray],
) -> Order:
    """Judge the next unjudged item of the run with the highest value, until all runs are exhausted.

    `value` gets for each run the number of items drawn, of relevant ones, and whether the last one was relevant. A run
    is kept as long as its items are relevant; then the run with the highest value is chosen, with random ties.
    """
    rankings = [topic.runs[run].tolist() for run in topic.runs_without(excluded_team)]
    num_drawn, relevant, last = (np.zeros(len(rankings)) for _ in range(3))
    is_taken = np.zeros(len(topic.items), dtype=bool)
    places: list[int] = []
    scores: list[float] = []
    following = [iter(ranking) for ranking in rankings]
    is_open = np.ones(len(rankings), dtype=bool)
    hand = -1
    while is_open.any():
        values = np.where(is_open, value(num_drawn, relevant, last), -np.inf)
        if hand < 0 or not last[hand]:
            best = np.flatnonzero(values == values.max())
            hand = int(best[rng.integers(len(best))])
        place = next((each for each in following[hand] if not is_taken[each]), None)
        if place is None:
            is_open[hand] = False
            hand = -1
            continue
        scores.append(float(values[hand]))
        places.append(place)
        is_taken[place] = True
        num_drawn[hand] += 1
        last[hand] = topic.is_relevant[place]
        relevant[hand] += last[hand]
    rest = np.setdiff1d(topic.reachable(excluded_team), np.array(places, dtype=np.int64))
    return Order(
        np.concatenate([np.array(places, dtype=np.int64), rng.permutation(rest)]),
        np.concatenate([np.array(scores, dtype=np.float64), np.full(len(rest), np.nan)]),
        len(places) + len(rest),
    )
