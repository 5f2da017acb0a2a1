"""Fixtures shared by all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import mini_track
import pytest
import real_track

from dltrack_db import database, sqlfiles

REAL_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real TREC files; skips the test where it does not exist."""
    if not REAL_DATA.is_dir():
        pytest.skip("needs the real TREC files in ../shared/data")
    return REAL_DATA


@pytest.fixture
def empty_db() -> Iterator[duckdb.DuckDBPyConnection]:
    """An in-memory database with all tables, views and macros and no rows."""
    con = duckdb.connect()
    database.build(con, sqlfiles.all_objects())
    yield con
    con.close()


@pytest.fixture(scope="session")
def mini_db() -> Iterator[duckdb.DuckDBPyConnection]:
    """A small random track with all views; tests only read it."""
    con = duckdb.connect()
    database.build(con, sqlfiles.all_objects())
    mini_track.build(con)
    yield con
    con.close()


@pytest.fixture(scope="session")
def real_db(real_data: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The real labels and the submitted 2021 passage runs with all views; tests only read it."""
    con = duckdb.connect()
    database.build(con, sqlfiles.all_objects())
    real_track.load(con, real_data)
    yield con
    con.close()
