"""Tails of the normal and the t distribution against scipy, to the end of the doubles."""

from __future__ import annotations

import math
import random

import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from dltrack_db.score import scratch

SMALLEST = 1e-300
"""Below, doubles lose digits, and so does scipy."""


@pytest.fixture(scope="module")
def con():
    return scratch.connect([f"statistics.{name}" for name in ("normal_two_sided", "student_two_sided", "tail_nodes")])


def normal(con, z):
    return con.execute("select statistics.normal_two_sided($1::double)", [z]).fetchone()[0]


def student(con, t, df):
    return con.execute("select statistics.student_two_sided($1::double, $2)", [t, df]).fetchone()[0]


@pytest.mark.parametrize("z", [0, 1e-300, 1e-9, 0.01, 0.5, 1, 1.96, 3, 8, 12, 20, 30, 37, 37.05])
def test_normal_equals_scipy(con, z):
    assert math.isclose(normal(con, z), 2 * scipy.stats.norm.sf(z), rel_tol=1e-11)
    assert normal(con, -z) == normal(con, z)


def test_normal_never_rises_again(con):
    rows = con.execute("select statistics.normal_two_sided(i / 4) from range(400) as t (i) order by i").fetchall()
    values = [row[0] for row in rows]
    assert values == sorted(values, reverse=True)
    assert values[0] == pytest.approx(1, rel=1e-12)
    assert [normal(con, z) for z in (39, 45, 60, 1e5, 1e200, math.inf)] == [math.ulp(0)] * 6  # scipy: 0


@pytest.mark.more
@given(z=st.floats(0, 37.1), df=st.floats(1, 1e6), t=st.floats(0, 1000))
def test_tails_equal_scipy_wherever(con, z, df, t):
    assert math.isclose(normal(con, z), 2 * scipy.stats.norm.sf(z), rel_tol=1e-9)
    expected = 2 * scipy.stats.t.sf(t, df)
    if expected > SMALLEST:
        assert math.isclose(student(con, t, df), expected, rel_tol=1e-9)
    else:
        assert student(con, t, df) <= SMALLEST * (1 + 1e-9)


@pytest.mark.parametrize("df", [1, 2, 3, 5, 20, 52, 500, 10_000, 1_000_000])
def test_student_equals_scipy(con, df):
    rows = con.execute(
        "select t, statistics.student_two_sided(t, $1), statistics.student_two_sided(-t, $1) from (select unnest("
        "[0, 1e-200, 1e-9, 0.0103, 0.041, 0.5, 1, 2, 8, 37, 100, 1e4, 1e90, 1e110]::double[]) as t)",
        [df],
    ).fetchall()
    for t, value, mirrored in rows:
        expected = 2 * scipy.stats.t.sf(t, df)
        if expected > SMALLEST:
            assert math.isclose(value, expected, rel_tol=1e-9)
        else:
            assert 0 <= value <= SMALLEST
        assert mirrored == value


def test_student_with_one_degree_of_freedom_is_an_arctangent(con):
    for t in (1e-9, 0.3, 1, 50, 1e8, 1e120, 1e200):
        assert math.isclose(student(con, t, 1), 2 / math.pi * math.atan2(1, t), rel_tol=1e-12)


def test_what_has_no_tail(con):
    assert [normal(con, None), normal(con, math.nan)] == [None, None]
    assert [student(con, *case) for case in ((None, 5), (math.nan, 5), (2, None), (2, 0), (2, -3))] == [None] * 5
    assert student(con, math.inf, 3) == math.ulp(0)  # never 0, which would be certain


def test_a_column_of_large_samples_is_computed_at_once(con):
    """A power series needs as many terms as there are topics, for each row."""
    rows = con.execute(
        "select i, statistics.student_two_sided(i / 1e5, 500 + i % 1000) from range(5000) as t (i)"
    ).fetchall()
    for i, value in random.Random(1).sample(rows, 50):
        assert math.isclose(value, 2 * scipy.stats.t.sf(i / 1e5, 500 + i % 1000), rel_tol=1e-9)


def test_the_rule_integrates_what_falls_off(con):
    integral = (
        "select list_sum([node.weight * exp(-node.place) * node.place ** $1 for node in statistics.tail_nodes()])"
    )
    for power in (0, 1, 4):
        assert con.execute(integral, [power]).fetchone()[0] == pytest.approx(math.factorial(power), rel=1e-10)
