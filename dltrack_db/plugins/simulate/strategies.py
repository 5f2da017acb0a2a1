"""Strategies that do not read texts: each sorts all candidates of a topic into an order of judging.

Items that no pooled run returned come last, in random order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dltrack_db.plugins.simulate.topics import JudgedTopic


@dataclass(frozen=True)
class Order:
    """Indices of candidates in the order of judging, and the strategy's scores; the score of a random choice is NaN.

    `num_candidates` is the maximum length of the trace.
    """

    places: np.ndarray
    scores: np.ndarray
    num_candidates: int


def random(topic: JudgedTopic, excluded_team: str | None, rng: np.random.Generator) -> Order:
    """Judge in random order."""
    # drawn over all candidates, so that omitting a team does not change the order of other items
    order = rng.permutation(len(topic.items))
    reachable = order[np.isin(order, topic.reachable(excluded_team))]
    return Order(reachable, np.full(len(reachable), np.nan), len(reachable))


def pool(topic: JudgedTopic, excluded_team: str | None, rng: np.random.Generator) -> Order:
    """Judge pools of growing depth: order items by their best rank in any run, with ties in random order.

    The score is the negative best rank.
    """
    best = np.full(len(topic.items), np.inf)
    for run in topic.runs_without(excluded_team):
        np.minimum.at(best, topic.runs[run], topic.ranks[run])
    order = np.lexsort((rng.permutation(len(best)), best))
    reachable = order[np.isin(order, topic.reachable(excluded_team))]
    scores = -best[reachable]
    return Order(reachable, np.where(np.isinf(scores), np.nan, scores), len(reachable))


def move_to_front(topic: JudgedTopic, excluded_team: str | None, rng: np.random.Generator) -> Order:
    """Judge items of the run with the highest priority, until an item is not relevant.

    Each item that is not relevant lowers the priority of its run by one. All runs start with priority 0; ties are
    broken at random. The score is the priority. Source: Cormack, Palmer and Clarke, SIGIR 1998, within a topic.
    """

    def priority(num_drawn: np.ndarray, relevant: np.ndarray, last: np.ndarray) -> np.ndarray:
        return np.asarray(relevant - num_drawn)

    return _drawn_from_runs(topic, excluded_team, rng, priority)


def bandit(topic: JudgedTopic, excluded_team: str | None, rng: np.random.Generator) -> Order:
    """Judge an item of the run with the highest estimated chance of a relevant item.

    The estimate uses only the run's last item: 1/2 before the first item, then 2/3 if the last item was relevant, else
    1/3, the mean of Beta(1 + relevant, 1 + not relevant). Ties are broken at random. The score is the estimate. Source:
    Losada, Parapar and Barreiro, SAC 2016, max mean, non-stationary.
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
"""Design choices that the literature does not specify, stored in column `learner` of the table of simulations."""


def _drawn_from_runs(
    topic: JudgedTopic,
    excluded_team: str | None,
    rng: np.random.Generator,
    value: Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray],
) -> Order:
    """Judge the next unjudged item of the run with the highest value, until all runs are exhausted.

    `value` receives three arrays with an entry per run: the number of judged items, the number of relevant items among
    them, and whether the last item was relevant. The current run is used as long as its items are relevant. After that,
    the run with the highest value is chosen, with ties broken at random.
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
