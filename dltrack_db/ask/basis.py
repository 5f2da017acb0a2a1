"""The basis of an answer's numbers: runs, topics, labels, level, ties, decimals (`systems.basis`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.score.catalogue import Request
from dltrack_db.score.evaluation import Evaluation
from dltrack_db.score.requests import stored_name


def read(con: duckdb.DuckDBPyConnection, collection: str, measures: Sequence[str]) -> dict[str, Any]:
    """Return the row of `systems.basis` as a dict; {} if the collection does not exist.

    `measures` are the measures of the answer, in the spelling of trec_eval.
    """
    return _first(Answer.ask(con, _query(collection, measures)))


def notes(basis: Mapping[str, Any]) -> list[str]:
    """Return the note on runs that are not ranked, have only equal scores or are left out; [] if there is no note."""
    return [basis["note"]] if basis.get("note") else []


def notes_on_unordered(basis: Mapping[str, Any], runs: Collection[str] = ()) -> list[str]:
    """Return a sentence on each run with only equal scores (`systems.unordered_runs`), or on those among `runs`."""
    return [
        f"{run['run_id']}: {run['reason']}" for run in basis.get("unordered", ()) if not runs or run["run_id"] in runs
    ]


def add_to(answer: Answer, work: Evaluation, requests: Sequence[Request]) -> Answer:
    """Add the basis to the answer of an evaluation, with the labels and relevance level of the evaluation."""
    measures = [name for request in requests if (name := stored_name(request))]
    basis = _first(work.read_loaded(_query(work.collection, measures)))
    scored_by = {"labels": work.labels.variant, "min_relevance": work.labels.level}
    return replace(answer, basis={work.collection: basis | scored_by})


def _query(collection: str, measures: Sequence[str]) -> str:
    values = {"collection": collection, "measures": list(measures)}
    return sql_text.written_out(resources.script("ask/basis"), values)


def _first(answer: Answer) -> dict[str, Any]:
    return next(iter(answer.records()), {})
