"""Required length of a trace, computed by the same macros that apply the stopping rules to stored traces."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.base import engine, sql_text
from dltrack_db.plugins.simulate.active import Needed
from dltrack_db.plugins.simulate.options import StudyOptions

_MACRO = "judging.heuristic_judgments"


def trace_length(options: StudyOptions, num_judged: int) -> Needed:
    """Return a function that computes the required length of a topic's traces.

    The length is at least the number of official judgments, `depth`, and the length that the stopping rule needs.
    """
    least = max(num_judged, options.depth)
    kind, _, bound = options.stop.partition(":")
    if kind == "heuristic":
        return _heuristic(options.growth, least)
    bound_of_kind = {"official": 0, "budget": int(bound or 0) + 1, "fixed": int(bound or 0)}.get(kind)
    return lambda _steps, _pool_size, candidates: candidates if bound_of_kind is None else max(least, bound_of_kind)


def _heuristic(growth: float, least: int) -> Callable[[list[int], int, int], int]:
    def judgments(steps: list[int], pool_size: int, candidates: int) -> int:
        con = _connection()
        variables = {"steps": steps, "pool_size": pool_size, "candidates": candidates, "growth": growth}
        row = sql_text.run_script(con, "plugins/simulate/inputs/needed", **variables).fetchone()
        return max(least, int(row[0]) if row else 0)

    return judgments


@cache
def _connection() -> duckdb.DuckDBPyConnection:
    """Return a database that contains only the macro and its dependencies."""
    con = engine.connect()
    con.execute("create schema judging")
    for _, statement in sqlfiles.required_objects([_MACRO]):
        con.execute(statement)
    return con
