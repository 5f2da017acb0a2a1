"""Runs that are in no leaderboard although scores of them are loaded (`systems.left_out`)."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

from dltrack_db.base import sql_text


def reason(con: duckdb.DuckDBPyConnection, collections: Sequence[str] | None, run_id: str) -> str:
    """Return why a run is in no leaderboard of these collections (None: of any collection); '' if it is in one."""
    query = (
        "select first(collection || ' has no ranking of ''' || run_id || ''', only ' || reason order by collection) "
        f"from systems.left_out where run_id = {sql_text.literal(run_id)}"
    )
    if collections is not None:
        query += f" and list_contains({sql_text.literal(list(collections))}::varchar[], collection)"
    ((sentence,),) = con.execute(query).fetchall()
    hint = "load the ranking with: dltrack ingest runs FILE, or all scores of the run with: dltrack ingest scores FILE"
    return f"{sentence}; {hint}" if sentence else ""
