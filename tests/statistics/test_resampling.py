"""Resampling against scipy and numpy on the very same resamples."""

from __future__ import annotations

import math
import random
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.stats

from dltrack_db.score import scratch

MACROS = (
    "bootstrap", "bootstrap_bca", "bca_interval", "resampled_means", "normal_quantile",
    "list_quantile", "normal_cdf",
)  # fmt: skip
TOPICS = [f"q{topic:02}" for topic in range(12)]
RUNS = ("best", "good", "same", "poor")


@pytest.fixture(scope="module")
def values():
    chance = random.Random(5)
    good = [chance.random() ** 3 for _ in TOPICS]
    return {
        "best": [min(1, value + 0.2 * chance.random()) for value in good],
        "good": good,
        "same": [0.25] * len(TOPICS),
        "poor": [value * chance.random() for value in good],
    }


@pytest.fixture(scope="module")
def con(values):
    con = scratch.connect([f"statistics.{name}" for name in MACROS])
    con.execute("insert into main.collections (collection, edition, task, query_set) values ('c', 'test', '', '')")
    for place, topic in enumerate(TOPICS):
        con.execute(
            "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
            "values ('c', 'nist', $1, 'd', 1, '0')",
            [topic],
        )
        for run in RUNS:
            con.execute("insert into main.query_scores values ('c', $1, $2, 'm', $3)", [run, topic, values[run][place]])
    return con


def test_quantiles_equal_scipy(con):
    shares = [1e-300, 1e-20, 0.001, 0.025, 0.3, 0.4999, 0.5, 0.5001, 0.7, 0.975, 1 - 1e-10]
    for share in shares:
        quantile, back = con.execute(
            "select z, statistics.normal_cdf(z) from (select statistics.normal_quantile($1::double) as z)",
            [share],
        ).fetchone()
        assert quantile == pytest.approx(scipy.stats.norm.ppf(share), rel=1e-10, abs=1e-15)
        assert back == pytest.approx(share, rel=1e-10)
    for share in (0, 1, -0.5, 1.5, None):
        assert con.execute("select statistics.normal_quantile($1::double)", [share]).fetchone()[0] is None


def test_list_quantiles_equal_numpy(con):
    held = sorted(random.Random(3).random() for _ in range(9))
    for share in (0, 0.1, 0.5, 0.77, 1):
        ours = con.execute("select statistics.list_quantile($1, $2)", [held, share]).fetchone()[0]
        assert ours == pytest.approx(np.quantile(held, share), abs=1e-12)
    assert con.execute("select statistics.list_quantile(cast([] as double[]), 0.5)").fetchone()[0] is None


@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_bca_equals_scipy_on_the_same_resamples(con, values, confidence):
    resamples = dict(
        con.execute(
            "select run_id, list(mean order by trial) from statistics.resampled_means(['m'], trials := 400, seed := 7) "
            "group by run_id"
        ).fetchall()
    )
    rows = con.execute(
        "select run_id, mean, low, high from statistics.bootstrap_bca(['m'], 400, confidence := $1, seed := 7)",
        [confidence],
    ).fetchall()
    percentile = {
        run: (low, high)
        for run, low, high in con.execute(
            "select run_id, low, high from statistics.bootstrap(['m'], 400, confidence := $1, seed := 7)", [confidence]
        ).fetchall()
    }
    assert len(rows) == len(RUNS)
    for run, mean, low, high in rows:
        assert mean == pytest.approx(np.mean(values[run]), abs=1e-12)
        if run == "same":
            assert (low, high) == (None, None)  # scipy: NaN
            continue
        expected = scipy.stats.bootstrap(
            (values[run],),
            np.mean,
            n_resamples=0,
            method="BCa",
            confidence_level=confidence,
            bootstrap_result=SimpleNamespace(bootstrap_distribution=np.array(resamples[run])),
        ).confidence_interval
        assert (low, high) == (pytest.approx(expected.low, abs=1e-9), pytest.approx(expected.high, abs=1e-9))
        assert (low, high) != pytest.approx(percentile[run], abs=1e-6)
        ends = np.quantile(resamples[run], [(1 - confidence) / 2, (1 + confidence) / 2])
        assert percentile[run] == pytest.approx(tuple(ends), abs=1e-9)


def test_bca_without_spread_on_one_side(con):
    assert con.execute("select statistics.bca_interval([1, 2], [1.7, 1.8])").fetchone()[0] == {
        "low": None,
        "high": None,
    }


@pytest.mark.more
def test_the_seed_decides(con):
    query = "from statistics.bootstrap_bca(['m'], trials := 60, seed := {}) order by all"
    first, again, other = (con.execute(query.format(seed)).fetchall() for seed in (1, 1, 2))
    assert [row[:4] for row in first] == [row[:4] for row in again]
    assert [row[-1] for row in first] == pytest.approx([row[-1] for row in again], abs=1e-12)
    assert [row[-1] for row in first] != pytest.approx([row[-1] for row in other], abs=1e-12)
    assert not math.isnan(first[0][-1])
