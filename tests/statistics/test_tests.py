"""p-values in SQL equal scipy's, corrections equal the textbook, resampling is repeatable."""

from __future__ import annotations

import math
import random

import pytest
import scipy.special
import scipy.stats

from dltrack_db.score import scratch

MACROS = (
    "incomplete_beta", "t_tests", "wilcoxon_tests", "tests", "discriminative_power",
    "bootstrap", "compare_runs",
)  # fmt: skip
RUNS = ("base", "better", "same", "noisy", "worse")
TOPICS = 30


@pytest.fixture(scope="module")
def values():
    chance = random.Random(2)
    base = [chance.random() for _ in range(TOPICS)]
    return {
        "base": base,
        "better": [min(1, value + abs(chance.gauss(0.05, 0.05))) for value in base],
        "same": list(base),
        "noisy": [round(chance.random(), 1) for _ in base],
        "worse": [round(value * 0.9, 1) for value in base],
    }


@pytest.fixture(scope="module")
def con(values):
    con = scratch.connect([f"statistics.{name}" for name in MACROS])
    con.execute("insert into main.collections (collection, edition, task, query_set) values ('c', 'test', '', '')")
    for topic in range(TOPICS):
        con.execute(
            "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
            "values ('c', 'nist', ?, 'd', 1, '0')",
            [f"q{topic:02}"],
        )
        for run in RUNS:
            con.execute(
                "insert into main.query_scores values ('c', ?, ?, 'm', ?)", [run, f"q{topic:02}", values[run][topic]]
            )
    return con


def test_incomplete_beta_equals_scipy(con):
    chance = random.Random(1)
    shapes = [(10 ** chance.uniform(-1, 3), 10 ** chance.uniform(-1, 3)) for _ in range(1000)]
    middle = [chance.gauss(a / (a + b), math.sqrt(a * b / (a + b) ** 3)) for a, b in shapes[:500]]
    places = [
        *(min(1, max(0, x)) for x in middle),
        *(chance.random() ** chance.choice([0.01, 1, 3]) for _ in shapes[500:]),
    ]
    rows = con.execute(
        "select x, a, b, statistics.incomplete_beta(x, a, b) "
        "from (select unnest($1) as x, unnest($2) as a, unnest($3) as b)",
        [places, [a for a, _ in shapes], [b for _, b in shapes]],
    ).fetchall()
    for x, a, b, value in rows:
        assert math.isclose(value, scipy.special.betainc(a, b, x), abs_tol=1e-11)
    for x in (-1, 0, 1, 2, None):
        expected = None if x is None else min(1, max(0, x))
        assert con.execute("select statistics.incomplete_beta($1, 2, 3)", [x]).fetchone()[0] == expected


def test_no_statistic_no_p_value(con):
    assert con.execute(
        "select statistics.normal_two_sided(null), statistics.student_two_sided(null, 5)"
    ).fetchone() == (
        None,
        None,
    )


def test_student_equals_scipy_in_the_tails(con):
    for df in (1, 2, 5, 52, 400):
        for t in (0, 0.1, 1, 2.5, 8, 40):
            value = con.execute("select statistics.student_two_sided(?, ?)", [t, df]).fetchone()[0]
            assert math.isclose(value, 2 * scipy.stats.t.sf(t, df), rel_tol=1e-8, abs_tol=1e-12)


def test_t_tests_equal_scipy(con, values):
    rows = con.execute("select run_a, run_b, num_q, t, p_value from statistics.t_tests(['m'])").fetchall()
    assert len(rows) == len(RUNS) * (len(RUNS) - 1)
    for run_a, run_b, num_q, t, p_value in rows:
        assert num_q == TOPICS
        if {run_a, run_b} == {"base", "same"}:
            assert (t, p_value) == (None, 1)
        else:
            expected = scipy.stats.ttest_rel(values[run_a], values[run_b])
            assert math.isclose(t, expected.statistic, rel_tol=1e-9)
            assert math.isclose(p_value, expected.pvalue, abs_tol=1e-9)


def test_wilcoxon_tests_equal_scipy(con, values):
    rows = con.execute("select run_a, run_b, z, p_value from statistics.wilcoxon_tests(['m'])").fetchall()
    assert len(rows) == len(RUNS) * (len(RUNS) - 1)
    for run_a, run_b, z, p_value in rows:
        if {run_a, run_b} == {"base", "same"}:
            assert (z, p_value) == (None, 1)
        else:
            # without the noise that makes 0.3 - 0.2 and 0.2 - 0.1 two sizes
            differences = [round(a - b, 12) for a, b in zip(values[run_a], values[run_b], strict=True)]
            expected = scipy.stats.wilcoxon([value for value in differences if value], correction=False)
            assert math.isclose(p_value, expected.pvalue, rel_tol=1e-9)


