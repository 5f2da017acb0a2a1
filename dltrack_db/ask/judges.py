"""Other labels compared with the official ones: what `dltrack judges` and `db.judges` ask."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError
from dltrack_db.score import levels
from dltrack_db.score.catalogue import Request
from dltrack_db.store import collections

MEASURES = ("ndcg_cut_10", "map", "recip_rank")


class StudyPart(StrEnum):
    """A part of the study, asked for alone."""

    study = "study"
    shift = "shift"
    bias = "bias"
    panel = "panel"


_TITLES = {
    StudyPart.study: "{0}: labels compared with the official ones; rankings by {1}",
    StudyPart.shift: "{0}: places of the runs by {1}, official labels and {2}",
    StudyPart.bias: "{0}: grade less official grade, by what the items are",
    StudyPart.panel: "{0}: kappa of panels of models with the official labels",
}


def compare_labels(
    con: duckdb.DuckDBPyConnection, db: Path, collection: str, *, part: str, labels: str, measure: str, cuts: str = ""
) -> Answer:
    """Compare sets of labels with the official ones in a part of the study; a note says what is left out and why.

    `cuts` are cut points, such as '0.5,1.5', that make grades of the labels named, in place of those of the set.

    Raises:
        UsageError: there is no such collection, part or measure, it has no other labels or not those, or the part
            needs some, or needs runs; or cut points are no rising numbers, or of no set.
    """
    levels.check_cuts(cuts)
    if cuts and not labels:
        raise UsageError("cut points are those of one set of labels; name it: --labels NAME, in Python labels='NAME'")
    if part not in [*StudyPart]:
        raise UsageError(f"'{part}' is not a part of a study of judges; choose one of {', '.join(StudyPart)}")
    measure = _measure(con, measure)
    name = collections.find_collection(con, collection, db, labels=labels, is_ranked=True)
    _check_labels(con, name, labels, StudyPart(part), db)
    if labels and part in (StudyPart.study, StudyPart.shift):
        levels.check(levels.load_labels(con, name, labels), _requests(con, measure))
    query = sql_text.fill_values(resources.script(f"ask/judges/{part}"), [name, measure, labels])
    if cuts:
        query = f"{sql_text.fill_values(resources.script('ask/judges/cuts'), [cuts])};\n{query}"
    try:
        answer = Answer.ask(con, query, title=_TITLES[StudyPart(part)].format(name, measure, labels))
        if part in (StudyPart.study, StudyPart.bias):
            answer.notes.extend(_note_fractions(con, name, labels))
    finally:
        con.execute("reset variable label_cuts")
    if part == StudyPart.shift and not answer.rows:
        raise UsageError(f"no run of {name} is scored by '{labels}' and by the official labels; load runs or scores")
    if part == StudyPart.study and not labels:
        answer.notes.extend(_note_unranked(con, name, measure))
    if part in (StudyPart.bias, StudyPart.panel) and not answer.rows:
        answer.notes.append(_explain_empty(con, name, StudyPart(part)))
    return answer


def _measure(con: duckdb.DuckDBPyConnection, measure: str) -> str:
    """Return the name of one of `MEASURES`, however it was written.

    Raises:
        UsageError: it is none of them.
    """
    if measure in MEASURES:
        return measure
    from dltrack_db.score import catalogue, requests

    message = f"--measures knows {', '.join(MEASURES)}, each set of labels by its own level, not '{measure}'"
    try:
        measures = requests.resolve([measure], catalogue.read(con))
    except UsageError:
        raise UsageError(message) from None
    name = requests.stored_name(measures[0]) if len(measures) == 1 else None
    if name not in MEASURES or measures[0].min_relevance is not None:
        raise UsageError(message)
    return name


def _note_unranked(con: duckdb.DuckDBPyConnection, collection: str, measure: str) -> list[str]:
    """Name the sets of labels that do not rank the runs: the measure counts relevant items, and they have no level."""
    (request,) = _requests(con, measure)
    if not request.measure.is_binary:
        return []
    unranked_variants = [
        variant
        for variant in collections.variants(con, collection, official=False)
        if levels.problem(levels.load_labels(con, collection, variant), request)
    ]
    reason = "no label reaches the level, or no level is set from which on an item is relevant"
    return [f"no rankings by {measure}, because {reason}: {', '.join(unranked_variants)}"] if unranked_variants else []


def _note_fractions(con: duckdb.DuckDBPyConnection, collection: str, labels: str) -> list[str]:
    """Name the sets of labels that have no kappa, alpha and bias because they are fractions without cut points."""
    query = sql_text.fill_values(resources.script("ask/judges/fractions"), [collection, labels])
    variants = [variant for (variant,) in con.execute(query).fetchall()]
    if not variants:
        return []
    return [
        f"no kappa, alpha and bias of {', '.join(variants)}: these labels are fractions, which are no grades; cut "
        "points make grades of them, for example: --labels NAME --cuts 0.5,1.5"
    ]


def _explain_empty(con: duckdb.DuckDBPyConnection, collection: str, part: StudyPart) -> str:
    """Return why a part has no rows, and what would give it some."""
    query = sql_text.fill_values(resources.script("ask/judges/overlap"), [collection])
    ((num_variants, num_models),) = con.execute(query).fetchall()
    if part is StudyPart.panel and num_variants:
        return (
            f"panels are of 3 models or more, and {num_models} of the {num_variants} sets of labels of {collection} "
            "that grade what the official labels grade are of models; load others with: dltrack ingest qrels FILES -c "
            f"{collection} --kind llm"
        )
    return f"no other set of labels of {collection} grades an item that the official labels grade"


def _requests(con: duckdb.DuckDBPyConnection, measure: str) -> list[Request]:
    from dltrack_db.score import catalogue, requests

    return requests.resolve([measure], catalogue.read(con))


def _check_labels(con: duckdb.DuckDBPyConnection, collection: str, labels: str, part: StudyPart, db: Path) -> None:
    """Make sure that the labels asked for are there.

    Raises:
        UsageError: the collection has no such labels, or the part needs some.
    """
    from dltrack_db.base.suggest import did_you_mean

    variants = collections.variants(con, collection, official=False)
    if not variants:
        raise UsageError(
            f"{collection} in {db} has no other labels than the official ones; load some with: dltrack ingest qrels "
            f"FILES -c {collection}"
        )
    if labels and labels not in variants:
        suggestion = did_you_mean(labels, variants) or f"; it has {', '.join(variants)}"
        raise UsageError(f"{collection} has no labels '{labels}'{suggestion}")
    if part is StudyPart.shift and not labels:
        raise UsageError(f"the part 'shift' looks at one set of labels; name it: there are {', '.join(variants)}")
