"""Runs that no leaderboard has although scores of them are loaded (`systems.left_out`)."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

from dltrack_db.base import sql_text


def notes(con: duckdb.DuckDBPyConnection, collection: str) -> list[str]:
    """Name the runs of a collection that its leaderboard is without, with the reason."""
    query = (
        "select statistics.enumerated(list(run_id || ' (' || reason || ')' order by run_id), 3, 'runs') "
        "from systems.left_out where collection = "
    )
    ((runs,),) = con.execute(query + sql_text.literal(collection)).fetchall()
    if not runs:
        return []
    reasons = "" if runs.endswith(")") else ", for the reasons in systems.left_out"
    return [f"left out: {runs}{reasons}"]


def reason(con: duckdb.DuckDBPyConnection, collections: Sequence[str] | None, run_id: str) -> str:
    """Say why a run is in no leaderboard of these collections (None: of any); empty where it is not left out."""
    query = (
        "select first(collection || ' has no ranking of ''' || run_id || ''', only ' || reason order by collection) "
        f"from systems.left_out where run_id = {sql_text.literal(run_id)}"
    )
    if collections is not None:
        query += f" and list_contains({sql_text.literal(list(collections))}::varchar[], collection)"
    ((sentence,),) = con.execute(query).fetchall()
    cure = "load its ranking with: dltrack ingest runs, or all its scores with: dltrack ingest scores"
    return f"{sentence}; {cure}" if sentence else ""
