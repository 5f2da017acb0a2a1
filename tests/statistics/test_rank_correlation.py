"""Rank correlations against scipy, other libraries, the definition, and every order of the tied."""

from __future__ import annotations

import itertools
import json
import math
from itertools import permutations
from pathlib import Path
from statistics import fmean

import pytest
import scipy.stats
from hypothesis import example, given
from hypothesis import strategies as st

from dltrack_db.score import scratch

GOLDEN = json.loads((Path(__file__).parent / "golden" / "agreement.json").read_text(encoding="utf-8"))
MACROS = (
    "spearman",
    "tau_ap",
    "kendall_tau_b",
    "kendall_tau_top",
    "kendall_tau_union",
    "rbo",
    "rbo_min",
    "rbo_res",
    "rbo_of_values",
)


@pytest.fixture(scope="module")
def con():
    return scratch.connect([f"statistics.{name}" for name in MACROS])


def value(con, expression, *parameters):
    return con.execute(f"select statistics.{expression}", list(parameters)).fetchone()[0]


def pairs(highest=6, most=15):
    return st.lists(st.tuples(st.integers(0, highest), st.integers(0, highest)), min_size=2, max_size=most)


def columns(data):
    return [float(x) for x, _ in data], [float(y) for _, y in data]


@pytest.mark.more
@given(pairs())
def test_spearman_equals_scipy(con, data):
    xs, ys = columns(data)
    expected = scipy.stats.spearmanr(xs, ys).statistic
    ours = value(con, "spearman($1::double[], $2::double[])", xs, ys)
    assert ours is None if math.isnan(expected) else ours == pytest.approx(expected, abs=1e-12)


def test_unknown_values_are_left_out_in_pairs(con):
    xs, ys = [1.0, None, 2.0, 3.0, 4.0], [2.0, 9.0, 1.0, None, 5.0]
    held = ([1.0, 2.0, 4.0], [2.0, 1.0, 5.0])
    for name in ("spearman", "tau_ap", "kendall_tau_b"):
        call = f"{name}($1::double[], $2::double[])"
        assert value(con, call, xs, ys) == pytest.approx(value(con, call, *held), abs=1e-12)
        assert value(con, call, [], []) is None
        assert value(con, call, [1.0], [1.0]) is None
    assert value(con, "kendall_tau_top($1::double[], $2::double[], 5)", xs, ys) == pytest.approx(
        value(con, "kendall_tau_b($1::double[], $2::double[])", *held), abs=1e-12
    )


def tau_ap_by_definition(true_values, order):
    """Yilmaz, Aslam and Robertson: walk down the estimated order, and see which of those above belong there."""
    right = sum(
        (sum(true_values[above] > true_values[item] for above in order[:place])) / place
        for place, item in enumerate(order)
        if place
    )
    return 2 * right / (len(order) - 1) - 1


@pytest.mark.more
@given(st.permutations(range(6)), st.lists(st.integers(0, 3), min_size=6, max_size=6))
@example([0, 1, 2, 3, 4, 5], [0] * 6)
@example([3, 0, 5, 1, 4, 2], [2, 1, 1, 1, 1, 1])
def test_tau_ap_is_the_mean_over_all_orders_of_the_tied(con, true_values, estimated):
    groups = {level: [i for i in range(6) if estimated[i] == level] for level in sorted(set(estimated), reverse=True)}
    orders = [[]]
    for group in groups.values():
        orders = [order + list(more) for order in orders for more in permutations(group)]
    expected = fmean(tau_ap_by_definition(true_values, order) for order in orders)
    ours = value(
        con, "tau_ap($1::double[], $2::double[])", [float(x) for x in true_values], [float(x) for x in estimated]
    )
    assert expected == pytest.approx(0, abs=1e-12) or len(groups) > 1
    assert ours == (pytest.approx(expected, abs=1e-12) if len(groups) > 1 else None)  # no order is estimated


