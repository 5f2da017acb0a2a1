"""Reasons why a query has no rows: data that are not loaded (`catalog.needs`), and unknown names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import duckdb

from dltrack_db.base import recipes, resources, sql_text
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.sqlfiles import lists
from dltrack_db.store import query_sources, questions

# Columns that contain names, and the kind of their names.
_KINDS = {
    "collection": "collection",
    "measure": "measure",
    **dict.fromkeys(("run_id", "run_a", "run_b", "other_run_id"), "run"),
}


def explain_lack(con: duckdb.DuckDBPyConnection, query: str) -> str:
    """Return a sentence on the missing data that the query's views need, with the command that adds them.

    The text is empty if no data are missing, or if the database is of an earlier release.
    """
    try:
        names = query_sources.named_objects(con, query)
        script = sql_text.written_out(resources.script("store/empty_answers/lacking"), {"objects": sorted(names or ())})
        rows = con.execute(script).fetchall() if names else []
    except duckdb.Error:
        return ""
    if not rows:
        return ""
    view = rows[0][0]
    missing = [(meaning, adds) for name, meaning, adds in rows if name == view]
    needed = " and ".join(dict.fromkeys(meaning for meaning, _ in missing))
    adding = "; ".join(dict.fromkeys(adds for _, adds in missing))
    return f"{view} has no rows without {needed}; to add them: {adding}"


def name_unknown(con: duckdb.DuckDBPyConnection, query: str) -> str:
    """Return a line for each unknown collection, run or measure that the query compares a column with.

    The text is empty for a database of an earlier release.
    """
    try:
        compared = set(_compared_names(questions.parse_query(con, query)))
        known: dict[str, set[str]] = {}
        names = lists.fill(resources.script("store/empty_answers/known"))
        rows = con.execute(names).fetchall() if compared else []
    except duckdb.Error:
        return ""
    for kind, name in rows:
        known.setdefault(kind, set()).add(name)
    missing = sorted((kind, name) for kind, name in compared if name not in known.get(kind, ()))
    return "\n".join(
        f"there is no {'stored ' if kind == 'measure' else ''}{kind} '{name}'"
        + did_you_mean(name, sorted(known.get(kind, ())))
        for kind, name in missing
    )


def _compared_names(node: Any) -> Iterator[tuple[str, str]]:
    """Yield kind and name for each text that a parsed query compares with a column in `_KINDS`."""
    if isinstance(node, list):
        for child in node:
            yield from _compared_names(child)
    elif isinstance(node, dict):
        sides = node.get("children") or [node.get("left"), node.get("right")]
        if node.get("type") in ("COMPARE_EQUAL", "COMPARE_IN"):
            names = [side["column_names"][-1].lower() for side in sides if side and "column_names" in side]
            kind = _KINDS.get(names[0]) if len(names) == 1 else None
            values = [(side or {}).get("value") for side in sides]
            texts = [value.get("value") for value in values if isinstance(value, dict)]
            yield from ((kind, text) for text in texts if kind and isinstance(text, str))
        for child in node.values():
            yield from _compared_names(child)


def name_unloaded(con: duckdb.DuckDBPyConnection, query: str) -> str:
    """Return the editions, collections and years in a query that are not loaded, with the commands that load them."""
    rows = con.execute("select collection, edition, year from main.collections").fetchall()
    loaded = {name for row in rows for name in row}
    texts = {text.rstrip("%") for text in re.findall(r"'([^']+)'", query)} - loaded
    missing = {text: edition for text in texts if (edition := recipes.find_edition(text)) and text not in loaded}
    for year in re.findall(r"(?<![\w.'-])((?:19|20)\d\d)(?![\w.'-])", query):
        if int(year) not in loaded and f"trec{year}" in recipes.names():
            missing[f"the track of {year}"] = f"trec{year}"
    return "; ".join(f"{name} is not loaded; load it with: dltrack ingest {missing[name]}" for name in sorted(missing))
