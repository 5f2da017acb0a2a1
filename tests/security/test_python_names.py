"""No name in a query refers to a Python variable of dltrack, which DuckDB would look up in the calling function."""

from __future__ import annotations

import re

import duckdb
import pytest

from dltrack_db.base import engine, resources
from dltrack_db.score import scratch
from dltrack_db.store import connection
from tests import package_files

_CONNECTS = re.compile(r"\bduckdb\.(connect|sql|query|execute|from_\w+|default_connection)\(")


@pytest.mark.parametrize(
    "connect",
    [engine.connect, connection.connect, lambda: scratch.connect(["metrics.measures"])],
    ids=["engine", "connection", "scratch"],
)
def test_a_query_finds_no_variable(connect):
    rows, frame = {"a": [1]}, duckdb.sql("select 1 as a").pl()
    with connect() as con, con.cursor() as cursor:
        for each in (con, cursor):
            for name in ("rows", "frame"):
                with pytest.raises(duckdb.CatalogException, match=f"Table with name {name} does not exist"):
                    each.execute(f"from {name}")
        assert con.register("given", frame).execute("from given").fetchall() == [(1,)]
    assert rows


def test_every_connection_disables_the_look_up_of_python_variables():
    found = {
        path.relative_to(resources.PACKAGE).as_posix(): match[0]
        for path in package_files.find()
        if (match := _CONNECTS.search(path.read_text(encoding="utf-8")))
    }
    assert found == {
        "api/sqlalchemy.py": "duckdb.connect(",  # in words
        "base/engine.py": "duckdb.connect(",
        "store/private_copy.py": "duckdb.connect(",  # of a process of its own, with the same settings
    }
