"""Kendall's tau against scipy and by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from dltrack_db.score import scratch


@pytest.fixture(scope="module")
def con():
    return scratch.connect(["statistics.kendall_tau_a", "statistics.kendall_tau_b"])


def tau(con, kind, xs, ys):
    sql = f"select statistics.kendall_tau_{kind}($1::double[], $2::double[])"
    return con.execute(sql, [xs, ys]).fetchone()[0]


def test_by_hand(con):
    # pairs: (1,2) tied in y, the other five are 4 concordant, 1 discordant
    xs, ys = [1, 2, 3, 4], [1, 1, 3, 2]
    assert tau(con, "a", xs, ys) == pytest.approx((4 - 1) / 6)
    assert tau(con, "b", xs, ys) == pytest.approx((4 - 1) / math.sqrt(6 * 5))


@pytest.mark.parametrize(("xs", "ys"), [([], []), ([1.0], [2.0]), ([1.0, 1.0, 1.0], [1.0, 2.0, 3.0])])
def test_tau_b_is_unknown_without_untied_pairs(con, xs, ys):
    assert tau(con, "b", xs, ys) is None


def test_unknown_values_are_left_out(con):
    xs, ys = [1.0, None, 2.0, 3.0, 4.0], [2.0, 9.0, 1.0, None, 5.0]
    known = ([1.0, 2.0, 4.0], [2.0, 1.0, 5.0])
    for kind in "ab":
        assert tau(con, kind, xs, ys) == pytest.approx(tau(con, kind, *known), abs=1e-12)


pairs = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=25)


@pytest.mark.more
@given(pairs)
def test_tau_b_equals_scipy_and_is_symmetric(con, data):
    xs, ys = [float(x) for x, _ in data], [float(y) for _, y in data]
    expected = kendalltau(xs, ys).statistic
    ours = tau(con, "b", xs, ys)
    if math.isnan(expected):
        assert ours is None
    else:
        assert ours == pytest.approx(expected, abs=1e-9)
        assert tau(con, "b", ys, xs) == pytest.approx(ours, abs=1e-12)


@given(pairs)
def test_tau_a_equals_the_count_of_pairs(con, data):
    n = len(data)
    signs = [
        ((a[0] > b[0]) - (a[0] < b[0])) * ((a[1] > b[1]) - (a[1] < b[1])) for i, a in enumerate(data) for b in data[:i]
    ]
    expected = sum(signs) / (n * (n - 1) / 2)
    ours = tau(con, "a", [float(x) for x, _ in data], [float(y) for _, y in data])
    assert ours == pytest.approx(expected, abs=1e-9)


@pytest.mark.real
@pytest.mark.parametrize(
    ("table", "printed"),
    [
        ("trec2019_docs", 0.6907),
        ("trec2019_passages", 0.6804),
        ("trec2021_docs", 0.4286),
        ("trec2021_passages", 0.5131),
    ],
)
def test_sparse_and_nist_order_of_the_printed_runs(con, real_data, table, printed):
    file = real_data / "published" / f"{table}.csv"
    sql = f"select statistics.kendall_tau_b(list(rr_ms), list(ndcg_cut_10)) from read_csv('{file}')"
    assert con.execute(sql).fetchone()[0] == pytest.approx(printed, abs=5e-5)
