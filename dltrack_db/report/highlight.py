"""Runs that stand out: in every chart a colour of their own, whatever colours mean there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import duckdb

from dltrack_db.errors import UsageError
from dltrack_db.store import sqltext
from dltrack_db.suggest import unknown

COLOR = "#e4007c"
_PLAIN = "#4c78a8"
"""Vega-Lite's colour of a mark that names none."""


def check(con: duckdb.DuckDBPyConnection, collections: Sequence[str], runs: Sequence[str]) -> None:
    """Make sure that each run is one of the collections.

    Raises:
        UsageError: one is not.
    """
    query = "select distinct run_id from metrics.run_scores where list_contains($1, collection)"
    known = {run for (run,) in con.execute(sqltext.filled(query, [list(collections)])).fetchall()} if runs else set()
    for run in runs:
        if run not in known:
            raise UsageError(
                f"no run «{run}» in {', '.join(collections)}{unknown(run, sorted(known), 'dltrack leaderboard')}"
            )


def marked(description: Any, runs: Sequence[str]) -> Any:
    """A chart's description in which all marks of some runs have `COLOR`; as it is without runs."""
    if not runs or not isinstance(description, (dict, list)):
        return description
    if isinstance(description, list):
        return [marked(part, runs) for part in description]
    copy = {name: marked(part, runs) for name, part in description.items()}
    if "mark" in copy and isinstance(encoding := copy.get("encoding"), dict):
        copy["encoding"] = {**encoding, "color": _conditional(encoding.get("color"), copy["mark"], runs)}
    return copy


def _conditional(color: Any, mark: Any, runs: Sequence[str]) -> dict[str, Any]:
    condition = {"test": f"indexof({json.dumps(list(runs))}, datum.run_id) >= 0", "value": COLOR}
    if color is None:
        named = mark.get("color") or mark.get("fill") if isinstance(mark, dict) else None
        return {"condition": condition, "value": named or _PLAIN}
    others = color.get("condition", [])
    return {
        **color,
        "condition": [condition, *(others if isinstance(others, list) else [others])] if others else condition,
    }
