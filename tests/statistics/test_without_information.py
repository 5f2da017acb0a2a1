"""What statistics say where there is nothing to tell: no topic, one or two, constants, ties, nulls, NaN, infinity.

All values are made up; expected ones are scipy's or worked out by hand, as noted.
"""

from __future__ import annotations

import itertools
import math
import warnings

import numpy as np
import pytest
import scipy.special
import scipy.stats

from dltrack_db.score import catalogue, requests, scratch
from dltrack_db.show import cell

NAN, INF, LEAST = math.nan, math.inf, math.ulp(0)
SCALARS = (
    *("normal_two_sided", "student_two_sided", "student_cdf", "student_critical", "chi_squared_tail", "f_tail"),
    *("f_critical", "incomplete_beta", "normal_quantile", "list_quantile", "noncentral_power", "t_power"),
    *("topics_needed", "topics_needed_width", "detectable_effect", "effect_interval"),
    *("posterior_t", "posterior_signs", "random_effects", "bca_interval", "smare", "rmse", "effect_ratio"),
    *("delta_relative_improvement", "kendall_tau_a", "kendall_tau_b", "spearman", "pearson", "tau_ap", "tau_ap_b"),
    *("benjamini_hochberg", "benjamini_yekutieli", "fleiss_kappa", "krippendorff_alpha", "rbo", "owens_t"),
)
DIFFERENCES: dict[str, list[float]] = {
    "one": [0.3],
    "one-equal": [0.0],
    "two": [0.1, 0.3],
    "two-constant": [0.1, 0.1],
    "two-equal": [0.0, 0.0],
    "constant": [0.8 - 0.7, 0.3 - 0.2, 0.1],
    "constant-minus": [-0.25] * 7,
    "equal": [0.0] * 5,
    "ties": [0.1, 0.0, 0.0, 0.0],
    "opposed": [0.1, -0.1, 0.1, -0.1],
    "almost-constant": [0.3, 0.301, 0.3],
    "large": [0.5 + 0.001 * i for i in range(12)],
}


@pytest.fixture(scope="module")
def con():
    names = ("compare_runs", "effect_sizes", "bayesian", "asl_curve", "discriminative_power", "wilcoxon_tests")
    con = scratch.connect([f"statistics.{name}" for name in (*SCALARS, *names, "finding")])
    rows = [
        (f"c{len(differences)}", run, f"q{topic:02}", measure, difference if run == "a" else 0.0)
        for measure, differences in DIFFERENCES.items()
        for topic, difference in enumerate(differences)
        for run in "ab"
    ]
    con.execute(
        "insert into main.query_scores (collection, run_id, query_id, measure, value) "
        "select unnest($1), unnest($2), unnest($3), unnest($4), unnest($5::double[])",
        [list(column) for column in zip(*rows, strict=True)],
    )
    return con


def by_measure(con, macro, where="run_a = 'a'"):
    result = con.execute(f"from statistics.{macro} where {where}", {"measures": list(DIFFERENCES)})
    names = [column[0] for column in result.description]
    return {row["measure"]: row for row in (dict(zip(names, each, strict=True)) for each in result.fetchall())}


