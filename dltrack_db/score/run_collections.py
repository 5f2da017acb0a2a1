"""Find the collection that runs belong to, by the run ids."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import UsageError
from dltrack_db.score import left_out
from dltrack_db.store import collections, database

_MEANS = "official means"
"""Provenance of runs without per-topic scores."""


def find_in_file(db: Path, runs: Sequence[str], scope: str | None = None) -> str:
    """Do the same as `find` for a database file, in a command."""
    with closing(database.open_readonly(db)) as con:
        return find(con, db, runs, scope, option="--collection")


def find(
    con: duckdb.DuckDBPyConnection,
    db: Path,
    runs: Sequence[str],
    scope: str | None = None,
    *,
    allows_scores: bool = False,
    option: str = "collection=",
) -> str:
    """Return the only collection with all the given runs; `scope` limits the search to a collection or an edition.

    If `allows_scores`, a run may have submitted scores instead of a loaded ranking. Messages use `db`, the path of the
    database, and `option`, the option that names a collection.
    """
    collections_allowed = collections.find_collections(con, scope, db) if scope else None
    rows = _ask(con, "homes", runs=list(runs))
    places_of_runs: dict[str, dict[str, str]] = {run: {} for run in runs}
    for run, collection, provenance in rows:
        if collections_allowed is None or collection in collections_allowed:
            places_of_runs[run].setdefault(collection, provenance)
    where = scope or str(db)
    for run, places in places_of_runs.items():
        if not places and Path(run).is_file():
            raise UsageError(
                f"'{run}' is a file, not a loaded run; load it with: dltrack ingest runs {run} -c COLLECTION, or only "
                f"score it: dltrack eval {run} -c COLLECTION"
            )
        if not places and (reason := left_out.reason(con, collections_allowed, run)):
            raise UsageError(reason)
        if not places:
            run_ids = [row[0] for row in _ask(con, "known_runs", homes=collections_allowed)]
            see = f"; list the runs with: dltrack leaderboard {scope or 'COLLECTION'}"
            raise UsageError(f"{where} has no run '{run}'{did_you_mean(run, run_ids) or see}")
    common = sorted(set.intersection(*(set(places) for places in places_of_runs.values())))
    if not common:
        answers = " and ".join(f"'{run}' is a run of {', '.join(places)}" for run, places in places_of_runs.items())
        raise UsageError(f"the runs are not in the same collection: {answers}; name runs of one collection")
    with_rankings = [each for each in common if all(places[each] == "rankings" for places in places_of_runs.values())]
    with_scores = [each for each in common if all(places[each] != _MEANS for places in places_of_runs.values())]
    matching = with_scores if allows_scores else with_rankings
    if not matching:
        hint = f"load its ranking with: dltrack ingest runs FILE -c {common[0]}"
        if bare := [run for run in runs if places_of_runs[run][common[0]] == _MEANS]:
            scores = ", or its scores with: dltrack ingest scores FILE" if allows_scores else ""
            raise UsageError(f"'{bare[0]}' has only NIST's published means, without scores per topic; {hint}{scores}")
        bare = [run for run in runs if places_of_runs[run][common[0]] != "rankings"]
        raise UsageError(f"'{bare[0]}' has only scores per topic, not a ranking of documents; {hint}")
    if len(matching) > 1:
        names = " and ".join(f"'{run}'" for run in runs)
        verb = "are runs" if len(runs) > 1 else "is a run"
        raise UsageError(f"{names} {verb} of several collections ({', '.join(matching)}); choose one with {option}")
    return matching[0]


def is_run_or_topic(con: duckdb.DuckDBPyConnection, name: str) -> bool:
    """Return whether any collection has a run or a topic with this name."""
    return bool(_ask(con, "homes", runs=[name]) or _ask(con, "topics_of_name", name=name))


def _ask(con: duckdb.DuckDBPyConnection, script: str, **values: object) -> list[tuple[Any, ...]]:
    """Return the rows of a script, without setting variables of the connection."""
    return con.execute(sql_text.written_out(resources.script(f"score/collections/{script}"), values)).fetchall()
