"""Databases kept in the cache: what is in use stays, what nobody used for longest goes, what went is made again."""

from __future__ import annotations

import os
import time

from dltrack_db.store import database_cache


def test_the_files_nobody_used_for_longest_go_and_are_made_again(tmp_path):
    made = []

    def keep(name):
        return database_cache.keep(lambda: tmp_path / f"{name}.duckdb", lambda path: (made.append(name), path.touch()))

    now = time.time()
    for age, name in enumerate("abcdefg", start=2):
        os.utime(keep(name), (now - age * database_cache.IN_USE,) * 2)
    keep("g")  # the oldest by its making, used just now
    keep("new")
    left = {path.stem for path in tmp_path.glob("*.duckdb")}
    assert left == {"new", "g", "a", "b", "c"}
    assert made == [*"abcdefg", "new"]
    assert keep("f").exists() and made[-1] == "f"


def test_what_may_be_about_to_be_opened_stays_however_many_there_are(tmp_path):
    for number in range(database_cache.KEPT + 5):
        database_cache.keep(lambda number=number: tmp_path / f"{number}.duckdb", lambda path: path.touch())
    assert len(list(tmp_path.glob("*.duckdb"))) == database_cache.KEPT + 5