@pytest.mark.more
def test_paired_tests_and_effects_of_little_information(con):
    tests = by_measure(con, "t_tests($measures)")
    wilcoxon = by_measure(con, "wilcoxon_tests($measures)")
    compared = by_measure(con, "compare_runs('a', 'b', $measures, trials := 200)", "true")
    sizes = by_measure(con, "effect_sizes($measures)")
    probabilities = by_measure(con, "bayesian('a', 'b', $measures)", "true")
    assert {*tests} == {*wilcoxon} == {*compared} == {*sizes} == {*probabilities} == {*DIFFERENCES}
    for name, raw in DIFFERENCES.items():
        differences = np.round(raw, 12)
        has_spread = len(set(differences)) > 1
        is_equal = not has_spread and len(raw) > 1 and not differences.any()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = scipy.stats.ttest_1samp(differences, 0).pvalue if has_spread else NAN  # else 0 / 0 or x / 0
            signed = scipy.stats.wilcoxon(differences[differences != 0], correction=False).pvalue if any(raw) else 1.0
        # of equal runs every assignment of signs has the mean 0
        p_value = 1 if is_equal else (None if math.isnan(expected) else pytest.approx(expected, rel=1e-9))
        assert (tests[name]["p_value"], compared[name]["p_t"]) == (p_value, p_value), name
        reason = "a single topic" if len(raw) == 1 else "the same difference on every topic"
        assert tests[name]["untested"] == (reason if p_value is None else None)
        assert wilcoxon[name]["p_value"] == compared[name]["p_wilcoxon"] == pytest.approx(signed, rel=1e-9)
        assert 0 < compared[name]["p_randomization"] <= 1
        size = sizes[name]
        for ends in (("low", "high"), ("bootstrap_low", "bootstrap_high")):
            low, mean, high = (compared[name][column] for column in (ends[0], "mean_difference", ends[1]))
            assert low <= mean <= high if has_spread else (low, high) == (None, None)
        if has_spread:  # the interval and the p-value next to it say one thing
            low, high = compared[name]["low"], compared[name]["high"]
            assert (low, high) == pytest.approx((size["low"], size["high"]), rel=1e-9)
            assert (low > 0 or high < 0) == (compared[name]["p_t"] < 0.05)
        told = ("effect_size", "low", "high", "effect_low", "effect_high", "power", "topics_needed", "prob_a_better")
        if not has_spread:
            assert {size[column] for column in told} == {None} == {probabilities[name]["mean_better"]}
            continue
        effect = differences.mean() / differences.std(ddof=1)
        assert size["effect_size"] == pytest.approx(effect, rel=1e-6)
        assert size["low"] <= size["mean_difference"] <= size["high"]
        assert size["effect_low"] < size["effect_size"] < size["effect_high"]
        assert 0 < size["power"] < 1 and 0 < size["prob_a_better"] < 1
        assert 0 < probabilities[name]["mean_better"] < 1


def test_pairs_without_a_test_are_none_of_a_measure(con):
    power = by_measure(con, "discriminative_power($measures)", "true")
    for name, row in power.items():
        is_tested = name not in ("one", "one-equal", "two-constant", "constant", "constant-minus")
        assert (row["num_pairs"], row["num_tested"]) == (1, int(is_tested))
        assert row["power"] == (row["num_significant"] if is_tested else None)
    # one topic and two equal runs of another collection leave all other rows as they are
    curve = by_measure(con, "asl_curve($measures)")
    assert {*curve} == {name for name, row in power.items() if row["num_tested"]}
    assert curve["equal"]["needed_difference"] == 0
    assert by_measure(con, "wilcoxon_tests($measures)")["constant"]["p_value"] == 0.25


def sql(value):
    """Return a value as DuckDB's own text: its Python client makes null of NaN in a list."""
    if isinstance(value, list):
        return f"[{', '.join(map(sql, value))}]" if value else "[]::double[]"
    return "null" if value is None else f"'{value}'::double" if isinstance(value, float) else str(value)