def test_tau_ap_by_hand(con):
    true_values = [4, 3, 2, 1]
    assert value(con, "tau_ap($1, $1)", true_values) == 1
    assert value(con, "tau_ap($1, $2)", true_values, [1, 2, 3, 4]) == -1
    # a swap of the best two costs 2 x 1/1 of 3, of the last two 2 x 1/3
    assert value(con, "tau_ap($1, $2)", true_values, [3, 4, 2, 1]) == pytest.approx(1 - 2 / 3, abs=1e-12)
    assert value(con, "tau_ap($1, $2)", true_values, [4, 3, 1, 2]) == pytest.approx(1 - 2 / 9, abs=1e-12)
    # true ties are neither right nor wrong
    assert value(con, "tau_ap($1, $2)", [2, 2, 1], [3, 2, 1]) == pytest.approx((0 / 1 + 2 / 2) / 2, abs=1e-12)


def test_tau_of_the_top(con):
    xs, ys = [9, 8, 7, 6, 5], [8, 9, 5, 6, 7]
    for k in (2, 3, 4, 5, 9):
        expected = scipy.stats.kendalltau(xs[:k], ys[:k]).statistic
        assert value(con, "kendall_tau_top($1, $2, $3)", xs, ys, k) == pytest.approx(expected, abs=1e-12)
    tied = [9, 8, 8, 8, 5]
    expected = scipy.stats.kendalltau(tied[:4], ys[:4]).statistic
    assert value(con, "kendall_tau_top($1, $2, 2)", tied, ys) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("case", GOLDEN["rbo"], ids=lambda case: f"{''.join(case['first'])}-{''.join(case['second'])}")
def test_rbo_equals_the_package(con, case):
    ours = value(con, "rbo($1, $2, p := $3)", case["first"], case["second"], case["p"])
    assert ours == pytest.approx(case["ext"], abs=1e-12)
    assert value(con, "rbo($2, $1, p := $3)", case["first"], case["second"], case["p"]) == pytest.approx(
        ours, abs=1e-12
    )


def rbo_to_the_end(first, second, p, depth=3000):
    """The infinite sum, so far that the rest is nothing."""
    seen, overlap, total = set(), 0, 0.0
    for d in range(depth):
        for item in (first[d], second[d]):
            overlap += item in seen
            seen.add(item)
        total += (1 - p) * p**d * overlap / (d + 1)
    return total


def continued(case, depth=3000):
    """Both lists as they would go on with the least and with the most agreement."""
    first, second = case["first"], case["second"]
    strangers = [[*items, *(f"{name}{i}" for i in range(depth))] for name, items in (("f", first), ("s", second))]
    short, long = sorted((first, second), key=len)
    # the most: the short list takes up what the long one has alone, then both go on alike
    new = [item for item in long if item not in short]
    gap = len(long) - len(short)
    rest = [item for item in short if item not in long]
    alike = [f"b{i}" for i in range(depth)]
    filled = [*short, *new[:gap], *new[gap:], *alike]
    twin = [*long, *rest, *alike]
    return strangers, [filled, twin]


@pytest.mark.parametrize(
    "case", GOLDEN["rbo"][:25], ids=lambda case: f"{''.join(case['first'])}-{''.join(case['second'])}"
)
def test_rbo_lies_between_the_least_and_the_most(con, case):
    lists = [case["first"], case["second"], case["p"]]
    least, most = (rbo_to_the_end(*both, case["p"]) for both in continued(case))
    low = value(con, "rbo_min($1, $2, p := $3)", *lists)
    assert low == pytest.approx(least, abs=1e-9)
    assert low + value(con, "rbo_res($1, $2, p := $3)", *lists) == pytest.approx(most, abs=1e-9)
    assert least - 1e-12 <= case["ext"] <= most + 1e-12


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([3, 2, 1, 0], [3, 2, 1, 0]),
        ([1, 4, 2, 3], [4, 3, 2, 1]),
        ([2, 2, 2, 1], [1, 2, 3, 4]),
        ([1, 1, 0, 0], [0, 1, 1, 1]),
        ([5, 5, 4, 4, 4], [1, 2, 2, 3, 3]),
    ],
)
def test_rbo_of_tied_values_is_the_mean_over_their_orders(con, first, second):
    """By brute force over all permutations of all items, of which every order of the ties is equally frequent."""

    def orders(values):
        found = {
            tuple(sorted(order, key=lambda item: -values[item])) for order in itertools.permutations(range(len(values)))
        }
        return [[str(item) for item in order] for order in found]

    pairs = list(itertools.product(orders(first), orders(second)))
    mean = sum(value(con, "rbo($1, $2, p := $3)", *pair, 0.9) for pair in pairs) / len(pairs)
    assert value(con, "rbo_of_values($1, $2, p := $3)", first, second, 0.9) == pytest.approx(mean, abs=1e-12)


