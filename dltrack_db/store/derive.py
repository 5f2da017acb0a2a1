"""The tables derived from rankings and labels, kept so that measures need not read all rankings.

Refreshed in steps of whole runs (`ingest/derive/steps.sql`), only for runs
that are new or whose labels changed, so that time and memory follow the size of
a load and not the size of the database.
"""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

from dltrack_db import resources
from dltrack_db.errors import DatabaseError
from dltrack_db.store import sqltext

FOLDER = resources.INGEST / "derive"
SCHEMA = "main."
TABLES = ("main.judged_rankings", "main.query_scores")
"""In the order of their making: scores are computed from judged rankings."""


def judged_rankings(con: duckdb.DuckDBPyConnection) -> None:
    """Fill main.judged_rankings of a database that has none yet."""
    _fill(con, TABLES[0])


def refresh(con: duckdb.DuckDBPyConnection, collections: Sequence[str], last_known_answer: int | None = None) -> None:
    """Recompute what is derived from all runs of some collections, and from answers numbered beyond the last known.

    Raises:
        DatabaseError: DuckDB lost rows; the transaction must not be committed.
    """
    sqltext.set_variables(con, collections=list(collections), last_known_answer=last_known_answer)
    steps = con.execute(_script("steps")).fetchall()
    for step in steps:
        _measure_only(con, *step)
        con.execute(_script("forget"))
    expected = {table: _count(con, table) for table in TABLES}
    for step in steps:
        _measure_only(con, *step)
        for table in TABLES:
            expected[table] += _fill(con, table)
    _measure_only(con, None, None)
    for table, rows in expected.items():
        if _count(con, table) != rows:
            raise DatabaseError(f"DuckDB lost rows of {table}; nothing was changed, please report this")


def _measure_only(con: duckdb.DuckDBPyConnection, first: int | None, last: int | None) -> None:
    """Limit metrics.is_measured to a range of answers, or lift the limit."""
    sqltext.set_variables(con, first_answer=first, last_answer=last)


def _fill(con: duckdb.DuckDBPyConnection, table: str) -> int:
    """Add the rows that the query of that name gives; their number.

    Never none: DuckDB 1.5.5 loses rows when a transaction inserts an ordered
    result without rows into a table and then a large one.
    """
    con.execute(f"create or replace temp table derived as {_script(table.removeprefix(SCHEMA))}")
    rows = _count(con, "temp.derived")
    if rows:
        con.execute(f"insert into {table} from temp.derived")
    con.execute("drop table temp.derived")
    return rows


def _count(con: duckdb.DuckDBPyConnection, table: str) -> int:
    row = con.execute(f"select count(*) from {table}").fetchone()
    return int(row[0]) if row else 0


def _script(name: str) -> str:
    return (FOLDER / f"{name}.sql").read_text(encoding="utf-8")