CASES = [
    # tails: scipy's where they are not 0, else the least double; NaN is no statistic
    ("normal_two_sided", (50.0,), LEAST),
    ("normal_two_sided", (NAN,), None),
    ("student_two_sided", (INF, 3), LEAST),
    ("student_two_sided", (NAN, 3), None),
    ("student_two_sided", (2.0, 0), None),
    ("student_cdf", (INF, 3), 1 - 2**-53),
    ("student_cdf", (-INF, 3), LEAST),
    ("student_cdf", (None, 3), None),
    ("student_critical", (0, 0.05), None),
    ("student_critical", (5, 0.0), None),
    ("student_critical", (5, NAN), None),
    ("chi_squared_tail", (NAN, 2), None),
    ("chi_squared_tail", (INF, 3), LEAST),
    ("chi_squared_tail", (2000.0, 3), LEAST),
    ("chi_squared_tail", (2.0, 0), None),
    ("f_tail", (NAN, 1, 2), None),
    ("f_tail", (INF, 1, 2), LEAST),
    ("f_tail", (3.0, 0, 2), None),
    ("f_critical", (2, 0, 0.05), None),
    ("f_critical", (2, 52, 0.0), None),
    ("incomplete_beta", (NAN, 1, 2), None),
    ("incomplete_beta", (0.5, 0, 2), None),
    ("normal_quantile", (NAN,), None),
    ("normal_quantile", (1.0,), None),
    ("list_quantile", ([1.0, 2.0], NAN), None),
    ("list_quantile", ([], 0.5), None),
    # power and numbers of topics
    ("noncentral_power", (None, 1, 5, 6.0, 0.05), None),
    ("noncentral_power", (INF, 1, 5, 6.0, 0.05), None),
    ("noncentral_power", (2.0, 1, 0, 6.0, 0.05), None),
    ("t_power", (INF, 5), None),
    ("topics_needed", (INF,), None),
    ("topics_needed", (500.0,), 2),
    ("topics_needed_width", (NAN, 1.0), None),
    ("topics_needed_width", (0.1, INF), None),
    ("detectable_effect", (1,), None),
    ("effect_interval", (INF, 5), {"low": None, "high": None}),
    ("effect_interval", (NAN, 5), {"low": None, "high": None}),
    ("effect_interval", (0.3, 1), {"low": None, "high": None}),
    ("effect_interval", (21.0, 2000), {"low": None, "high": None}),
    ("posterior_t", (0.1, 0.0, 5), {"better": None, "equal": None, "worse": None}),
    ("posterior_t", (0.1, 0.1, 1), {"better": None, "equal": None, "worse": None}),
    ("posterior_signs", (0, 0, 0), {"better": None, "equal": None, "worse": None}),
    ("bca_interval", ([0.3], [0.3, 0.3]), {"low": None, "high": None}),
    ("bca_interval", ([0.3, 0.3], [0.3, 0.3]), {"low": None, "high": None}),
    ("bca_interval", ([], []), {"low": None, "high": None}),
    # families
    ("benjamini_hochberg", ([0.01, None, NAN, 0.04],), [0.02, None, None, 0.04]),
    ("benjamini_yekutieli", ([0.01, None, NAN, 0.04],), [0.03, None, None, 0.06]),
    # agreement
    ("fleiss_kappa", ([[1, 1], [1, 1]],), None),
    ("rbo", ([], []), None),
    ("effect_ratio", ([NAN], [1.0], [1.0], [1.0]), None),
    ("effect_ratio", ([1.0, 2.0], [1.0, 1.0], [INF], [1.0]), None),
    ("delta_relative_improvement", ([NAN], [1.0], [1.0], [1.0]), None),
    ("rmse", ([1.0, NAN], [1.0, 2.0]), None),
    ("rmse", ([1.0, INF], [1.0, 2.0]), None),
]


@pytest.mark.parametrize("name", list(dict.fromkeys(name for name, _, _ in CASES)))
def test_scalars_at_the_edge(con, name):
    """All cases of a macro are rows of one question: to plan it takes longer than to answer it."""
    cases = [(given, expected) for each, given, expected in CASES if each == name]
    places = [f"a{place}" for place in range(len(cases[0][0]))]
    rows = ", ".join(f"({', '.join(map(sql, given))})" for given, _ in cases)
    query = f"select statistics.{name}({', '.join(places)}) from (values {rows}) as cases ({', '.join(places)})"
    for (given, expected), (found,) in zip(cases, con.execute(query).fetchall(), strict=True):
        if isinstance(expected, list):
            assert found == [value and pytest.approx(value) for value in expected], given
        else:
            assert found == expected, given


@pytest.mark.parametrize(
    "name", ["kendall_tau_a", "kendall_tau_b", "spearman", "pearson", "tau_ap", "tau_ap_b", "smare"]
)
def test_rank_correlations_of_little_information(con, name):
    def value(xs, ys):
        columns = f"unnest([{sql(xs)}]) as x, unnest([{sql(ys)}]) as y"
        return con.execute(f"select statistics.{name}(x::double[], y::double[]) from (select {columns})").fetchone()[0]

    constant = None if name != "kendall_tau_a" else 0  # pairs neither agree nor disagree, of all pairs
    assert [value([], []), value([1.0], [2.0]), value([None, 1.0], [1.0, None])] == [None] * 3
    assert [value([1, 1, 1], [1, 2, 3]), value([1, 2, 3], [1, 1, 1]), value([1, 1], [1, 1])] == [constant] * 3
    assert [value([1, 2, NAN], [1, 2, 3]), value([1, 2, 3], [1, NAN, 3])] == [None] * 2
    best = {"smare": 0}.get(name, 1)
    assert value([1, 2], [3, 4]) == pytest.approx(best) == value([1, 2, None], [3, 4, 9])
    assert value([1, 2, INF], [3, 4, 5]) == (None if name == "pearson" else pytest.approx(best))


