"""The tables derived from rankings and labels, which measures read instead of all rankings.

The tables are updated only for new runs and for runs with changed labels, and in steps of whole runs (block `steps` of
`scripts/derive.sql`). So time and memory depend on the size of the load, not of the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.store.connection import check_count, count

if TYPE_CHECKING:
    import pyarrow as pa

RemoteComputation = Callable[[duckdb.DuckDBPyConnection, Sequence[tuple[int, int]]], Iterable[Mapping[str, "pa.Table"]]]
"""Function that computes derived tables in other processes, for ranges of answer ids of the current database."""

SCHEMA = "main."
TABLES = ("main.judged_rankings", "main.query_scores")
"""Derived tables in the order of computation: scores are computed from judged rankings."""
STAND_INS = "main.stand_in_scores"
"""Table of the published scores used for runs without rankings; `update_stand_ins` updates it with every change."""
ROWS_AT_ONCE = 1_500_000
"""Ranked items per step of parallel scoring; fixed, because the last digits of sums depend on it."""
ROWS_DERIVED = 2_000_000
"""Maximum rows of main.judged_rankings that are computed at a time; each label set adds rows."""
ROWS_PER_UNIT = 500_000
"""Approximate number of ranked items in a unit of work, which takes another process a few seconds."""


def fill_judged_rankings(con: duckdb.DuckDBPyConnection) -> None:
    """Fill the empty table main.judged_rankings."""
    _fill(con, TABLES[0])


def leave_out(con: duckdb.DuckDBPyConnection) -> None:
    """Remove the ranks of excluded items and move the items below them up, in the current range of answers."""
    if con.execute("select 1 from metrics.exclusions limit 1").fetchone() is not None:
        con.execute(_script("leave_out"))


def fill_levels(con: duckdb.DuckDBPyConnection) -> None:
    """Set the missing relevance levels of label sets that have the scale of the official labels."""
    con.execute(_script("levels"))


def refresh(
    con: duckdb.DuckDBPyConnection,
    collections: Sequence[str],
    last_known_answer: int | None = None,
    *,
    may_commit: bool = False,
    compute_remotely: RemoteComputation | None = None,
) -> None:
    """Recompute derived rows for all runs of `collections`, and for all answers with an id above `last_known_answer`.

    If no other process can see the database yet, set `may_commit` to commit in between: DuckDB plans queries over
    uncommitted rows as if the table were empty, and takes three times as long. If `compute_remotely` is given, it
    computes the rows in other processes.
    """
    fill_levels(con)
    sql_text.set_variables(con, collections=list(collections), last_known_answer=last_known_answer)
    con.execute(_script("forget_collections"))
    steps = _steps(con, None)
    for step in steps:
        _measure_only(con, *step)
        leave_out(con)
        con.execute(_script("forget"))
    expected = {table: count(con, table) for table in TABLES}
    if may_commit:
        commit(con)
    if compute_remotely:
        _measure_only(con, None, None)
        for table, rows in _put(con, compute_remotely(con, _steps(con, ROWS_PER_UNIT))).items():
            expected[table] += rows
    else:
        for step in steps:
            _measure_only(con, *step)
            for table in TABLES[:1] if may_commit else TABLES:
                expected[table] += _fill(con, table)
        _measure_only(con, None, None)
        if may_commit:
            commit(con)
            expected[TABLES[1]] += _score_side_by_side(con, _steps(con, ROWS_AT_ONCE))
    for table, rows in expected.items():
        check_count(con, table, rows)


def update_stand_ins(con: duckdb.DuckDBPyConnection) -> None:
    """Update the table of published scores used for runs without rankings; write it only if it changes."""
    if not (count(con, "main.submitted_scores") or count(con, STAND_INS)):
        return
    con.execute(f"create or replace temp table stand_ins as {_script('stand_in_scores')}")
    rows = count(con, "temp.stand_ins")
    keys = "select collection, run_id, query_id, measure, value, decimals"
    is_same = f"select not exists ({keys} from temp.stand_ins except all {keys} from main.stand_in_scores)"
    if count(con, STAND_INS) != rows or con.execute(is_same).fetchone() != (True,):
        con.execute(f"delete from {STAND_INS}")
        if rows:  # never insert zero rows, see _fill
            con.execute(f"insert into {STAND_INS} by name from temp.stand_ins")
        check_count(con, STAND_INS, rows)
    con.execute("drop table temp.stand_ins")


def _steps(con: duckdb.DuckDBPyConnection, rows: int | None) -> list[tuple[int, int]]:
    """Return the ranges of outdated answer ids, each with about this number of ranked items."""
    sql_text.set_variables(con, step_rows=rows, step_derived=ROWS_DERIVED)
    return con.execute(_script("steps")).fetchall()


def commit(con: duckdb.DuckDBPyConnection) -> None:
    """Commit and begin another transaction; only for a database that no other process can see yet."""
    con.execute("commit")
    con.execute("begin transaction")


def _score_side_by_side(con: duckdb.DuckDBPyConnection, steps: Sequence[tuple[int, int]]) -> int:
    """Add the scores of committed rankings, computing the steps in parallel threads; return the number of scores."""
    from concurrent.futures import ThreadPoolExecutor

    row = con.execute("select current_setting('threads'), current_database()").fetchone()
    threads, home = row or (1, "")

    def score_step(number: int) -> str:
        own = con.cursor()
        try:
            own.execute(f'use "{home}"')
            _measure_only(own, *steps[number])
            own.execute(f"create or replace table memory.main.scored_{number} as {_script('query_scores')}")
        finally:
            own.close()
        return f"memory.main.scored_{number}"

    with one_thread(con), ThreadPoolExecutor(threads) as pool:
        made = list(pool.map(score_step, range(len(steps))))
    commit(con)  # so that this transaction sees the new tables
    rows = 0
    for table in made:
        if number := count(con, table):
            con.execute(f"insert into {TABLES[1]} by name from {table}")
        rows += number
    for table in made:
        con.cursor().execute(f"drop table {table}")
    return rows


def collect_rows(con: duckdb.DuckDBPyConnection, made: Mapping[str, pa.Table]) -> None:
    """Add derived rows that another process computed to the temporary tables `made_*`."""
    for name, rows in made.items():
        copy_name = f"made_{name.removeprefix(SCHEMA)}"  # a temporary table of the same name would shadow it
        con.register("made", rows)
        con.execute(f"create temp table if not exists {copy_name} as from made with no data")
        con.execute(f"insert into temp.{copy_name} by name from made")
        con.unregister("made")


def _put(con: duckdb.DuckDBPyConnection, made: Iterable[Mapping[str, pa.Table]]) -> dict[str, int]:
    """Insert the rows that other processes computed into the derived tables; return the number of rows per table."""
    for name in TABLES:
        con.execute(f"create or replace temp table made_{name.removeprefix(SCHEMA)} as from {name} with no data")
    for tables in made:
        collect_rows(con, tables)
    rows = {name: count(con, f"temp.made_{name.removeprefix(SCHEMA)}") for name in TABLES}
    for name, order in zip(TABLES, ("variant, answer_id, rank", "collection, run_id"), strict=True):
        if rows[name]:  # never insert zero rows, see _fill
            con.execute(f"insert into {name} by name from temp.made_{name.removeprefix(SCHEMA)} order by {order}")
        con.execute(f"drop table temp.made_{name.removeprefix(SCHEMA)}")
    return rows


def _measure_only(con: duckdb.DuckDBPyConnection, first: int | None, last: int | None) -> None:
    """Limit metrics.is_measured to a range of answers, or remove the limit."""
    sql_text.set_variables(con, first_answer=first, last_answer=last)


def _fill(con: duckdb.DuckDBPyConnection, table: str) -> int:
    """Run the script that has the table's name, insert its rows into the table, and return their number.

    An empty result is not inserted: if a transaction of DuckDB 1.5.5 inserts an ordered result without rows into a
    table and then a large result, rows are lost.
    """
    query = f"create or replace temp table derived as {_script(table.removeprefix(SCHEMA))}"
    with one_thread(con) if table == TABLES[1] else nullcontext():
        con.execute(query)
    rows = count(con, "temp.derived")
    if rows:
        con.execute(f"insert into {table} by name from temp.derived")
    con.execute("drop table temp.derived")
    return rows


@contextmanager
def one_thread(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Run the queries of the block with one thread, because sums over several threads differ in their last digits."""
    row = con.execute("select current_setting('threads')").fetchone()
    con.execute("set threads = 1")
    try:
        yield
    finally:
        con.execute(f"set threads = {row[0] if row else 1}")


def _script(name: str) -> str:
    return resources.script(f"store/derive/{name}")
