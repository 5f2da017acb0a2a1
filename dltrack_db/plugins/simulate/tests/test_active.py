"""Continuous active learning: the learner against a reference, and what must hold for every trace."""

from __future__ import annotations

import numpy as np
import pegasos
import pytest
from scipy.stats import spearmanr
from test_strategies import topic

from dltrack_db.plugins.simulate import active, extras, learner, stopping, study_units, vectors
from dltrack_db.plugins.simulate.options import StudyOptions

TEXTS = 120
DEPTH = 5


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    """As a study does: many threads take longer over sums this small."""
    with extras.one_thread():
        yield


@pytest.fixture(scope="module")
def collection():
    """Texts of random words, a third of which have the topic's words more often."""
    rng = np.random.default_rng(7)
    words = [f"{first}{second}{third}" for first in "bdfgk" for second in "aeiou" for third in "lmnrt"]
    items = [f"d{number:03d}" for number in range(TEXTS)]
    relevant = set(items[::3])
    texts = []
    for item in items:
        chosen = list(rng.choice(words, 20))
        if item in relevant:
            chosen += list(rng.choice(words[:12], 6))
        texts.append(" ".join(chosen))
    return items, texts, relevant, " ".join(words[:3])


@pytest.fixture(scope="module")
def played(collection):
    """A topic over them, three teams' runs, and what the learner knows."""
    items, texts, relevant, query = collection
    rng = np.random.default_rng(8)
    shuffled = {run: list(rng.permutation(items)[:40]) for run in ("a-1", "a-2", "b-1", "c-1")}
    shuffled["c-1"] = shuffled["a-1"]  # so that team c has nothing of its own
    given = topic(shuffled, relevant, tuple(items), depth=DEPTH)
    given = type(given)(**{**vars(given), "text": query, "num_judged": 60})
    known = vectors.weigh(items, texts)
    return given, active.know(given, known)


def play(played, team=None, trial=1, **choices):
    given, known = played
    options = StudyOptions("c", "cal", **{"stop": "all", **choices})
    simulations = {None: "all"} | ({team: "without"} if team else {})
    return study_units.play(given, known, trial, simulations, options)[-1]


@pytest.mark.campaign
def test_the_learner_orders_as_pegasos_does(collection):
    items, texts, relevant, _ = collection
    known = vectors.weigh(items, texts)
    dense = known.matrix.toarray()
    is_relevant = np.array([item in relevant for item in items])
    seen = np.arange(0, TEXTS, 2)
    quick = learner.train(known.matrix[seen], is_relevant[seen])
    slow = [
        pegasos.train(dense[seen[is_relevant[seen]]], dense[seen[~is_relevant[seen]]], 20_000, seed) for seed in (1, 2)
    ]
    unseen = np.arange(1, TEXTS, 2)
    scores = [dense[unseen] @ weights for weights in (quick, *slow)]
    between_seeds = spearmanr(scores[1], scores[2]).statistic
    assert spearmanr(scores[0], scores[1]).statistic > 0.9
    assert between_seeds > 0.9
    top = [set(np.argsort(-each)[:15]) for each in scores]
    assert len(top[0] & top[1]) >= 12
    found = [is_relevant[unseen][list(each)].mean() for each in top]
    assert found[0] > 0.6 > is_relevant[unseen].mean() + 0.2


def test_words_of_no_example_weigh_nothing(collection):
    items, texts, _, _ = collection
    known = vectors.weigh(items, texts)
    rows = known.matrix[[0, 1]]
    weights = learner.train(rows, np.array([True, False]))
    assert set(np.flatnonzero(weights)) <= set(rows.indices)


def test_a_trace_is_a_permutation_that_begins_with_the_pool(played):
    trace = play(played)
    given = played[0]
    pool = {given.items[place] for place in given.pool()}
    assert sorted(trace.items) == given.items
    assert set(trace.items[: len(pool)]) == pool
    assert trace.pool_size == len(pool)
    assert np.isnan(trace.scores[: len(pool)]).all()
    assert not np.isnan(trace.scores[len(pool) :]).any()
    assert trace.num_candidates == TEXTS