def noncentral(t, df, shift):
    """P(T <= t) by one fine trapezoidal rule: over the normal variable for a large t, else over the chi variable."""
    if t > 50:
        z = np.linspace(-9, 9, 20001)
        beyond = scipy.special.gammaincc(df / 2, df * np.maximum((z + shift) / t, 0) ** 2 / 2)
        return float((scipy.stats.norm.pdf(z) * beyond).sum() * (z[1] - z[0]))
    u = np.linspace(-40 if df < 5 else -48 / math.sqrt(2 * df), 12 / math.sqrt(2 * df), 40001)
    weights = np.exp(df * (u + 0.5 - np.exp(2 * u) / 2))
    return float((weights * scipy.special.ndtr(t * np.exp(u) - shift)).sum() / weights.sum())


@pytest.mark.more
def test_intervals_of_effects_small_and_large(con):
    cases = [(0.3, 1002), (6.0, 1002), *itertools.product((0.3, 6.0, 520.0), (2, 3, 10, 11, 53, 1001))]
    query = "select statistics.effect_interval(effect, n) from (select unnest($1) as effect, unnest($2) as n)"
    found = con.execute(query, [list(column) for column in zip(*cases, strict=True)]).fetchall()
    for (effect, n), (ends,) in zip(cases, found, strict=True):
        for end, share in ((ends["low"], 0.975), (ends["high"], 0.025)):
            near = 1e-6 * max(1, abs(end))
            above, below = (noncentral(effect * n**0.5, n - 1, (end + step) * n**0.5) for step in (-near, near))
            assert below < share < above, (effect, n)


def test_owens_t_equals_scipy(con):
    cases = list(itertools.product((0.0, 0.1, 1.0, 7.0), (0.0, 0.5, 1.0, 3.0, 1e6)))
    query = "select statistics.owens_t(h, a) from (select unnest($1) as h, unnest($2) as a)"
    found = con.execute(query, [list(column) for column in zip(*cases, strict=True)]).fetchall()
    assert [value for (value,) in found] == pytest.approx([scipy.special.owens_t(*case) for case in cases], abs=1e-14)


@pytest.mark.more
def test_the_work_on_large_effects_is_bounded(con):
    """A series in the shift needs as many terms as its square."""
    intervals = "select statistics.effect_interval(5 * i, 3 + i % 20) as ends from range(60) as t (i)"
    assert con.execute(f"select count(ends.low) from ({intervals})").fetchone() == (60,)


@pytest.fixture(scope="module")
def loaded(new_db):
    """Collections of scores without rankings: constant differences, one topic, equal runs, a single run."""
    con = new_db()
    scores = {
        "steps": {"a": [0.5, 0.6, 0.7], "b": [0.4, 0.5, 0.6], "c": [0.5, 0.6, 0.7], "d": [0.1, 0.5, 0.2]},
        "one": {"a": [0.5], "b": [0.4], "c": [0.5]},
        "same": {"a": [0.5, 0.2], "b": [0.5, 0.2]},
        "alone": {"a": [0.5, 0.2]},
    }
    for collection, by_run in scores.items():
        con.execute(
            "insert into main.collections (collection, edition, task, query_set) values ($1, 'test', 'docs', 'q')",
            [collection],
        )
        rows = [(run, f"q{topic}", value) for run, values in by_run.items() for topic, value in enumerate(values)]
        con.executemany(
            "insert into main.stand_in_scores (collection, run_id, query_id, measure, value) "
            f"values ('{collection}', $1, $2, 'ndcg_cut_10', $3)",
            rows,
        )
    con.execute(
        "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
        "select distinct collection, 'nist', query_id, 'd', 1, '0' from main.stand_in_scores"
    )
    yield con
    con.close()


def footnote(con, collection, more=""):
    return con.execute(
        f"select num_tests, untested, note from statistics.footnote($1, ['ndcg_cut_10']{more})", [collection]
    ).fetchone()


@pytest.mark.more
def test_the_footnote_says_why_there_is_no_test(loaded):
    num_tests, untested, note = footnote(loaded, "steps", ", baselines := ['a']")
    assert (num_tests, untested) == (2, "not tested, because the difference is the same on every topic: nDCG@10 (b)")
    equal = "equal to the baseline on every topic, so p = 1"
    assert f"for all 2 tests: c and d against a in nDCG@10; {untested}; {equal}" in note
    assert "Wilcoxon" not in note
    assert (
        "too few topics differ for a Wilcoxon test to find p < 0.05: nDCG@10 (b and d)"
        in footnote(loaded, "steps", ", baselines := ['a'], wilcoxon := true")[-1]
    )
    one = footnote(loaded, "one", ", baselines := ['a']")
    assert one[::2] == (0, "not tested, because there is only one topic: nDCG@10 (all runs)")
    assert "nDCG@10 (b against a and c against b)" in footnote(loaded, "steps", ", baselines := ['a', 'b']")[1]


