"""Power, topics needed, intervals of effects, adjusted p-values and meta-analysis against scipy and printed numbers."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import scipy.integrate
import scipy.optimize
import scipy.stats
from statsmodels.stats.power import TTestPower

from dltrack_db.score import scratch

MACROS = (
    *("t_power", "topics_needed", "detectable_effect", "effect_interval", "noncentral_t", "student_critical"),
    *("f_tail", "f_critical", "chi_squared_tail", "topics_needed_anova", "topics_needed_width", "smare"),
    *("benjamini_hochberg", "benjamini_yekutieli", "random_effects", "posterior_t", "posterior_signs"),
)  # fmt: skip


@pytest.fixture(scope="module")
def con():
    return scratch.connect([f"statistics.{name}" for name in MACROS])


@pytest.fixture(scope="module")
def value(con):
    return lambda expression, *given: con.execute(f"select statistics.{expression}", given).fetchone()[0]


@pytest.fixture(scope="module")
def values(con):
    """What a macro gives for many arguments, by the names that it is called with: planned once."""

    def found(call, **given):
        columns = ", ".join(f"unnest(${name}) as {name}" for name in given)
        return [row[0] for row in con.execute(f"select statistics.{call} from (select {columns})", given).fetchall()]

    return found


def power(effect, n, alpha=0.05):
    """scipy's noncentral F, which has digits where its noncentral t has none."""
    return scipy.stats.ncf.sf(scipy.stats.t.isf(alpha / 2, n - 1) ** 2, 1, n - 1, effect**2 * n)


def test_power_equals_scipy(con):
    cases = [
        (effect, n, alpha)
        for n in (2, 3, 5, 10, 53, 1000, 100_000)
        for effect in (1e-4, 0.01, 0.11, 0.3, 1, 3, 20)
        for alpha in (0.001, 0.05, 0.2)
    ]
    found = con.execute(
        "select effect, n, alpha, statistics.t_power(effect, n, alpha), statistics.t_power(-effect, n, alpha) "
        "from (select unnest($1) as effect, unnest($2) as n, unnest($3) as alpha)",
        [[float(case[place]) if place != 1 else case[1] for case in cases] for place in range(3)],
    ).fetchall()
    assert len(found) == len(cases)
    for effect, n, alpha, value, mirrored in found:
        assert math.isclose(value, power(effect, n, alpha), abs_tol=1e-9) and mirrored == value


def test_power_equals_statsmodels(value):
    tests = TTestPower()
    for effect, n in ((0.1105, 53), (0.5, 34), (0.3, 90)):
        assert value("t_power($1, $2)", effect, n) == pytest.approx(tests.power(effect, n, 0.05), abs=1e-6)


@pytest.mark.more
def test_no_power_without_information(value):
    assert [value(f"t_power({given})") for given in ("null, 5", "0.3, 1", "0.3, null", "'nan'::double, 5")] == [
        None
    ] * 4
    assert value("t_power(0.0, 53)") == pytest.approx(0.05, abs=1e-12)


@pytest.mark.more
@pytest.mark.parametrize("alpha", [0.001, 0.01, 0.05])
@pytest.mark.parametrize("wanted", [0.5, 0.8, 0.99])
def test_topics_needed_are_the_first_that_are_enough(con, alpha, wanted):
    sizes, effects = np.arange(2, 400), np.geomspace(0.35, 8, 60)
    critical = scipy.stats.t.isf(alpha / 2, sizes - 1) ** 2
    query = "select statistics.topics_needed(effect, $1, $2) from (select unnest($3) as effect)"
    found = [row[0] for row in con.execute(query, [wanted, alpha, effects.tolist()]).fetchall()]
    for effect, n in zip(effects, found, strict=True):
        enough = scipy.stats.ncf.sf(critical, 1, sizes - 1, effect**2 * sizes)
        expected = sizes[np.nan_to_num(enough, nan=1) >= wanted]
        assert not len(expected) or n == expected[0]