def test_values_that_are_all_equal_are_no_order(con):
    assert value(con, "rbo_of_values([1, 1, 1], [1, 2, 3])") is None
    assert value(con, "rbo_of_values([]::double[], []::double[])") is None


def test_rbo_refuses_and_does_not_know(con):
    for name in ("rbo", "rbo_min", "rbo_res"):
        assert value(con, f"{name}(['a'], cast([] as varchar[]))") is None
        assert value(con, f"{name}(['a', 'b'], ['a', 'b'])") == pytest.approx(
            {"rbo": 1, "rbo_min": 1 - value(con, "rbo_res(['a', 'b'], ['a', 'b'])")}.get(
                name, 1 - value(con, "rbo_min(['a', 'b'], ['a', 'b'])")
            )
        )
        for p in (0, 1, -0.5, 1.5):
            with pytest.raises(Exception, match="must lie between 0 and 1"):
                value(con, f"{name}(['a'], ['a'], p := {p})")


@pytest.mark.parametrize(
    "case", GOLDEN["ktu"], ids=lambda case: f"{''.join(case['original'])}-{''.join(case['reproduced'])}"
)
def test_tau_union_equals_repro_eval(con, case):
    ours = value(con, "kendall_tau_union($1, $2)", case["original"], case["reproduced"])
    assert ours == pytest.approx(case["tau"], abs=1e-12)


def test_tau_union_of_the_paper(con):
    assert value(con, "kendall_tau_union(['d1', 'd2', 'd3'], ['d1', 'd2', 'd4'], by_item := false)") == 1
    assert value(con, "kendall_tau_union(['d9', 'd2', 'd3'], ['d9', 'd2', 'd4'], by_item := false)") == 1
    assert value(con, "kendall_tau_union(['d9', 'd2', 'd3', 'd4'], ['d9', 'd2'])") == 1
    assert value(con, "kendall_tau_union(['d9'], ['d9'])") is None


def test_inside_a_group_by_with_ties_of_names(con):
    """Arguments that are expressions with names of their own must not meet the names inside the macros."""
    con.execute(
        "create or replace table scored as select i // 4 as pair, 'r' || i as run, i as given, (i * 7) % 5 as place "
        "from range(8) as t (i)"
    )
    rows = con.execute(
        "select pair, statistics.kendall_tau_b(list(given order by run), list(place order by run)), "
        "statistics.tau_ap(list(given order by run), list(place order by run)), "
        "statistics.spearman(list(given order by run), list(place order by run)), "
        "list_transform([1], lambda given: statistics.kendall_tau_b([given, 2, 3], [3, 2, given]))[1], "
        "list_transform([1], lambda i: statistics.kendall_tau_b([i, 2, 3], [3, 2, i]))[1] "
        "from scored group by pair order by pair"
    ).fetchall()
    for pair, tau, tau_ap, rho, *reversed_taus in rows:
        xs = list(range(pair * 4, pair * 4 + 4))
        ys = [(i * 7) % 5 for i in xs]
        assert tau == pytest.approx(scipy.stats.kendalltau(xs, ys).statistic)
        assert tau_ap == pytest.approx(tau_ap_by_definition(xs, sorted(range(4), key=lambda i: -ys[i])))
        assert rho == pytest.approx(scipy.stats.spearmanr(xs, ys).statistic)
        assert reversed_taus == [-1, -1]
