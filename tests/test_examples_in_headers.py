"""Every example that a header gives runs as it stands."""

from __future__ import annotations

import duckdb

from dltrack_db import sqlfiles

DEAR = {
    "statistics.topics_needed_anova",
    "published.comparison",
    "published.exhibit_status",
    "published.summary",
}
"""What takes half a second or more, and other tests ask for rows (`tests/statistics`, `tests/published`): its examples
are bound, which finds a name or an argument that there is not."""


def test_the_examples_run(mini_db):
    failed, bound = {}, set()
    mini_db.execute("set disabled_optimizers = 'compressed_materialization'")  # which takes half of planning
    for obj in sqlfiles.all_objects():
        if obj.header.example:
            try:
                if obj.full_name in DEAR:
                    bound.add((obj.full_name, bool(mini_db.sql(obj.header.example).columns)))
                else:
                    mini_db.execute(obj.header.example).fetchall()
            except duckdb.Error as error:
                failed[obj.full_name] = str(error)
    mini_db.execute("reset disabled_optimizers")
    assert failed == {}
    assert bound == {(name, True) for name in DEAR}


def test_a_macro_shows_how_it_is_called():
    missing = [o.full_name for o in sqlfiles.all_objects() if "macro" in o.kind and not o.header.example]
    assert missing == []
