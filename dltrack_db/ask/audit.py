"""An audit: is the first run really the best? Each part is answered by a block of its name in `scripts/audit.sql`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import duckdb

from dltrack_db.ask import basis
from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError
from dltrack_db.score import stored_measures

PARTS = ("first", "runs", "halves", "topics", "sizes")


def check_parameters(
    con: duckdb.DuckDBPyConnection, collection: str, measure: str, trials: int, seed: int
) -> dict[str, Any]:
    """Return the parameters that the parts take.

    Raises:
        UsageError: no run of the collection is loaded, or none has such a measure by topic.
    """
    query = "select 1 from metrics.run_scores where collection = $1 limit 1"
    if not con.execute(sql_text.fill_values(query, [collection])).fetchall():
        raise UsageError(f"no runs of {collection} are loaded; load them with: dltrack ingest ID --runs DIR")
    query = "select 1 from metrics.query_scores where collection = $1 limit 1"
    has_topics = bool(con.execute(sql_text.fill_values(query, [collection])).fetchall())
    if has_topics:
        measure = stored_measures.name(con, collection, measure)
        query = "select 1 from metrics.query_scores where collection = $1 and measure = $2 limit 1"
        has_topics = bool(con.execute(sql_text.fill_values(query, [collection, measure])).fetchall())
    if not has_topics:
        raise UsageError(
            f"only NIST's means are known of the runs of {collection}, and an audit resamples the topics; load "
            "rankings or scores per topic: dltrack ingest ID --runs DIR, or dltrack ingest scores"
        )
    return {"collection": collection, "measure": measure, "trials": trials, "seed": seed}


def audit(con: duckdb.DuckDBPyConnection, part: str, parameters: dict[str, Any]) -> Answer:
    """Answer one of `PARTS` with parameters of `check_parameters`."""
    answer = Answer.ask(con, sql_text.written_out(resources.script(f"ask/audit/{part}"), parameters))
    collection = parameters["collection"]
    found = basis.read(con, collection, [parameters["measure"]])
    notes = basis.notes_on_unordered(found) if part == "runs" else []
    return replace(answer, basis={collection: found}, notes=[*answer.notes, *notes])