def test_no_verdict_without_a_test(loaded):
    rows = loaded.execute(
        "select run_id, p_value, p_corrected, num_tests, verdict, untested "
        "from systems.standings('steps', measures := ['ndcg_cut_10'], baselines := ['a']) order by run_id"
    ).fetchall()
    p_value = scipy.stats.ttest_1samp([0.4, 0.1, 0.5], 0).pvalue
    assert rows == [
        ("a", None, None, 2, "baseline", None),
        ("b", None, None, 2, None, "the same difference on every topic"),
        ("c", 1, 1, 2, "not shown to differ", None),
        ("d", pytest.approx(p_value), pytest.approx(2 * p_value), 2, "not shown to differ", None),
    ]


def test_resampling_tells_nothing_where_there_is_nothing_to_tell(loaded):
    query = "select collection, {} from statistics.{}(['ndcg_cut_10'], trials := 20)"
    first = query.format("share_bootstrap, share_alone_half, num_contenders, lack", "first_place")
    found = {row[0]: row[1:] for row in loaded.execute(first).fetchall()}
    assert found["steps"][-1] is None and None not in found["steps"][:3]
    lacks = {"one": "a single topic", "same": "all runs are equal on every topic", "alone": "a single run"}
    for collection, lack in lacks.items():
        assert found[collection] == (None, None, None, lack)
    for collection, rank, share, low, lack in loaded.execute(
        query.format("rank, share_first, low_rank, lack", "rank_stability_by") + " where resampling = 'bootstrap'"
    ).fetchall():
        assert lack == lacks.get(collection)
        assert (share is None) == (low is None) == (collection != "steps")
        assert (rank is None) == (collection == "same")
    ends = loaded.execute(query.format("low, high", "bootstrap") + " where collection = 'one'").fetchall()
    assert {row[1:] for row in ends} == {(None, None)}
    (same,) = loaded.execute(
        "select share_same_best from statistics.topic_sample_agreement(['ndcg_cut_10'], [1], trials := 5) "
        "where collection = 'same'"
    ).fetchone()
    assert same is None


def test_a_finding_without_spread_says_so(con):
    query = "select statistics.finding('a', 'b', 'P@10', $1, $2, null, null, null, null, null, null, null)"
    constant, single, equal = (con.execute(query, given).fetchone()[0] for given in ([3, 0.1], [1, 0.1], [3, 0.0]))
    assert constant.startswith("P@10: a - b = 0.1000 on each of 3 topics: without spread, no interval")
    assert single.startswith("P@10: a - b = 0.1000 on a single topic: no interval")
    assert equal == "P@10: a and b are equal on all 3 topics."


@pytest.mark.parametrize(
    ("column", "value", "expected"),
    [
        ("p_value", 3.2e-9, "< 0.0001"),
        ("ndcg_cut_10_p_corrected", 0.00009, "< 0.0001"),
        ("p_t", LEAST, "< 0.0001"),
        ("p_t", 0.0001, "0.0001"),
        ("p_t", None, ""),
        ("power", 1 - 1e-12, "> 0.9999"),
        ("power", 1.0, "1.0000"),  # a share that is counted
        ("prob_a_better", 0.99994, "0.9999"),
        ("p_5", 3.2e-9, "3.20e-09"),  # precision
        ("map", 3.2e-9, "3.20e-09"),
    ],
)
def test_probabilities_are_never_printed_as_certain(column, value, expected):
    assert cell(column, value) == expected


@pytest.mark.parametrize(
    ("level", "asked", "tested"),
    [
        (2, ["map", "AP(rel=2)"], ["map", "map"]),
        (1, ["map", "AP(rel=2)"], ["map", "AP(rel=2)"]),
        (2, ["P@10", "P_10", "P(rel=2)@10"], ["P@10", "P_10", "P_10"]),  # P@10 counts from 1 on
        (2, ["nDCG@10", "ndcg_cut_10", "nDCG@20"], ["nDCG@10", "nDCG@10", "nDCG@20"]),
    ],
)
def test_one_measure_under_two_names_is_one_test(con, level, asked, tested):
    resolved = requests.resolve(asked, catalogue.read(con))
    assert list(requests.first_names(resolved, level).values()) == tested
