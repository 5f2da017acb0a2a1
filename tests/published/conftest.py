"""Databases with the papers' printed numbers."""

from __future__ import annotations

import duckdb
import mini_track
import pytest

from dltrack_db.store import database, reference, sqlfiles


@pytest.fixture(scope="session")
def printed_db():
    """The printed numbers and nothing else; tests only read it, or roll back."""
    con = duckdb.connect()
    database.build(con, sqlfiles.all_objects())
    reference.load(con)
    yield con
    con.close()


@pytest.fixture(scope="session")
def printed_mini_db():
    """The printed numbers beside a small random track; tests only read it."""
    con = duckdb.connect()
    database.build(con, sqlfiles.all_objects())
    mini_track.build(con)
    reference.load(con)
    yield con
    con.close()
