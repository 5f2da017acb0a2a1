"""Leaderboards that judges made, held against the truth: what `dltrack judges --scores` asks."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db.basics import resources, sqltext
from dltrack_db.errors import UsageError
from dltrack_db.scoring.judges import Part
from dltrack_db.store import collections
from dltrack_db.vocabulary.suggest import did_you_mean

_SHOWN = 12
"""names that a sentence lists at most"""


class OnMissing(StrEnum):
    """What to do about runs, topics and scores that a judge or the truth lacks."""

    error = "error"
    warn = "warn"
    skip = "skip"
    default = "default"


@dataclass(frozen=True)
class Question:
    """What is asked of the leaderboards of judges.

    `truth` is a measure that tells the truth, by the official labels or, where `truth_judge` is named, as that judge
    calls it; `judge` is the only one asked about, empty for all. `on_missing` says what becomes of what one side lacks:
    refused, told, passed over, or counted as 0 where the judge lacks it.
    """

    collection: str
    part: Part = Part.study
    truth: str = "ndcg_cut_10"
    truth_judge: str = ""
    judge: str = ""
    on_missing: OnMissing = OnMissing.warn


def question(collection: str, **asked: str) -> Question:
    """A question with its words as text.

    Raises:
        UsageError: it has a word that is none.
    """
    kinds = {"part": Part, "on_missing": OnMissing}
    known = {field.name for field in fields(Question)} - {"collection"}
    if unknown := asked.keys() - known:
        raise UsageError(
            f"leaderboards of judges are not asked by {', '.join(sorted(unknown))}; take of {', '.join(sorted(known))}"
        )
    for name, kind in kinds.items():
        if name in asked and asked[name] not in [*kind]:
            raise UsageError(f"{name} is one of {', '.join(kind)}, not «{asked[name]}»")
    values: dict[str, Any] = {name: kinds[name](text) if name in kinds else text for name, text in asked.items()}
    return Question(collection, **values)


def answer(con: duckdb.DuckDBPyConnection, db: Path, asked: Question) -> duckdb.DuckDBPyConnection:
    """The rows of a question; what is missing is a warning of Python.

    Raises:
        UsageError: as `ask`.
    """
    _, told, rows = ask(con, db, asked)
    for sentence in told:
        warnings.warn(sentence, stacklevel=3)
    return rows


def ask(
    con: duckdb.DuckDBPyConnection, db: Path, question: Question
) -> tuple[Question, list[str], duckdb.DuckDBPyConnection]:
    """The question with the names that are meant, what to say of what is missing, and the rows.

    Raises:
        UsageError: there is no such collection, judge or measure, or something is missing and that is refused.
    """
    home = collections.find_collection(con, question.collection, db, is_ranked=True)
    asked = replace(question, collection=home)
    judges = [row[0] for row in con.execute(_query("judges", [home])).fetchall()]
    if not judges:
        raise UsageError(
            f"{home} in {db} has no leaderboards of judges; load one with: "
            f"dltrack ingest scores FILES -c {home} --judge NAME"
        )
    for name in filter(None, (asked.judge, asked.truth_judge)):
        if name not in judges:
            raise UsageError(
                f"{home} has no leaderboard of «{name}»{did_you_mean(name, judges) or '; it has ' + ', '.join(judges)}"
            )
    if asked.part is not Part.panel:
        asked = replace(asked, truth=_measure(con, asked))
    told = [] if asked.part is Part.panel else _missing(con, asked)
    missing = 0 if asked.on_missing is OnMissing.default else None
    values = [home, asked.truth, asked.truth_judge or None, asked.judge, missing]
    return asked, told, con.execute(_query(asked.part, values))


def _query(name: str, values: Sequence[object]) -> str:
    return sqltext.fill_values(resources.script(f"scoring/boards/{name}"), list(values))


def _measure(con: duckdb.DuckDBPyConnection, asked: Question) -> str:
    """The measure of truth, however it was written.

    Raises:
        UsageError: the runs or the judge of truth have no scores by it.
    """
    from dltrack_db.scoring import catalogue, requests

    known = [row[0] for row in con.execute(_query("truths", [asked.collection, asked.truth_judge or None])).fetchall()]
    if asked.truth in known:
        return asked.truth
    if not asked.truth_judge:
        try:
            resolved = requests.resolve([asked.truth], catalogue.read(con))
        except UsageError:
            resolved = []
        name = requests.stored_name(resolved[0]) if len(resolved) == 1 else None
        if name in known and resolved[0].min_relevance is None:
            return str(name)
    if not known:
        raise UsageError(
            f"nothing tells the truth about {asked.collection}: it has no scores of runs; load runs and labels, or "
            "name the judge of truth with --truth"
        )
    whose = f"«{asked.truth_judge}» has" if asked.truth_judge else f"the runs of {asked.collection} have"
    more = f" and {len(known) - _SHOWN} more" if len(known) > _SHOWN else ""
    there = did_you_mean(asked.truth, known) or f"; there are {', '.join(known[:_SHOWN])}{more}"
    raise UsageError(f"{whose} no scores by «{asked.truth}»{there}")


def _missing(con: duckdb.DuckDBPyConnection, asked: Question) -> list[str]:
    """What the judges and the truth do not share, in a sentence for each judge.

    Raises:
        UsageError: something is, and that is refused.
    """
    if asked.on_missing is OnMissing.skip:
        return []
    values = [asked.collection, asked.truth, asked.truth_judge or None, asked.judge]
    told = []
    for judge, no_runs, a_run, more_runs, another, no_topics, more_topics, no_scores in con.execute(
        _query("gaps", values)
    ).fetchall():
        parts = [
            no_runs and f"lacks {_count(no_runs, 'run')} of the truth (first {a_run})",
            more_runs and f"has {_count(more_runs, 'run')} that the truth lacks (first {another})",
            no_topics and f"lacks {_count(no_topics, 'topic')} of the truth",
            more_topics and f"has {_count(more_topics, 'topic')} that the truth lacks",
            no_scores and f"lacks {_count(no_scores, 'score')} of its own runs and topics",
        ]
        told.append(f"{judge} {', '.join(part for part in parts if part)}")
    if told and asked.on_missing is OnMissing.error:
        raise UsageError("; ".join(told) + "; compare what both have with --on-missing warn")
    return told


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