def test_batches_grow_by_a_tenth(played):
    """Within a batch scores do not rise, and equal ones are in the order of ids."""
    trace = play(played)
    sizes, size, left = [], 1, len(trace.items) - trace.pool_size
    while left > 0:
        sizes.append(min(size, left))
        left -= sizes[-1]
        size += -(-size // 10)
    assert sizes[:11] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    start = trace.pool_size
    for size in sizes:
        batch = list(zip(-trace.scores[start : start + size], trace.items[start : start + size], strict=True))
        assert batch == sorted(batch)
        start += size


@pytest.mark.campaign
def test_a_batch_of_one_is_another_trace(played):
    assert play(played, batch="1").items != play(played).items
    assert sorted(play(played, batch="1").items) == sorted(play(played).items)


@pytest.mark.more
def test_longer_traces_begin_with_shorter_ones(played):
    whole = play(played).items
    for stop in ("heuristic", "official", "budget:62", "fixed:70"):
        part = play(played, stop=stop).items
        assert part == whole[: len(part)]
    assert len(play(played, stop="official").items) == 60
    assert len(play(played, stop="budget:62").items) == 63
    assert len(play(played, stop="fixed:70").items) == 70
    assert len(play(played, stop="fixed:20").items) == 60  # as far as the official number at least
    assert len(play(played, stop="fixed:20", depth=90).items) == 90


@pytest.mark.campaign
def test_a_team_without_items_of_its_own_changes_nothing(played):
    same = play(played, "c")
    assert same.is_shared
    assert same.items == play(played).items
    other = play(played, "b")
    assert not other.is_shared
    assert other.items != play(played).items


def test_the_trace_without_a_team_is_computed_and_not_copied_where_the_pool_differs(played):
    given = played[0]
    trace = play(played, "b")
    assert set(trace.items[: trace.pool_size]) == {given.items[place] for place in given.pool("b")}


@pytest.mark.campaign
def test_the_same_seed_gives_the_same_trace_and_another_another(played):
    assert play(played, seed=3).items == play(played, seed=3).items
    assert (play(played, seed=3).scores[50:] == play(played, seed=3).scores[50:]).all()
    assert play(played, seed=3).items != play(played, seed=4).items
    assert play(played, seed=3).items != play(played, seed=3, trial=2).items


def test_learning_finds_relevant_items_sooner_than_chance(played):
    given = played[0]
    relevant = {item for item, is_relevant in zip(given.items, given.is_relevant, strict=True) if is_relevant}
    start = play(played).pool_size
    chosen = play(played).items[start : start + 30]
    chance = len(relevant) / TEXTS
    assert sum(item in relevant for item in chosen) / 30 > 1.7 * chance


def test_items_without_text_come_up_only_in_the_pool(collection, played):
    items, texts, _, _ = collection
    given = played[0]
    known = active.know(given, vectors.weigh(items[:100], texts[:100]))
    trace = study_units.play(given, known, 1, {None: "all"}, StudyOptions("c", "cal", stop="all"))[0]
    pool = {given.items[place] for place in given.pool()}
    assert set(trace.items) == pool | set(items[:100])
    assert trace.num_candidates == len(trace.items)


def test_without_any_example_to_tell_from_the_query_chooses(collection):
    items, texts, _, query = collection
    given = topic({"a-1": []}, set(), tuple(items))
    given = type(given)(**{**vars(given), "text": query})
    known = active.know(given, vectors.weigh(items, texts))
    trace = study_units.play(given, known, 1, {None: "all"}, StudyOptions("c", "cal", stop="fixed:1", negatives=0))[0]
    scores = np.round((known.texts.matrix @ known.query.T).toarray().ravel(), 9)
    assert trace.items[0] == items[int(np.argmax(scores))]


def test_the_nearest_texts(collection):
    items, texts, _, query = collection
    known = vectors.weigh(items, texts)
    scores = (known.matrix @ known.query(query).T).toarray().ravel()
    best = active.nearest(known, items, query, 10)
    assert len(best) == 10
    assert min(scores[best]) >= max(np.delete(scores, best)) - 1e-9


@pytest.mark.more
@pytest.mark.parametrize(
    ("steps", "pool_size", "candidates", "expected"),
    [
        ([], 50, 5000, 150),  # fewer than half the pool relevant
        (list(range(1, 60)), 50, 5000, 218),  # 2 * 59 + 100
        (list(range(1, 800, 2)), 50, 5000, 845),  # 150, 250, 375, 563, 845
        (list(range(1, 800, 2)), 50, 500, 500),
        (list(range(1, 2001)), 50, 5000, 400),  # more than 0.6: dropped at 2 * 150 + 100
    ],
)
def test_the_length_of_the_heuristic(steps, pool_size, candidates, expected):
    needed = stopping.trace_length(StudyOptions("c", "cal"), num_judged=0)
    assert needed(steps, pool_size, candidates) == expected
    known = [step for step in steps if step <= expected]
    assert needed(known, pool_size, candidates) == expected
    for seen in range(0, expected, 37):  # a trace that has only begun asks for more than it has
        assert needed([step for step in steps if step <= seen], pool_size, candidates) > seen or seen == 0
