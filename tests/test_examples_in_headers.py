"""Every example that a header gives runs as it stands."""

from __future__ import annotations

import duckdb

from dltrack_db import compiler


def test_the_examples_run(mini_db):
    failed = {}
    for obj in compiler.all_objects():
        if obj.header.example:
            try:
                mini_db.execute(obj.header.example).fetchall()
            except duckdb.Error as error:
                failed[obj.full_name] = str(error)
    assert failed == {}


def test_a_macro_shows_how_it_is_called():
    missing = [o.full_name for o in compiler.all_objects() if "macro" in o.kind and not o.header.example]
    assert missing == []
