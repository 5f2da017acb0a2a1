"""Databases with the papers' printed numbers."""

from __future__ import annotations

import tomllib

import duckdb
import mini_track
import pytest

from dltrack_db import database, reference, resources, sqlfiles


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


@pytest.fixture(scope="session")
def printed_real_db(real_db):
    """The real track with the printed numbers and what its recipes expect; tests only read it, or roll back."""
    reference.load(real_db)
    for path in sorted(resources.RECIPES.glob("trec20*.toml")):
        recipe = tomllib.loads(path.read_text())
        for entry in recipe["collections"]:
            real_db.execute(
                "update main.collections set expected_runs = $1, overview_depth = $2 where collection = $3",
                [entry.get("expected_runs"), entry.get("overview_depth"), entry["collection"]],
            )
        mini_track.insert(
            real_db,
            "main.collection_parts",
            [
                {
                    "edition": recipe["id"],
                    "collection": entry.get("collection"),
                    "part": entry["part"],
                    "name": entry["name"],
                    "expected_rows": entry.get("rows"),
                }
                for entry in recipe["files"]
            ],
        )
    return real_db
