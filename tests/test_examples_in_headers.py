"""Every example that a header gives runs as it stands."""

from __future__ import annotations

import pytest

from dltrack_db.store import sqlfiles

WITH_EXAMPLE = [o for o in sqlfiles.all_objects() if o.header.example]


@pytest.mark.parametrize("obj", WITH_EXAMPLE, ids=lambda obj: obj.full_name)
def test_the_example_runs(obj, mini_db):
    mini_db.execute(obj.header.example).fetchall()


def test_a_macro_shows_how_it_is_called():
    missing = [o.full_name for o in sqlfiles.all_objects() if "macro" in o.kind and not o.header.example]
    assert missing == []
