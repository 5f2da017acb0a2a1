"""Scores of runs by a model's labels, corrected by labels of people, for `dltrack judges --correct`."""

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
"""Measures in `labels.query_scores`."""


class Target(StrEnum):
    """Topics over which the mean is estimated: the loaded topics, or all topics that they are a sample of."""

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
    """Estimate each run's mean score by labels of people, if people judged only some of the topics.

    The estimate uses a model's labels on all topics.

    Args:
        con: connection to the database.
        db: path of the database, for messages.
        collection: collection of the runs.
        people: label set by people, on ten topics or more.
        model: label set by the model.
        measure: nDCG@10, AP or RR.
        target: 'these' for the mean over the loaded topics, 'like these' for the mean over all similar topics.

    Raises:
        UsageError: a name is unknown, or people judged too few of the topics (`labels.corrected`).
    """
    if not people or not model:
        raise UsageError(
            "--correct needs two label sets; name the model's labels with --labels and the labels by people with "
            "--people (in Python: model='NAME', people='NAME')"
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
    mean = f"these {num_topics} topics" if target_words == Target.these else f"all topics like the {num_topics} loaded"
    answer.notes.extend(notes)
    answer.notes.append(
        f"'corrected' estimates the mean over {mean} by the labels '{people}'. These labels cover {num_people} of the "
        "topics, which must be a random sample. low and high are the 95 % interval of 'corrected'"
    )
    return answer


def _stored_name(con: duckdb.DuckDBPyConnection, measure: str) -> tuple[str, list[str]]:
    """Return the measure's name in `labels.query_scores`, and a note if the user's relevance level is replaced."""
    found = requests.resolve([measure], catalogue.read(con))
    request = found[0]
    if request.has_own_level:  # the level of each label set replaces the default level of ir_measures
        request = request._replace(min_relevance=None, has_own_level=False)
    name = requests.stored_name(request) if len(found) == 1 and request.min_relevance is None else None
    if name not in _MEASURES:
        raise UsageError(f"'{measure}' cannot be corrected; name nDCG@10, AP or RR with -m")
    is_replaced = found[0].min_relevance is not None
    return name, [f"{measure} is shown as {name}, with the relevance level of each label set"] * is_replaced
