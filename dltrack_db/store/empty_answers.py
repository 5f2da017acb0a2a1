"""Why a view has no rows: what it needs is not loaded (`catalog.needs`)."""

from __future__ import annotations

import duckdb

from dltrack_db.basics import resources, sqltext
from dltrack_db.store import query_sources


def explain_lack(con: duckdb.DuckDBPyConnection, query: str) -> str:
    """What is missing for the views that a query without rows reads, and the command that adds it; else nothing.

    A database of an earlier release says nothing.
    """
    try:
        names = query_sources.named_objects(con, query)
        script = sqltext.written_out(resources.script("store/empty_answers"), {"objects": sorted(names or ())})
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
