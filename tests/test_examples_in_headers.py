"""Every example that a header gives runs as it stands."""

from __future__ import annotations

import re

import duckdb
import pytest

from dltrack_db import sqlfiles

DEAR = ("statistics.topics_needed_anova", "statistics.topics_needed_width", "metrics.bounds", "published.", "exhibits.")
"""Objects and schemas that other tests ask for rows (`tests/statistics`, `tests/metrics`, `tests/published`) and that
take seconds: their examples are bound, which finds a name or an argument that there is not."""


@pytest.mark.more
def test_the_examples_run(mini_db):
    failed, bound = {}, {}
    mini_db.execute("set disabled_optimizers = 'compressed_materialization'")  # which takes half of planning
    for obj in sqlfiles.all_objects():
        if obj.header.example:
            try:
                if obj.full_name.startswith(DEAR):
                    bound[obj.full_name] = bool(mini_db.sql(obj.header.example).columns)
                else:
                    mini_db.execute(obj.header.example).fetchall()
            except duckdb.Error as error:
                # some refuse what mini_db does not have
                if not re.search("there is no (collection|run|set of labels) ", str(error)):
                    failed[obj.full_name] = str(error)
    mini_db.execute("reset disabled_optimizers")
    assert failed == {}
    assert len(bound) > 100 and all(bound.values())


def test_a_macro_shows_how_it_is_called():
    missing = [o.full_name for o in sqlfiles.all_objects() if "macro" in o.kind and not o.header.example]
    assert missing == []
