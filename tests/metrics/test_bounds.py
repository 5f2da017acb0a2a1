"""The bounds are what judging the unjudged items in every possible way brings the scores to."""

from __future__ import annotations

import itertools
import random

import pytest
import pytrec_eval
import scored

CUTS = (1, 3, 10)
CUT_MEASURES = ("P", "recall", "success", "map_cut", "recip_rank_cut", "ncg_cut", "err_cut")
TIGHT = [f"{name}_{cut}" for name in CUT_MEASURES for cut in CUTS] + ["map", "recip_rank", "Rprec"]
LOOSE = [f"ndcg_cut_{cut}" for cut in CUTS] + ["rbp"]
OURS = [f"{name}({list(CUTS)})" for name in ("recip_rank_cut", "ncg", "err")] + ["rbp()"]
"""Measures that trec_eval 9 does not have, by the macros, which other tests prove."""
SEEDS = range(80)
Labels = dict[str, int]


def small_collection(seed: int) -> tuple[Labels, list[str], int]:
    """Labels of one topic, a run of at most seven items with one to four unjudged ones, a relevance level."""
    chance = random.Random(seed)
    unjudged = [f"u{i}" for i in range(chance.randint(1, 4))]
    judged = {f"j{i}": chance.randint(0, 2) for i in range(chance.randint(1, 5))}
    sampled = {doc: -1 for doc in unjudged if chance.random() < 0.2}
    run = [*unjudged, *chance.sample(list(judged), min(len(judged), chance.randint(0, 3)))]
    chance.shuffle(run)
    return judged | sampled, run, chance.choice([1, 2])


def ranking(run: list[str]) -> dict[str, float]:
    return {doc: float(-place) for place, doc in enumerate(run)}


def labellings(labels: Labels, run: list[str], level: int) -> dict[str, Labels]:
    """The labels with every possible grade of the unjudged items of the run, as topics."""
    unjudged = [doc for doc in run if labels.get(doc, -1) < 0]
    scale = range(max(level, *labels.values()) + 1)
    return {
        f"q{number}": labels | dict(zip(unjudged, grades, strict=True))
        for number, grades in enumerate(itertools.product(scale, repeat=len(unjudged)))
    }


@pytest.fixture(scope="module")
def every_score() -> dict[tuple[str, str], list[float]]:
    """By collection and measure, the scores under every labelling, from pytrec_eval where it has the measure."""
    found: dict[tuple[str, str], list[float]] = {}
    con = scored.connect()
    cuts = ",".join(map(str, CUTS))
    asked = {f"{name}.{cuts}" for name in ("P", "recall", "success", "map_cut", "ndcg_cut")}
    collections = {}
    for seed in SEEDS:
        labels, run, level = small_collection(seed)
        qrels = labellings(labels, run, level)
        runs = dict.fromkeys(qrels, ranking(run))
        collections[f"c{seed}"] = qrels, {"r": runs}, level
        evaluator = pytrec_eval.RelevanceEvaluator(qrels, asked | {"map", "recip_rank", "Rprec"}, relevance_level=level)
        for values in evaluator.evaluate(runs).values():
            for measure, value in values.items():
                found.setdefault((f"c{seed}", measure), []).append(value)
    scored.add_all(con, collections)
    for macro in OURS:
        rows = con.execute(f"select collection, measure, value from metrics.{macro}").fetchall()
        for collection, measure, value in rows:
            found.setdefault((collection, measure), []).append(value)
    return found


@pytest.fixture(scope="module")
def every_bound() -> dict[tuple[str, str], tuple[float, float, float]]:
    """By collection and measure: score, lower and upper bound."""
    con = scored.connect()
    collections = {}
    for seed in SEEDS:
        labels, run, level = small_collection(seed)
        collections[f"c{seed}"] = {"q": labels}, {"r": {"q": ranking(run)}}, level
    scored.add_all(con, collections)
    query = f"select collection, measure, value, lower_bound, upper_bound from metrics.bounds({list(CUTS)})"
    rows = con.execute(query).fetchall()
    assert len(rows) == len(SEEDS) * len(TIGHT + LOOSE)
    return {(collection, measure): tuple(rest) for collection, measure, *rest in rows}


