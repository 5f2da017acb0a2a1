"""The upper bounds hold whatever grades the unjudged items get, and some are reached."""

from __future__ import annotations

import itertools

import pytest
import scored

QRELS = {"q": {"a": 2, "b": 0, "c": 1, "e": 2}}
RUN = {"r": {"q": {"x": 9.0, "a": 8.0, "y": 7.0, "c": 6.0, "z": 5.0, "b": 4.0}}}
MEASURES = ("P_3", "recall_3", "success_3", "ndcg_cut_3")


def values(con, collection: str) -> dict[str, float]:
    query = "select measure, value, upper_bound from metrics.bounds(3) where collection = ?"
    return {measure: (value, bound) for measure, value, bound in con.execute(query, [collection]).fetchall()}


@pytest.fixture(scope="module")
def con():
    con = scored.connect()
    scored.add(con, "base", QRELS, RUN, 1)
    for grades in itertools.product((0, 1, 2), repeat=3):
        judged = QRELS["q"] | dict(zip("xyz", grades, strict=True))
        scored.add(con, f"judged {grades}", {"q": judged}, RUN, 1)
    return con


@pytest.mark.parametrize("measure", MEASURES)
def test_no_judgment_exceeds_the_bound(con, measure):
    value, bound = values(con, "base")[measure]
    assert value <= bound
    scores = [values(con, f"judged {grades}")[measure][0] for grades in itertools.product((0, 1, 2), repeat=3)]
    assert max(scores) <= bound + 1e-12
    if not measure.startswith("ndcg"):
        assert max(scores) == pytest.approx(bound)


def test_the_value_is_the_score(con):
    found = values(con, "base")
    assert {measure: found[measure][0] for measure in MEASURES[:3]} == {"P_3": 1 / 3, "recall_3": 1 / 3, "success_3": 1}


def test_a_judged_list_has_no_room(con):
    value, bound = values(con, "judged (0, 0, 0)")["P_3"]
    assert value == bound
