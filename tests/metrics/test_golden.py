"""A collection small enough to compute every measure by hand; the arithmetic is in golden/t1.csv."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest
import scored

GOLDEN = Path(__file__).parent / "golden"
ARITHMETIC = {"log": math.log, "log2": math.log2, "__builtins__": {}}


def read(name: str) -> list[list[str]]:
    return [line.split() for line in (GOLDEN / name).read_text().splitlines()]


def expected() -> list[tuple[str, str]]:
    with (GOLDEN / "t1.csv").open() as file:
        return [(row["measure"], row["value"]) for row in csv.DictReader(file)]


@pytest.fixture(scope="module")
def con():
    con = scored.connect()
    qrels: scored.Qrels = {}
    for query, _, doc, grade in read("qrels.txt"):
        qrels.setdefault(query, {})[doc] = int(grade)
    run: dict[str, dict[str, float]] = {}
    for query, _, doc, _, score, _ in read("run.txt"):
        run.setdefault(query, {})[doc] = float(score)
    scored.add(con, "mini", qrels, {"mini": run}, 2)
    return con


@pytest.fixture(scope="module")
def values(con):
    rows = con.execute("select measure, value from metrics.score_queries() where query_id = 't1'").fetchall()
    return dict(rows)


@pytest.mark.parametrize(("measure", "arithmetic"), expected(), ids=[measure for measure, _ in expected()])
def test_by_hand(values, measure, arithmetic):
    assert math.isclose(values[measure], eval(arithmetic, ARITHMETIC), rel_tol=1e-12, abs_tol=1e-9)


def test_every_measure_has_a_golden_value(values):
    def root(measure: str) -> str:
        head, _, tail = measure.rpartition("_")
        return head if tail.replace(".", "").isdigit() else measure

    assert {root(measure) for measure in values} == {root(measure) for measure, _ in expected()}


def test_exponential_gains(con):
    value = con.execute(
        "select value from metrics.ndcg(10, gains := metrics.exp2_gains()) where query_id = 't1'"
    ).fetchone()[0]
    assert math.isclose(value, (7 / math.log2(3) + 1 / math.log2(5)) / (7 + 3 / math.log2(3) + 1 / 2), rel_tol=1e-12)


def test_given_gains_replace_grades(con):
    value = con.execute("select value from metrics.ncg(10, gains := map {1: 0, 3: 10}) where query_id = 't1'")
    assert math.isclose(value.fetchone()[0], 10 / 12, rel_tol=1e-12)


def test_another_level_and_other_labels(con):
    value = "select value from metrics.recall(5, min_relevance := {}) where query_id = 't1'"
    assert con.execute(value.format(1)).fetchone()[0] == pytest.approx(2 / 3)
    assert con.execute(value.format(3)).fetchone()[0] == 1
    assert con.execute("select * from metrics.recall(5, variant := 'unknown')").fetchall() == []


def test_err_with_the_scale_of_the_track(con):
    value = con.execute("select value from metrics.err(20, max_grade := 3) where query_id = 't1'").fetchone()[0]
    assert math.isclose(value, 7 / 8 / 2 + (1 - 7 / 8) * (1 / 8) / 4, rel_tol=1e-12)


def test_yaap_dcg_and_relstring(con):
    dcg = 3 / math.log2(3) + 1 / math.log2(5)
    one = "select value from metrics.{} where query_id = 't1'"
    assert con.execute(one.format("yaap()")).fetchone()[0] == pytest.approx(math.log((1 + 1 / 2) / (1 + 2 - 1 / 2)))
    assert con.execute(one.format("dcg()")).fetchone()[0] == pytest.approx(dcg)
    assert con.execute(one.format("relstring()")).fetchone()[0] == "-301."


def test_a_cut_off_may_be_a_number_or_a_list(con):
    assert con.execute("select metrics.cutoffs(10), metrics.cutoffs([5, 10.0])").fetchone() == ([10], [5, 10])
