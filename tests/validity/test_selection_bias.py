"""What the best of several variants gains by chance, against order statistics of scipy and against simulation."""

from __future__ import annotations

from math import pi, sqrt

import duckdb
import numpy as np
import pytest
from mini_track import insert
from scipy.integrate import quad
from scipy.stats import norm

from dltrack_db.score import scratch

RNG_SEED = 66


@pytest.fixture(scope="module")
def con():
    return scratch.connect(["validity.selection_bias"])


def expected_maximum(con, n):
    return con.execute("select statistics.expected_maximum($1::bigint)", [n]).fetchone()[0]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 10, 63, 1000])
def test_expected_maximum_equals_the_integral_of_its_density(con, n):
    density = quad(lambda x: x * n * norm.pdf(x) * norm.cdf(x) ** (n - 1), -12, 12, limit=500, epsabs=1e-13)[0]
    assert expected_maximum(con, n) == pytest.approx(density, abs=1e-10)


def test_expected_maximum_of_few_is_known_exactly(con):
    assert expected_maximum(con, 1) == pytest.approx(0, abs=1e-15)
    assert expected_maximum(con, 2) == pytest.approx(1 / sqrt(pi), abs=1e-12)
    assert expected_maximum(con, 3) == pytest.approx(3 / (2 * sqrt(pi)), abs=1e-12)
    assert expected_maximum(con, 0) is expected_maximum(con, None) is None


def store(con, scores, variant="nist", measure="map"):
    """Store scores by run and topic as those of one collection."""
    con.execute("delete from main.query_scores; delete from main.collections")
    insert(
        con,
        "main.collections",
        [{"collection": "c", "edition": "c", "task": "docs", "query_set": "c", "qrels_variant": variant}],
    )
    rows = [
        {"collection": "c", "run_id": run, "query_id": str(query), "measure": measure, "value": float(value)}
        for run, values in scores.items()
        for query, value in enumerate(values)
    ]
    insert(con, "main.query_scores", rows)


def bias(con, runs, measure="map"):
    row = con.execute(
        "select num_runs, num_q, deviation, bias, sentence from validity.selection_bias('c', $1, $2)", [[measure], runs]
    ).fetchall()
    return row[0] if row else None


@pytest.mark.parametrize("covariance", [
    [[1, 0], [0, 4]],
    [[1, 0.9, 0], [0.9, 1, 0], [0, 0, 9]],  # two that are nearly the same, and one of its own
    [[2 if i == j else 1 for j in range(8)] for i in range(8)],
])  # fmt: skip
def test_bias_is_what_the_best_of_simulated_means_gains(con, covariance):
    """The scores have exactly this covariance over the topics; the means of other topics are drawn from it."""
    n, topics = len(covariance), 20
    rng = np.random.default_rng(RNG_SEED)
    drawn = rng.standard_normal((n, topics))
    drawn -= drawn.mean(axis=1, keepdims=True)
    white = np.linalg.solve(np.linalg.cholesky(np.cov(drawn)), drawn)
    scores = np.linalg.cholesky(covariance) @ white
    store(con, {f"v{i}": scores[i] for i in range(n)} | {"stranger": 50 * white[0]})
    runs = [f"v{i}" for i in range(n)]
    means = rng.multivariate_normal(np.zeros(n), np.array(covariance) / topics, size=400_000)
    gains = means.max(axis=1) - means.mean(axis=1)
    num_runs, num_q, _, found, _ = bias(con, runs)
    assert (num_runs, num_q) == (n, topics)
    assert found == pytest.approx(gains.mean(), abs=5 * gains.std() / sqrt(len(gains)))


def test_only_topics_that_all_variants_have_count(con):
    scores = {"a": [0.1, 0.5, 0.9, 0.3], "b": [0.2, 0.2, 0.2], "c": [0.4, 0.1, 0.8, 0.9]}
    store(con, scores)
    found = bias(con, ["a", "b", "c"])
    store(con, {run: values[:3] for run, values in scores.items()})
    assert found == bias(con, ["a", "b", "c"])
    assert found[:2] == (3, 3)
    store(con, {**scores, "b": [0.2]})
    assert bias(con, ["a", "b", "c"]) is None


def test_a_shift_is_no_chance_and_a_score_that_is_no_number_no_topic(con):
    scores = [0.1, 0.7, 0.3, 0.4]
    store(con, {"a": scores, "b": [value + 0.2 for value in scores]})
    assert bias(con, ["a", "b"])[3:] == (0, None)
    others = {"a": scores, "b": [0.3, 0.2, 0.9, float("nan")], "c": [0.4, float("inf"), 0.8, 0.1]}
    store(con, others)
    found = bias(con, ["a", "b", "c"])
    store(con, {run: [values[0], values[2]] for run, values in others.items()})
    assert found[:2] == (3, 2)
    assert found == bias(con, ["a", "b", "c"])


def test_deviation_of_two_by_hand(con):
    store(con, {"a": [0.1, 0.5, 0.9], "b": [0.2, 0.2, 0.2]})
    # differences -.1, .3, .7: standard deviation .4 of one, of the mean .4 / sqrt(3), half of its variance for each
    _, _, deviation, found, sentence = bias(con, ["a", "b"])
    assert deviation == pytest.approx(0.4 / sqrt(6), abs=1e-12)
    assert found == pytest.approx(0.4 / sqrt(6) / sqrt(pi), abs=1e-12)
    assert sentence.startswith(
        "2 variants tried on the test topics of c: by chance alone, the best of 2 is expected to exceed "
        "their mean by 0.092 in AP; "
    )


def test_nothing_is_said_where_nothing_is_chosen_by_luck(con):
    store(con, {"a": [0.1, 0.5], "b": [0.2, 0.6], "c": [0.1, 0.5]})
    assert bias(con, ["a", "b", "c"])[3:] == (0, None)  # the same difference on every topic
    assert bias(con, ["a"]) is None
    with pytest.raises(duckdb.InvalidInputException, match="there is no run 'nobody'"):
        bias(con, ["a", "nobody"])
    store(con, {"a": [0.1, 0.5], "b": [0.6, 0.2]}, measure="gm_map")
    assert bias(con, ["a", "b"], "gm_map") is None  # no mean over topics


def test_one_may_choose_on_development_topics(con):
    scores = {"a": [0.1, 0.5], "b": [0.6, 0.2]}
    store(con, scores, variant="msmarco")
    *_, found, sentence = bias(con, ["a", "b"])
    assert found > 0
    assert sentence is None
    store(con, scores)
    assert bias(con, ["a", "b"])[-1] is not None
