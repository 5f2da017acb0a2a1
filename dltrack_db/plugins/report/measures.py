"""Measures of the leaderboards on a page: the organizer's measures if configured, else those of the collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import duckdb

from dltrack_db.ask import leaderboard
from dltrack_db.base import resources, sql_text


class BoardColumn(NamedTuple):
    """A leaderboard column: its name, and the printed and stored names of its measure.

    `direction` is 1 if higher values are better, -1 if lower values are better, None if neither.
    """

    name: str
    printed: str
    measure: str
    direction: int | None


def columns(con: duckdb.DuckDBPyConnection, collection: str, measures: Sequence[str] = ()) -> list[BoardColumn]:
    """Return the measure columns of a leaderboard; the first measure ranks the runs.

    `measures` are stored names; if empty, the measures of the collection are used.
    """
    values = {"collection": collection, "measures": list(measures) or None}
    return [BoardColumn(*row) for row in con.execute(_script("columns", values)).fetchall()]


def numbers(con: duckdb.DuckDBPyConnection, collection: str) -> list[str]:
    """Return the names of numbers in the run notes of a collection, which are columns of its leaderboard."""
    return [name for (name,) in con.execute(_script("numbers", {"collection": collection})).fetchall()]


def board_query(con: duckdb.DuckDBPyConnection, collection: str, shown: Sequence[BoardColumn]) -> str:
    """Return the query of a leaderboard with the columns `shown`, and verdicts on the runs by its first measure."""
    measures, names = [each.measure for each in shown], [each.name for each in shown]
    facts = [name for name in leaderboard.columns_of_face(con, "page") if name != "team"]
    here = sql_text.literal(collection)
    scores = leaderboard.compose(
        "scores",
        {"measures": measures, "columns": names, "sort": measures[0], "run_columns": ["team", *facts]},
        standings_asked="(select *, null::bigint as official_rank, "
        f"from systems.standings({here}, measures := {sql_text.literal(measures)}))",
        columns_asked=leaderboard.names(names),
        condition_asked="true",
    )
    verdicts = leaderboard.compose(
        "verdicts",
        {"collection": collection},
        verdicts_asked=f"statistics.compared_with_best({sql_text.literal(measures[:1])})",
    )
    first, *others = map(sql_text.quote_name, names)
    of_run = f"from systems.run_numbers as numbers where numbers.collection = {here} and numbers.run_id = chosen.run_id"
    number_columns = [
        f"(select value {of_run} and numbers.name = {sql_text.literal(name)}) as {sql_text.quote_name(name)}"
        for name in numbers(con, collection)
    ]
    rows = leaderboard.compose(
        "page_rows",
        {},
        first_asked=f"run_id,\n    rank,\n    {first}",
        others_asked=",\n    ".join(["team", *others, *map(sql_text.quote_name, facts), *number_columns, "provenance"]),
    )
    return f"{scores}\n{verdicts}\n{rows.removesuffix(';')}"


def _script(name: str, values: Mapping[str, object]) -> str:
    return sql_text.written_out(resources.script(f"plugins/report/report/{name}"), values)
