"""Values as SQL text come back as what they were."""

from __future__ import annotations

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dltrack_db.base.sql_text import literal


@given(st.lists(st.floats(allow_nan=False), max_size=50))
def test_a_number_keeps_its_last_digit(values):
    (found,) = duckdb.execute(f"select {literal(values)}::double[]").fetchall()[0]
    assert found == values


@pytest.mark.parametrize("value", [0.1 + 0.2, -12345.678901234567, 0.5, 1e-320, float("inf"), True, 7, "it's", None])
def test_a_value_comes_back(value):
    assert duckdb.execute(f"select {literal(value)}").fetchall() == [(value,)]
