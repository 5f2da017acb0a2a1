"""The strategies without text: invariants on random topics, and orders worked out by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dltrack_db.plugins.simulate import options, strategies, study_units
from dltrack_db.plugins.simulate.options import StudyOptions
from dltrack_db.plugins.simulate.topics import JudgedTopic


def topic(
    rankings: dict[str, list[str]], relevant: set[str], others: tuple[str, ...] = (), depth: int = 2
) -> JudgedTopic:
    """A topic whose runs are named TEAM-NUMBER."""
    items = sorted({item for ranking in rankings.values() for item in ranking} | set(others))
    place = {item: number for number, item in enumerate(items)}
    return JudgedTopic(
        query_id="q",
        text="",
        items=items,
        grades=np.array([2 * (item in relevant) for item in items], dtype=np.int16),
        is_relevant=np.array([item in relevant for item in items], dtype=bool),
        runs={run: np.array([place[item] for item in ranking], dtype=np.int64) for run, ranking in rankings.items()},
        ranks={run: np.arange(1, len(ranking) + 1) for run, ranking in rankings.items()},
        teams={run: run.split("-")[0] for run in rankings},
        pool_depth=depth,
        num_judged=len(items),
    )


def order(strategy: str, given: JudgedTopic, without: str | None = None, seed: int = 1) -> list[str]:
    made = strategies.STRATEGIES[strategy](given, without, np.random.default_rng(seed))
    assert len(made.places) == len(made.scores) == made.num_candidates
    return [given.items[place] for place in made.places]


@st.composite
def topics(draw):
    names = [f"d{number}" for number in range(draw(st.integers(1, 12)))]
    rankings = {
        f"{team}-{number}": draw(st.lists(st.sampled_from(names), unique=True, max_size=len(names)))
        for number, team in enumerate(draw(st.lists(st.sampled_from("abc"), min_size=1, max_size=5)))
    }
    relevant = draw(st.sets(st.sampled_from(names)))
    return topic(rankings, relevant, tuple(names))


@given(topics(), st.sampled_from(sorted(strategies.STRATEGIES)), st.integers(0, 9))
def test_traces_are_permutations_of_what_can_be_reached(given, strategy, seed):
    assert sorted(order(strategy, given, seed=seed)) == given.items
    teams = set(given.teams.values())
    for team in teams:
        own = {given.items[p] for run in given.runs if given.teams[run] == team for p in given.runs[run]}
        other = {given.items[p] for run in given.runs if given.teams[run] != team for p in given.runs[run]}
        assert sorted(order(strategy, given, team, seed)) == sorted(set(given.items) - (own - other))


def test_a_strategy_is_named_wherever_it_is_looked_for():
    assert ("cal", *strategies.STRATEGIES) == options.STRATEGIES
    guide = (Path(__file__).parents[4] / "docs" / "simulate.md").read_text(encoding="utf-8")
    assert [name for name in options.STRATEGIES if f"\n| `{name}` |" not in guide] == []


def test_pool_order_is_best_rank():
    given = topic({"a-1": ["x", "y", "z"], "b-1": ["y", "w", "x"]}, set(), ("unseen",))
    made = order("pool", given)
    assert set(made[:2]) == {"x", "y"}
    assert made[2:4] == ["w", "z"]
    assert made[4] == "unseen"


def test_the_pool_is_what_runs_have_up_to_the_depth():
    given = topic({"a-1": ["x", "y", "z"], "b-1": ["y", "w", "x"], "b-2": ["v", "y", "x"]}, set())
    assert [given.items[place] for place in given.pool()] == ["v", "w", "x", "y"]
    assert [given.items[place] for place in given.pool("b")] == ["x", "y"]
    assert [given.items[place] for place in given.pool("a")] == ["v", "w", "y"]


def test_move_to_front_by_hand():
    """One run of relevant items is read on; the other gets its turn when the first has failed."""
    given = topic({"a-1": ["r1", "r2", "n1", "r3"], "b-1": ["n2", "n3", "r4", "r5"]}, {"r1", "r2", "r3", "r4", "r5"})
    for seed in range(20):
        made = order("move-to-front", given, seed=seed)
        if made[0] == "r1":  # a first, to -1; b to -1; then chance
            assert made[:4] == ["r1", "r2", "n1", "n2"]
        else:  # b first, to -1; then a
            assert made[:4] == ["n2", "r1", "r2", "n1"]
    made = strategies.move_to_front(given, None, np.random.default_rng(3))
    names = [given.items[place] for place in made.places]
    scores = dict(zip(names, made.scores, strict=True))
    assert (scores["r1"], scores["r2"], scores["n1"]) == (0, 0, 0)
    assert scores["r3"] == -1


def test_bandit_by_hand():
    """After all runs failed once, a run that brings a relevant item is read on."""
    given = topic({"a-1": ["n1", "r1", "r2", "n4"], "b-1": ["n2", "n3", "n5", "n6"]}, {"r1", "r2"})
    firsts = set()
    for seed in range(30):
        made = strategies.bandit(given, None, np.random.default_rng(seed))
        names = [given.items[place] for place in made.places]
        firsts.add(names[0])
        assert set(names[:2]) == {"n1", "n2"}
        assert names.index("r2") == names.index("r1") + 1
        scores = dict(zip(names, made.scores, strict=True))
        assert scores["n1"] == scores["n2"] == 1 / 2
        assert scores["r1"] == pytest.approx(1 / 3)
        assert scores["r2"] == pytest.approx(2 / 3)
        assert scores["n4"] == pytest.approx(2 / 3)
    assert firsts == {"n1", "n2"}


@pytest.mark.parametrize("strategy", sorted(strategies.STRATEGIES))
def test_seeds_trials_and_topics_differ(strategy):
    names = [f"d{number:02d}" for number in range(30)]
    given = topic({f"a-{number}": names[number:] + names[:number] for number in range(0, 30, 3)}, set(names[::4]))

    def played(seed, trial, query="q"):
        renamed = JudgedTopic(**{**vars(given), "query_id": query})
        return study_units.play(renamed, None, trial, {None: "s"}, StudyOptions("c", strategy, seed=seed))[0].items

    assert played(1, 1) == played(1, 1)
    assert played(1, 1) != played(2, 1)
    assert played(1, 1) != played(1, 2)
    assert played(1, 1) != played(1, 1, "another")


def test_random_keeps_its_order_without_a_team():
    given = topic({"a-1": ["u", "v", "w"], "b-1": ["v", "x"], "b-2": ["y"]}, set(), ("z",))
    whole = order("random", given)
    assert order("random", given, "b") == [item for item in whole if item not in ("x", "y")]