def test_topics_needed_and_where_there_are_none(value):
    # G*Power's 34 for half a standard deviation
    assert value("topics_needed(0.5)") == 34
    assert [value(f"topics_needed({given})") for given in ("0.0", "null", "1e-9", "'nan'::double")] == [None] * 4
    assert value("topics_needed(0.02, 0.5, 0.1)") == 6755  # both tails count
    assert value("topics_needed(0.3, 0.05, 0.05)") == 2


def test_detectable_effect_has_the_power(values):
    sizes = [2, 3, 10, 53, 1000]
    found = values("detectable_effect(n, power := power)", n=[*sizes, 1, None, 53], power=[0.8] * 7 + [0.05])
    assert [power(effect, n) for n, effect in zip(sizes, found, strict=False)] == pytest.approx([0.8] * 5, abs=1e-8)
    assert found[len(sizes) :] == [None] * 3


def noncentral(t, df, shift):
    """The integral over the chi distribution of the standard deviation."""
    density = scipy.stats.chi(df).pdf
    return scipy.integrate.quad(
        lambda s: density(s * df**0.5) * df**0.5 * scipy.stats.norm.cdf(t * s - shift), 0, 1 + 12 / df**0.5, limit=200
    )[0]


@pytest.mark.more
def test_noncentral_t_equals_its_integral(values):
    cases = list(itertools.product((-3.0, 0.0, 0.5, 4.0), (1, 5, 52), (-2.0, 0.0, 0.5, 5.0)))
    t, df, shift = (list(column) for column in zip(*cases, strict=True))
    found = values("noncentral_t(t, df, shift)", t=t, df=df, shift=shift)
    assert found == pytest.approx([noncentral(*case) for case in cases], abs=1e-8)


@pytest.mark.more
def test_interval_of_an_effect(values):
    cases = list(itertools.product((-1.2, 0.0, 0.3), (2, 5, 11, 53)))
    found = values("effect_interval(effect, n)", effect=[effect for effect, _ in cases], n=[n for _, n in cases])
    for (effect, n), ends in zip(cases, found, strict=True):
        for end, share in ((ends["low"], 0.975), (ends["high"], 0.025)):
            assert noncentral(effect * n**0.5, n - 1, end * n**0.5) == pytest.approx(share, abs=2e-6), (effect, n)


def test_no_interval_without_information(value):
    assert value("effect_interval(null, 5)") == value("effect_interval(0.3, 1)") == {"low": None, "high": None}


def test_f_and_chi_squared_equal_scipy(values):
    df, error = [1, 2, 9], [5, 52, 500]
    for f in (0.1, 1.0, 4.0):
        tails = values("f_tail(f, df, error)", f=[f] * 3, df=df, error=error)
        assert tails == pytest.approx(scipy.stats.f.sf(f, df, error), abs=1e-10)
    critical = values("f_critical(df, error, 0.05)", df=df, error=error)
    assert critical == pytest.approx(scipy.stats.f.isf(0.05, df, error), rel=1e-7)
    xs, df = (list(column) for column in zip(*itertools.product((0.0, 0.1, 5.0, 30.0), (1, 2, 3, 6)), strict=True))
    assert values("chi_squared_tail(x, df)", x=xs, df=df) == pytest.approx(scipy.stats.chi2.sf(xs, df), abs=1e-11)


@pytest.mark.more
def test_topics_for_a_test_of_all_runs(values):
    # two groups are an unpaired t-test: 64 in each for half a standard deviation (G*Power; FTestAnovaPower)
    call = "topics_needed_anova(runs, difference, variance, is_paired := paired)"
    given = {"runs": [2, 3, 3, 3], "difference": [0.5, 0.0, 1.0, math.inf], "variance": [1.0, 1.0, 0.001, 1.0]}
    assert values(call, **given, paired=[False, True, True, True]) == [64, None, 2, None]


def test_topics_for_the_width_of_an_interval(value):
    def width(n):
        mean = math.exp(math.lgamma(n / 2) - math.lgamma((n - 1) / 2)) * math.sqrt(2 / (n - 1))
        return 2 * scipy.stats.t.isf(0.025, n - 1) * mean * math.sqrt(0.0432 / n)

    found = value("topics_needed_width(0.1, 0.0432)")
    assert width(found) <= 0.1 < width(found - 1)
    assert value("topics_needed_width(0.0, 1.0)") is None