@pytest.mark.parametrize("macro", ["t_tests", "wilcoxon_tests"])
@pytest.mark.parametrize("baseline", ["['noisy']", "(select ['noisy'])"])
def test_tests_against_one_run_are_those_of_all_pairs(con, macro, baseline):
    some = con.execute(f"from statistics.{macro}(['m'], baselines := {baseline}) order by all").fetchall()
    every = con.execute(f"from statistics.{macro}(['m']) where run_b = 'noisy' order by all").fetchall()
    assert some == every and len(some) == len(RUNS) - 1


def test_corrections_by_the_book(con):
    rows = con.execute(
        "select p_value, p_corrected from statistics.tests('c', ['m'], ['base']) where p_value is not null "
        "order by p_value"
    ).fetchall()
    assert len(rows) == len(RUNS) - 1
    largest = 0.0
    for step, (p_value, holm) in enumerate(rows):
        largest = max(largest, min(1, p_value * (len(rows) - step)))
        assert math.isclose(holm, largest, rel_tol=1e-12)


def test_discriminative_power_counts_pairs(con, values):
    pairs = [(a, b) for a in RUNS for b in RUNS if a < b]
    different = [pair for pair in pairs if set(pair) != {"base", "same"}]
    significant = sum(scipy.stats.ttest_rel(values[a], values[b]).pvalue < 0.05 for a, b in different)
    assert 0 < significant < len(pairs)
    rows = con.execute("select num_pairs, num_significant, power from statistics.discriminative_power(['m'])")
    assert rows.fetchall() == [(len(pairs), significant, significant / len(pairs))]


def test_bootstrap_is_repeatable_and_like_scipy(con, values):
    query = "select run_id, mean, low, high from statistics.bootstrap(['m'], trials := 2000, seed := {}) order by all"
    first = con.execute(query.format(1)).fetchall()
    again, other = (con.execute(query.format(seed)).fetchall() for seed in (1, 2))
    assert [row[2:] for row in first] == [pytest.approx(row[2:], abs=1e-12) for row in again]
    assert [row[2:] for row in first] != [pytest.approx(row[2:], abs=1e-12) for row in other]
    for run, mean, low, high in first:
        expected = scipy.stats.bootstrap(
            (values[run],), lambda x, axis: x.mean(axis=axis), n_resamples=5000, method="percentile", rng=1
        )
        assert math.isclose(mean, sum(values[run]) / TOPICS, rel_tol=1e-9)
        assert low < mean < high
        assert abs(low - expected.confidence_interval.low) < 0.02
        assert abs(high - expected.confidence_interval.high) < 0.02


def test_compare_runs(con, values):
    row = con.execute(
        "select num_wins, num_losses, num_ties, mean_difference, low, high, p_t, p_randomization "
        "from statistics.compare_runs('better', 'base', ['m'], trials := 1000)"
    ).fetchone()
    wins = sum(a > b for a, b in zip(values["better"], values["base"], strict=True))
    assert row[:3] == (wins, 0, TOPICS - wins)
    assert row[4] < row[3] < row[5]
    assert row[6] < 0.001
    assert math.isclose(row[7], 1 / 1001, rel_tol=1e-9), "no random assignment of signs is as far from 0"


@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_interval_of_a_pair_agrees_with_its_p_value_and_the_bootstraps_is_named(con, values, confidence):
    low, high, bootstrap_low, bootstrap_high = con.execute(
        "select low, high, bootstrap_low, bootstrap_high "
        "from statistics.compare_runs('better', 'base', ['m'], trials := 1000, confidence := $1)",
        [confidence],
    ).fetchone()
    expected = scipy.stats.ttest_rel(values["better"], values["base"]).confidence_interval(confidence)
    assert (low, high) == pytest.approx((expected.low, expected.high), rel=1e-9)
    assert low < bootstrap_low < bootstrap_high < high, "quantiles of few resampled topics are narrower"


@pytest.mark.more
def test_draws_are_fixed_and_uniform(con):
    draws = [con.execute("select statistics.draw(1, ?, 6)", [place]).fetchone()[0] for place in range(1200)]
    assert draws[:5] == [con.execute("select statistics.draw(1, ?, 6)", [place]).fetchone()[0] for place in range(5)]
    assert {*draws} == {*range(6)}
    assert scipy.stats.chisquare([draws.count(face) for face in range(6)]).pvalue > 0.001
