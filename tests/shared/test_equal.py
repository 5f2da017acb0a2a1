"""A shared database holds and answers what a file does."""

from __future__ import annotations

import math

import pytest

from dltrack_db import recipes
from dltrack_db.loading import loader
from dltrack_db.store import database, sqlfiles
from dltrack_db.store.lake import overlay

# What tells when, by whom and where something was done, which two loads never share.
PASSING = {"published_at", "started_at", "checked_at", "changed_at", "batch_id", "state", "link", "load_id", "load_no"}
TIMES_AND_NUMBERS = PASSING | {"size", "source", "checksum", "command", "change_no", "answer_id", "source_file"}


def rows(con, relation):
    """The rows of a relation without what two loads never share, in an order that ignores last digits."""
    names = [row[0] for row in con.execute(f"describe from {relation}").fetchall() if row[0] not in TIMES_AND_NUMBERS]
    if not names:
        return []
    listed = ", ".join(f'"{name}"' for name in names)
    found = con.execute(f"select {listed} from {relation}").fetchall()
    return sorted(found, key=lambda row: str([f"{v:.9f}" if isinstance(v, float) else v for v in row]))


def same(left, right):
    """Whether two values are the same, numbers within 1e-12 of each other."""
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=1e-12, abs_tol=1e-12) or (math.isnan(left) and math.isnan(right))
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return left == right


@pytest.fixture(scope="module")
def both(sample_lake, tmp_path_factory):
    path = tmp_path_factory.mktemp("file") / "file.duckdb"
    loader.load_edition(recipes.load("sample"), path, loader.LoadOptions(say=lambda _: None))
    shared, file = database.open_readonly(sample_lake), database.open_readonly(path)
    yield shared, file
    shared.close()
    file.close()


@pytest.mark.slow
def test_every_table_is_equal(both):
    shared, file = both
    unequal = []
    for name in sorted(overlay.shared_tables() - {"main.changes", "main.table_checksums"}):
        ours, theirs = rows(shared, name), rows(file, name)
        if len(ours) != len(theirs) or not all(map(same, ours, theirs)):
            unequal.append((name, len(ours), len(theirs)))
    assert unequal == []


@pytest.mark.slow
def test_every_view_is_equal(both):
    shared, file = both
    skipped = {"catalog.changes", "catalog.state", "catalog.fact_checksums"}  # of batches and moments
    unequal = []
    for obj in sqlfiles.all_objects():
        if obj.kind != "view" or obj.full_name in skipped:
            continue
        ours, theirs = rows(shared, obj.full_name), rows(file, obj.full_name)
        if len(ours) != len(theirs) or not all(map(same, ours, theirs)):
            differing = [(a, b) for a, b in zip(ours, theirs, strict=False) if not same(a, b)][:2]
            unequal.append((obj.full_name, len(ours), len(theirs), differing))
    assert unequal == []