def test_false_discoveries_equal_scipy(value):
    p_values = [0.01, 0.01, *np.random.default_rng(1).uniform(size=20).round(2).tolist()]
    for name, method in (("benjamini_hochberg", "bh"), ("benjamini_yekutieli", "by")):
        expected = scipy.stats.false_discovery_control(p_values, method=method)
        assert value(f"{name}($1)", p_values) == pytest.approx(expected, rel=1e-12)
        assert value(f"{name}($1)", [None, *p_values, None])[1:-1] == value(f"{name}($1)", p_values)
        assert (value(f"{name}([])"), value(f"{name}([null])")) == ([], [None])


EFFECTS, VARIANCES = [0.05, 0.03, 0.18, 0.11], [0.0004, 0.0003, 0.0009, 0.0025]


def test_mean_effect_by_dersimonian_laird(value):
    y, v = np.array(EFFECTS), np.array(VARIANCES)
    w = 1 / v
    q = (w * (y - (w * y).sum() / w.sum()) ** 2).sum()
    tau2 = (q - 3) / (w.sum() - (w**2).sum() / w.sum())
    w = 1 / (v + tau2)
    mean, error = (w * y).sum() / w.sum(), w.sum() ** -0.5
    found = value("random_effects($1, $2)", EFFECTS, VARIANCES)
    assert found == pytest.approx(
        {
            "num_studies": 4,
            "mean": mean,
            "low": mean - 1.959963984540054 * error,
            "high": mean + 1.959963984540054 * error,
            "p_value": 2 * scipy.stats.norm.sf(mean / error),
            "tau2": tau2,
            "q": q,
            "p_heterogeneity": scipy.stats.chi2.sf(q, 3),
            "i2": 1 - 3 / q,
        },
        rel=1e-9,
    )


def test_mean_effect_by_restricted_likelihood(value):
    y, v = np.array(EFFECTS), np.array(VARIANCES)

    def loss(tau2):
        w = 1 / (v + tau2)
        mean = (w * y).sum() / w.sum()
        return -np.log(w).sum() + np.log(w.sum()) + (w * (y - mean) ** 2).sum()

    best = scipy.optimize.minimize_scalar(loss, bounds=(0, 0.1), method="bounded", options={"xatol": 1e-12}).x
    assert value("random_effects($1, $2, 'reml')", EFFECTS, VARIANCES)["tau2"] == pytest.approx(best, rel=1e-5)


def test_one_study_says_nothing_between_studies(value):
    one = value("random_effects([0.05, 0.1], [0.0004, 0])")
    assert (one["num_studies"], one["mean"], one["tau2"], one["i2"]) == (1, 0.05, None, None)
    assert value("random_effects([], [])")["mean"] is None
    alike = value("random_effects([0.05, 0.05], [0.0004, 0.0004], 'reml')")
    assert (alike["tau2"], alike["i2"], alike["q"]) == (0, 0, 0)


def test_posterior_of_the_mean(value):
    found = value("posterior_t(0.0148, 0.134, 53, 0.01)")
    t = scipy.stats.t(52, 0.0148, 0.134 / 53**0.5)
    assert found == pytest.approx({"better": t.sf(0.01), "equal": t.cdf(0.01) - t.cdf(-0.01), "worse": t.cdf(-0.01)})
    assert set(value("posterior_t(0.1, 0.0, 53)").values()) == {None}


@pytest.mark.parametrize("counts", [(30, 3, 20), (5, 6, 6), (0, 0, 4)])
def test_posterior_of_the_signs(value, counts):
    weights = [counts[0] + 1e-4, counts[1] + 1 + 1e-4, counts[2] + 1e-4]
    drawn = np.random.default_rng(1).dirichlet(weights, 200_000).argmax(1)
    expected = np.bincount(drawn, minlength=3) / len(drawn)
    assert list(value("posterior_signs($1, $2, $3)", *counts).values()) == pytest.approx(expected, abs=0.005)


def test_misplaced_topics(value):
    assert value("smare([1, 2, 3], [0.1, 0.5, 0.2])") == pytest.approx(2 / 9)
    assert (value("smare([1, 2], [1, 2])"), value("smare([null], [1])")) == (0, None)
