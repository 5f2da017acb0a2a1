"""Highlighted runs, which have their own colour in every chart.

Many charts draw submitted runs only. To include highlighted runs that were not submitted, the views are read in an
in-memory catalogue over the same tables, which treats these runs as submitted. The database does not change.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.base import sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import UsageError
from dltrack_db.plugins.report.figure import Figure, read_rows

COLOR = "#e4007c"
_DATABASE = "dltrack"
"""Catalogue of the opened database."""
_PLAIN = "#4c78a8"
"""Vega-Lite's default colour of a mark."""


def check(con: duckdb.DuckDBPyConnection, collections: Sequence[str], runs: Sequence[str]) -> None:
    """Raise UsageError if one of the runs is in none of the collections."""
    is_listed = f"list_contains({sql_text.literal(list(collections))}, collection)"
    query = f"select distinct run_id from metrics.run_scores where {is_listed}"
    known_runs = {run for (run,) in con.execute(query).fetchall()} if runs else set()
    for run in runs:
        if run not in known_runs:
            raise UsageError(
                f"no run '{run}' in {', '.join(collections)}{did_you_mean(run, known_runs)}; to list the runs, run: "
                f"dltrack leaderboard {collections[0]}"
            )


def rows_with_runs(
    con: duckdb.DuckDBPyConnection, figure: Figure, collection: str, rows: Answer, runs: Sequence[str]
) -> tuple[Answer, list[str]]:
    """Return the rows of a figure including `runs`, and those of `runs` that were added although not submitted."""
    absent = _absent(rows, runs)
    if not rows.rows or not absent:
        return rows, []
    with _counting(con, figure.objects, absent):
        others = read_rows(con, figure, collection)
    return others, [run for run in absent if run not in _absent(others, absent)]


def check_shown(figure: Figure, rows: Answer, runs: Sequence[str]) -> None:
    """Raise UsageError if a figure does not draw one of the highlighted runs."""
    if runs and "run_id" not in rows.columns:
        raise UsageError(
            f"'{figure.name}' does not draw single runs, so no run can be highlighted; leave out --highlight"
        )
    for run in _absent(rows, runs):
        raise UsageError(
            f"'{figure.name}' does not draw '{run}', so the run cannot be highlighted; leave out --highlight {run}"
        )


def _absent(rows: Answer, runs: Sequence[str]) -> list[str]:
    there = set(rows.values("run_id")) if "run_id" in rows.columns else set(runs)
    return [run for run in runs if run not in there]


@contextmanager
def _counting(con: duckdb.DuckDBPyConnection, views: Sequence[str], runs: Sequence[str]) -> Iterator[None]:
    """Within the `with` block, use a catalogue that treats `runs` as submitted."""
    con.execute("attach ':memory:' as highlighted")
    try:
        con.execute("use highlighted")
        for name, statement in sqlfiles.required_objects(views):
            con.execute(f"create schema if not exists {name.partition('.')[0]}")
            con.execute(f"create view {name} as from {_DATABASE}.{name}" if _is_table(statement) else statement)
        sql_text.run_script(con, "plugins/report/report/highlighted_runs", highlighted=list(runs))
        yield
    finally:
        con.execute(f"use {_DATABASE}")
        con.execute("detach highlighted")


def _is_table(statement: str) -> bool:
    return statement.startswith("create table")


def mark_runs(description: Any, runs: Sequence[str]) -> Any:
    """Return a chart's Vega-Lite description in which all marks of `runs` have the colour `COLOR`."""
    if not runs or not isinstance(description, (dict, list)):
        return description
    if isinstance(description, list):
        return [mark_runs(part, runs) for part in description]
    copy = {name: mark_runs(part, runs) for name, part in description.items()}
    if "mark" in copy and isinstance(encoding := copy.get("encoding"), dict):
        copy["encoding"] = {**encoding, "color": _conditional(encoding.get("color"), copy["mark"], runs)}
    return copy


def _conditional(color: Any, mark: Any, runs: Sequence[str]) -> dict[str, Any]:
    condition = {"test": f"indexof({json.dumps(list(runs))}, datum.run_id) >= 0", "value": COLOR}
    if color is None:
        mark_color = mark.get("color") or mark.get("fill") if isinstance(mark, dict) else None
        return {"condition": condition, "value": mark_color or _PLAIN}
    others = color.get("condition", [])
    return {
        **color,
        "condition": [condition, *(others if isinstance(others, list) else [others])] if others else condition,
    }
