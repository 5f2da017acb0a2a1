"""The strategies that need no text: each puts all candidates of a topic into an order of judging.

Items that no pooled run returned come last, in an order drawn by chance: nothing
speaks for one before the other. Scores are what a strategy chose by.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dltrack_db.plugins.simulate.topics import JudgedTopic


@dataclass(frozen=True)
class Order:
    """Places of candidates in the order of judging, and the score of each; NaN where chance alone chose.

    `num_candidates` is how long the trace could have become.
    """

    places: np.ndarray
    scores: np.ndarray
    num_candidates: int


def random(topic: JudgedTopic, excluded_team: str | None, rng: np.random.Generator) -> Order:
    """Any order."""
    # Drawn over all candidates, so that a team left out changes no more than its items.
    order = rng.permutation(len(topic.items))
    reachable = order[np.isin(order, topic.reachable(excluded_team))]
    return Order(reachable, np.full(len(reachable), np.nan), len(reachable))


def pool(topic: JudgedTopic, excluded_team: str | None, rng: np.random.Generator) -> Order:
    """Pools that grow deeper: items in the order of their best rank in any run, equal ones by chance.

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
    """Judge on in the run of highest priority until an item is not relevant, which costs the run one.

    Source: Cormack, Palmer and Clarke, SIGIR 1998, within a topic. All start
    with priority 0; equal ones by chance. The score is the priority.
    """

    def priority(num_drawn: np.ndarray, relevant: np.ndarray, last: np.ndarray) -> np.ndarray:
        return np.asarray(relevant - num_drawn)

    return _drawn_from_runs(topic, excluded_team, rng, priority)


def bandit(topic: JudgedTopic, excluded_team: str | None, rng: np.random.Generator) -> Order:
    """Draw from the run whose chance of a relevant item is best, by what its last item was.

    Source: Losada, Parapar and Barreiro, SAC 2016, max mean, non-stationary: the
    mean of Beta(1 + relevant, 1 + not relevant) over the last draw alone, so 1/2
    before the first, then 2/3 or 1/3; equal ones by chance. The score is that mean.
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
"""Choices that the literature leaves open, in words, for the table of simulations."""


def _drawn_from_runs(
    topic: JudgedTopic,
    excluded_team: str | None,
    rng: np.random.Generator,
    value: Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray],
) -> Order:
    """Take the next item nobody has judged from the run of highest value, until all runs are through.

    `value` takes for each run the items drawn from it, the relevant ones among
    them, and whether the last was. A run stays in hand as long as its items are
    relevant; then the best is taken, of equal ones any.
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
