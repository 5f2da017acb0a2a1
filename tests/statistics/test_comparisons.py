"""Runs compared with others at once, against the comparison of each pair by itself."""

from __future__ import annotations

import pytest

import dltrack_db as dl

COLLECTION = "sample-passages"
MEASURES = ["ndcg_cut_10", "map"]


@pytest.fixture(scope="module")
def db(sample_database):
    with dl.open(sample_database) as opened:
        yield opened


def rows(db, query):
    found = db.sql(query)
    names = found.columns
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def test_all_runs_at_once_are_as_each_pair_alone(db):
    ranked = [run for (run,) in db.sql(f"select run_id from systems.board('{COLLECTION}') order by rank").fetchall()]
    rivals = [ranked[0], ranked[3]]
    asked = f"'{COLLECTION}', {MEASURES}"
    at_once = rows(db, f"from statistics.comparisons('{COLLECTION}', {MEASURES}, {rivals}, alone := true) order by all")
    assert len(at_once) == len(MEASURES) * len(rivals) * (len(ranked) - 1)
    for run, rival in ((ranked[1], rivals[0]), (ranked[-1], rivals[1]), (rivals[1], rivals[0])):
        pair = rows(
            db, f"from statistics.compare_runs('{run}', '{rival}', {MEASURES}) where collection = '{COLLECTION}'"
        )
        tests = rows(db, f"from statistics.tests({asked}, baselines := ['{rival}'], runs := ['{run}'])")
        alone = rows(db, f"from statistics.comparisons({asked}, ['{rival}'], runs := ['{run}'])")
        for each in pair:
            measure = each["measure"]
            (found,) = [
                row for row in at_once if (row["run_id"], row["baseline"], row["measure"]) == (run, rival, measure)
            ]
            (test,) = [row for row in tests if row["measure"] == measure and row["run_id"] == run]
            for name in ("num_q", "num_wins", "num_ties", "num_losses", "mean_difference", "p_wilcoxon"):
                assert found[name] == pytest.approx(each[name], rel=1e-12), name
            assert (found["mean"], found["baseline_mean"]) == pytest.approx((each["mean_a"], each["mean_b"]), rel=1e-12)
            for name in ("low", "high", "p_value", "p_corrected"):
                assert found[name] == pytest.approx(test[name], rel=1e-9), name
            assert (each["low"], each["high"]) == pytest.approx((found["low"], found["high"]), rel=1e-9)
            assert (found["verdict"], found["untested"]) == (test["verdict"], test["untested"])
            assert found["p_corrected"] == found["p_value"] == pytest.approx(each["p_t"])
            (again,) = [row for row in alone if row["measure"] == measure]
            assert (again["verdict"], again["num_wins"]) == (found["verdict"], found["num_wins"])


def test_a_pair_that_is_tested_alone_is_a_family_of_one(db):
    best, *_, last = db.sql(f"select run_id from systems.board('{COLLECTION}') order by rank").fetchall()
    family = f"'{COLLECTION}', ['ndcg_cut_10'], baselines := ['{best[0]}']"
    together = {row["run_id"]: row for row in rows(db, f"from statistics.tests({family})")}
    alone = {row["run_id"]: row for row in rows(db, f"from statistics.tests({family}, alone := true)")}
    assert together.keys() == alone.keys() and alone[last[0]]["num_tests"] == 1 < together[last[0]]["num_tests"]
    tested = [run for run, row in alone.items() if row["p_value"] is not None and row["p_value"] < 1]
    assert len(tested) > 5
    for run in tested:
        assert alone[run]["p_corrected"] == alone[run]["p_value"] == together[run]["p_value"]
        assert together[run]["p_corrected"] >= alone[run]["p_corrected"]
        assert alone[run]["high"] - alone[run]["low"] <= together[run]["high"] - together[run]["low"] + 1e-12