def bounds(labels: Labels, run: list[str], level: int) -> dict[str, tuple[float, float, float]]:
    con = scored.connect()
    scored.add(con, "c", {"q": labels}, {"r": {"q": ranking(run)}}, level)
    rows = con.execute("select measure, value, lower_bound, upper_bound from metrics.bounds(3)").fetchall()
    return {measure: tuple(rest) for measure, *rest in rows}


@pytest.mark.more
@pytest.mark.parametrize("measure", TIGHT + LOOSE)
def test_every_labelling(every_score, every_bound, measure):
    for seed in SEEDS:
        scores, (value, lower, upper) = every_score[f"c{seed}", measure], every_bound[f"c{seed}", measure]
        assert lower - 1e-9 <= min(scores) <= value + 1e-9, seed
        assert value - 1e-9 <= max(scores) <= upper + 1e-9, seed
        if measure in TIGHT:
            assert (lower, upper) == pytest.approx((min(scores), max(scores)), abs=1e-9), seed


@pytest.mark.more
def test_some_scores_can_fall_too(every_bound):
    falling = {measure for (_, measure), (value, lower, _) in every_bound.items() if lower < value - 1e-9}
    assert {"map", "Rprec", "recall_1", "map_cut_3", "ncg_cut_3", "ndcg_cut_3"} <= falling
    assert not falling & {"P_3", "success_3", "recip_rank", "recip_rank_cut_3", "err_cut_3"}


def test_bounds_by_hand():
    # x unjudged, a relevant, y unjudged, b not relevant; c relevant and not retrieved
    found = bounds({"a": 2, "b": 0, "c": 2}, ["x", "a", "y", "b"], 1)
    assert found["P_3"] == pytest.approx((1 / 3, 1 / 3, 1))
    assert found["recall_3"] == pytest.approx((1 / 2, 1 / 2, 3 / 4))
    assert found["recip_rank"] == pytest.approx((1 / 2, 1 / 2, 1))
    assert found["map"] == pytest.approx((1 / 4, 1 / 4, 3 / 4))
    assert found["Rprec"] == pytest.approx((1 / 2, 1 / 2, 3 / 4))


@pytest.mark.parametrize(("arguments", "upper"), [("p := 0.5", 0.875), ("p := 0.5, k := 2", 0.75)])
def test_bounds_of_binary_rbp_by_hand(arguments, upper):
    # the list above: relevant at rank 2, unjudged at 1 and 3
    con = scored.connect()
    scored.add(con, "c", {"q": {"a": 2, "b": 0, "c": 2}}, {"r": {"q": ranking(["x", "a", "y", "b"])}}, 1)
    query = f"select lower_bound, upper_bound from metrics.rbp_binary_bounds({arguments})"
    assert con.execute(query).fetchall() == [(0.25, upper)]


@pytest.mark.more
@pytest.mark.parametrize("labels", [{"a": 2, "b": 0, "c": 1}, {"a": 0, "b": 0, "c": 0}])
def test_a_judged_list_has_no_room(labels):
    for measure, (value, lower, upper) in bounds(labels, ["a", "b", "c"], 1).items():
        assert lower == pytest.approx(value) == upper, measure


@pytest.mark.more
def test_a_topic_that_the_run_leaves_out():
    con = scored.connect()
    scored.add(con, "c", {"q": {"a": 1}, "left out": {"a": 1}}, {"r": {"q": {"a": 1.0}}}, 1)
    rows = con.execute(
        "select measure, value, lower_bound from metrics.bounds(3) where query_id = 'left out'"
    ).fetchall()
    assert len(rows) == 12
    assert {value for _, *values in rows for value in values} == {0}
