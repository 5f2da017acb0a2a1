"""An audit: is the first run really the best? Each part is the block of `scripts/audit.sql` with the part's name."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

import duckdb

from dltrack_db.ask import basis
from dltrack_db.ask.open_database import OpenDatabase
from dltrack_db.ask.questions import Input, question
from dltrack_db.base import progress, resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError
from dltrack_db.score import stored_measures, unstored

PARTS = ("first", "runs", "halves", "topics", "sizes")
_TITLES = {
    "first": "{collection} by {measure}: how often the first run stays first in {trials} resamplings of the topics",
    "runs": "{collection} by {measure}: mean and rank over {trials} bootstraps of topics",
    "topics": "Topics by {measure}, worst first: does each rank the runs as all topics do?",
    "sizes": "Rankings by {measure} over fewer topics, against all or other topics (apart)",
}
_STAGES = {
    "first": "the first run in {trials:,} bootstraps and halves of the topics (table 1 of 4)",
    "runs": "ranks over {trials:,} bootstraps (table 2 of 4)",
    "topics": "how well each topic discriminates between runs (table 3 of 4)",
    "sizes": "rankings over fewer topics (table 4 of 4)",
}


@question(
    title="Is the first run really the best?",
    is_ranked=True,
    keys=("run_id", "query_id", "num_topics", "first_runs"),
    point=("mean", "rank", "low_rank", "high_rank", "tau"),
    expendable=("share_first",),
    after="judges",
)
def audit(
    db: OpenDatabase,
    collection: str,
    *,
    measure: str = "ndcg_cut_10",
    part: Annotated[
        Literal["first", "runs", "topics", "sizes"] | None,
        Input("The table to print. [default: all; in formats other than table: runs]"),
    ] = None,
    trials: Annotated[int, Input("Number of resamplings.", least=10, most=10_000)] = 500,
    seed: Annotated[int, Input("Random seed. The same seed gives the same numbers.")] = 1,
) -> Answer:
    """Check whether the first run is really the best: ranks over resampled topics, topics that discriminate runs.

    Example: dltrack audit trec2021-passages

    `best` and `last` are the 95% interval of a run's rank over bootstraps.
    `alone` is the share of bootstraps in which only this run is first, `first`
    is the share in which no run is better.

    Example: dltrack audit trec2021-passages -m map --part topics -f csv
    """
    with unstored.available(db.duckdb, collection, [measure]) as extra:
        parameters = check_parameters(db.duckdb, collection, measure, trials, seed)
        progress.stage(_STAGES[part or "runs"].format(**parameters))
        answer = answer_part(db.duckdb, part or "runs", parameters)
    if extra.notes:
        answer = replace(answer, query="", notes=[*extra.notes, *answer.notes])
    return replace(answer, title=_TITLES[part or "runs"].format(**parameters))


def check_parameters(
    con: duckdb.DuckDBPyConnection, collection: str, measure: str, trials: int, seed: int
) -> dict[str, Any]:
    """Return the parameters of all parts; raise UsageError if no run has scores per topic."""
    query = "select 1 from metrics.run_scores where collection = $1 limit 1"
    if not con.execute(sql_text.fill_values(query, [collection])).fetchall():
        raise UsageError(
            f"no runs of {collection} are loaded; load run files with: dltrack ingest runs FILES -c {collection}"
        )
    query = "select 1 from metrics.query_scores where collection = $1 limit 1"
    has_topics = bool(con.execute(sql_text.fill_values(query, [collection])).fetchall())
    if has_topics:
        measure = stored_measures.name(con, collection, measure)
        query = "select 1 from metrics.query_scores where collection = $1 and measure = $2 limit 1"
        has_topics = bool(con.execute(sql_text.fill_values(query, [collection, measure])).fetchall())
    if not has_topics:
        raise UsageError(
            f"the runs of {collection} have only NIST's means, but an audit needs scores per topic; load rankings or "
            f"scores with: dltrack ingest runs FILES -c {collection}, or dltrack ingest scores FILES -c {collection}"
        )
    return {"collection": collection, "measure": measure, "trials": trials, "seed": seed}


def answer_part(con: duckdb.DuckDBPyConnection, part: str, parameters: dict[str, Any]) -> Answer:
    """Return the answer of a part of the audit (`PARTS`), with parameters from `check_parameters`."""
    answer = Answer.ask(con, sql_text.written_out(resources.script(f"ask/audit/{part}"), parameters))
    collection = parameters["collection"]
    found = basis.read(con, collection, [parameters["measure"]])
    notes = basis.notes_on_unordered(found) if part == "runs" else []
    return replace(answer, basis={collection: found}, notes=[*answer.notes, *notes])
