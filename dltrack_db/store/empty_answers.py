"""Reasons why a view has no rows: the data it needs are not loaded (`catalog.needs`)."""

from __future__ import annotations

import re

import duckdb

from dltrack_db.base import recipes, resources, sql_text
from dltrack_db.store import query_sources


def explain_lack(con: duckdb.DuckDBPyConnection, query: str) -> str:
    """Name what the views of a query without rows are missing, and the command that adds it; else nothing.

    A database of an earlier release says nothing.
    """
    try:
        names = query_sources.named_objects(con, query)
        script = sql_text.written_out(resources.script("store/empty_answers"), {"objects": sorted(names or ())})
        rows = con.execute(script).fetchall() if names else []
    except duckdb.Error:
        return ""
    if not rows:
        return ""
    view = rows[0][0]
    missing = [(meaning, adds) for name, meaning, adds in rows if name == view]
    needed = " and ".join(dict.fromkeys(meaning for meaning, _ in missing))
    adding = "; ".join(dict.fromkeys(adds for _, adds in missing))
    return f"{view} has no rows without {needed}; what adds them: {adding}"


def name_unloaded(con: duckdb.DuckDBPyConnection, query: str) -> str:
    """Name the editions, collections and years of a query of which nothing is loaded, and what loads them."""
    rows = con.execute("select collection, edition, year from main.collections").fetchall()
    loaded = {name for row in rows for name in row}
    texts = {text.rstrip("%") for text in re.findall(r"'([^']+)'", query)} - loaded
    missing = {text: edition for text in texts if (edition := _find_edition(text)) and text not in loaded}
    for year in re.findall(r"(?<![\w.'-])((?:19|20)\d\d)(?![\w.'-])", query):
        if int(year) not in loaded and f"trec{year}" in recipes.names():
            missing[f"the track of {year}"] = f"trec{year}"
    return "; ".join(f"{name} is not loaded; load it with: dltrack ingest {missing[name]}" for name in sorted(missing))


def _find_edition(name: str) -> str:
    """The edition of that name, or that has a collection of it; empty where there is none."""
    for edition in recipes.names():
        if name == edition:
            return edition
        if name.startswith(edition) and name in (each.collection for each in recipes.load(edition).collections):
            return edition
    return ""
