"""Scores of runs by the labels of a model, corrected by people: what `dltrack judges --correct` asks."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError
from dltrack_db.score import catalogue, requests
from dltrack_db.store import collections

_MEASURES = ("ndcg_cut_10", "map", "recip_rank")
"""Measures of `labels.query_scores`."""


class Target(StrEnum):
    """Topics whose mean is estimated."""

    these = "these"
    like_these = "like these"


def correct_scores(
    con: duckdb.DuckDBPyConnection,
    db: Path,
    collection: str,
    *,
    people: str,
    model: str,
    measure: str = "ndcg_cut_10",
    target: str = Target.these,
) -> Answer:
    """Estimate each run's mean by the labels of people, who judge some of the topics that a model judges.

    Args:
        con: connection to the database.
        db: path of the database, for messages.
        collection: collection of the runs.
        people: set of labels by people, on ten topics or more.
        model: set of labels of the model.
        measure: nDCG@10, AP or RR.
        target: 'these' for the mean over these topics, 'like these' for that over all topics like these.

    Raises:
        UsageError: a name is unknown, or people judge too few of the topics (`labels.corrected`).
    """
    if not people or not model:
        raise UsageError(
            "name the labels of the model with --labels and those of people with --people, in Python model='NAME' and "
            "people='NAME'"
        )
    target_words = target.replace("-", " ")
    if target_words not in [*Target]:
        raise UsageError(f"target must be one of {', '.join(one.replace(' ', '-') for one in Target)}, not '{target}'")
    name = collections.find_collection(con, collection, db, labels=people, is_ranked=True)
    stored, notes = _stored_name(con, measure)
    query = sql_text.fill_values(
        resources.script("plugins/people/corrected/runs"), [name, people, model, stored, target_words]
    )
    try:
        answer = Answer.ask(con, query, title=f"{name}: {stored} by {model}, corrected by {people}")
    except duckdb.InvalidInputException as error:
        raise UsageError(str(error).removeprefix("Invalid Input Error: ").partition("\n\n")[0]) from None
    first = answer.records()[0]
    num_people, num_topics = first["num_people_topics"], first["num_topics"]
    mean = f"these {num_topics} topics" if target_words == Target.these else f"all topics like these {num_topics}"
    answer.notes.extend(notes)
    answer.notes.append(
        f"'corrected' estimates the mean over {mean} that '{people}' would give; it judges {num_people} of them, which "
        "must be a random choice; low and high are its 95 % interval"
    )
    return answer


def _stored_name(con: duckdb.DuckDBPyConnection, measure: str) -> tuple[str, list[str]]:
    """Return the name of a measure in `labels.query_scores`, and a note if that uses another level than the user's."""
    found = requests.resolve([measure], catalogue.read(con))
    request = found[0]
    if request.has_own_level:  # each set of labels has its own level, which replaces that of ir_measures
        request = request._replace(min_relevance=None, has_own_level=False)
    name = requests.stored_name(request) if len(found) == 1 and request.min_relevance is None else None
    if name not in _MEASURES:
        raise UsageError(f"scores are corrected by nDCG@10, AP or RR, not by '{measure}'; name one of these with -m")
    is_replaced = found[0].min_relevance is not None
    return name, [f"{measure} is {name}, by the relevance level of each set of labels"] * is_replaced
