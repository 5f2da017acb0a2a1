"""Judges' leaderboards compared with a reference leaderboard, for `dltrack judges --scores`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db.ask.judges import StudyPart, note_left_out
from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import UsageError
from dltrack_db.store import collections

_SHOWN = 12
"""Maximum number of names listed in a message."""


class OnMissing(StrEnum):
    """What to do about runs, topics and scores that a judge or the reference does not have."""

    error = "error"
    warn = "warn"
    skip = "skip"
    default = "default"


@dataclass(frozen=True)
class BoardQuestion:
    """A comparison of judges' leaderboards with a reference leaderboard.

    Attributes:
        collection: collection of the runs.
        part: which comparison to make.
        truth: measure of the reference leaderboard.
        truth_judge: judge whose leaderboard is the reference, with `truth` as this judge names the measure; empty to
            use the official labels.
        judge: the only judge to compare; empty for all judges.
        on_missing: what to do if a judge and the reference do not have the same runs, topics and scores: raise an
            error, warn, ignore the difference, or use 0 for scores that the judge does not have.
    """

    collection: str
    part: StudyPart = StudyPart.study
    truth: str = "ndcg_cut_10"
    truth_judge: str = ""
    judge: str = ""
    on_missing: OnMissing = OnMissing.warn


def question(collection: str, **options: str) -> BoardQuestion:
    """Return the question for these options, whose values are strings."""
    kinds = {"part": StudyPart, "on_missing": OnMissing}
    words = {field.name for field in fields(BoardQuestion)} - {"collection"}
    if unknown := options.keys() - words:
        raise UsageError(
            f"unknown option {', '.join(sorted(unknown))} of leaderboards of judges; valid options: "
            f"{', '.join(sorted(words))}"
        )
    for name, kind in kinds.items():
        if name in options and options[name] not in [*kind]:
            raise UsageError(f"{name} must be one of {', '.join(kind)}, not '{options[name]}'")
    values: dict[str, Any] = {name: kinds[name](text) if name in kinds else text for name, text in options.items()}
    return BoardQuestion(collection, **values)


_TITLES = {
    StudyPart.study: "{0}: leaderboards of judges compared with {1}",
    StudyPart.shift: "{0}: ranks of the runs by {1} and by judges",
    StudyPart.bias: "{0}: how much judges favour runs by the judges' own models, at equal {1}",
    StudyPart.panel: "{0}: leaderboards of judges compared with each other",
}


def compare_boards(con: duckdb.DuckDBPyConnection, db: Path, question: BoardQuestion) -> Answer:
    """Compare judges' leaderboards with the reference; notes list missing runs, topics and scores."""
    home = collections.find_collection(con, question.collection, db, is_ranked=True)
    scope = replace(question, collection=home)
    judges = [row[0] for row in con.execute(_query("judges", [home])).fetchall()]
    if not judges:
        raise UsageError(
            f"{home} in {db} has no leaderboards of judges; load one with: "
            f"dltrack ingest scores FILES -c {home} --judge NAME"
        )
    for name in filter(None, (scope.judge, scope.truth_judge)):
        if name not in judges:
            raise UsageError(
                f"{home} has no leaderboard of '{name}'"
                f"{did_you_mean(name, judges) or '; judges with a leaderboard: ' + ', '.join(judges)}"
            )
    if scope.part is not StudyPart.panel:
        scope = replace(scope, truth=_measure(con, scope))
    messages = [] if scope.part is StudyPart.panel else _missing(con, scope)
    missing = 0 if scope.on_missing is OnMissing.default else None
    values = [home, scope.truth, scope.truth_judge or None, scope.judge, missing]
    truth = f"{scope.truth} of {scope.truth_judge}" if scope.truth_judge else scope.truth
    answer = Answer.ask(con, _query(scope.part, values), messages, _TITLES[scope.part].format(home, truth))
    if scope.part is StudyPart.shift:
        left_out = [row["run_id"] for row in answer.records() if row["unranked"]]
        answer.notes.extend(note_left_out(sorted(set(left_out))))
    return answer


def _query(name: str, values: Sequence[object]) -> str:
    return sql_text.fill_values(resources.script(f"plugins/judge_boards/boards/{name}"), list(values))


def _measure(con: duckdb.DuckDBPyConnection, board_question: BoardQuestion) -> str:
    """Return the stored name of the reference measure, which the user may write in other ways."""
    from dltrack_db.score import catalogue, requests

    truths = [
        row[0]
        for row in con.execute(
            _query("truths", [board_question.collection, board_question.truth_judge or None])
        ).fetchall()
    ]
    if board_question.truth in truths:
        return board_question.truth
    if not board_question.truth_judge:
        try:
            measures = requests.resolve([board_question.truth], catalogue.read(con))
        except UsageError:
            measures = []
        name = requests.stored_name(measures[0]) if len(measures) == 1 else None
        if name in truths and measures[0].min_relevance is None:
            return str(name)
    if not truths:
        raise UsageError(
            f"{board_question.collection} has no scores of runs to compare judges with; load runs and labels, or "
            "name a judge as the reference with --truth"
        )
    subject = (
        f"'{board_question.truth_judge}' has"
        if board_question.truth_judge
        else f"the runs of {board_question.collection} have"
    )
    more = f" and {len(truths) - _SHOWN} more" if len(truths) > _SHOWN else ""
    there = did_you_mean(board_question.truth, truths) or f"; available measures: {', '.join(truths[:_SHOWN])}{more}"
    raise UsageError(f"{subject} no scores by '{board_question.truth}'{there}")


def _missing(con: duckdb.DuckDBPyConnection, board_question: BoardQuestion) -> list[str]:
    """Return a sentence for each judge on runs, topics and scores that the judge or the reference does not have."""
    if board_question.on_missing is OnMissing.skip:
        return []
    values = [board_question.collection, board_question.truth, board_question.truth_judge or None, board_question.judge]
    messages = []
    for judge, no_runs, a_run, more_runs, another, no_topics, more_topics, no_scores in con.execute(
        _query("gaps", values)
    ).fetchall():
        parts = [
            no_runs and f"has no scores of {_count(no_runs, 'run')} in the reference (first: {a_run})",
            more_runs and f"has {_count(more_runs, 'run')} that the reference does not have (first: {another})",
            no_topics and f"has no scores on {_count(no_topics, 'topic')} in the reference",
            more_topics and f"has {_count(more_topics, 'topic')} that the reference does not have",
            no_scores and f"has no score for {_count(no_scores, 'pair')} of its own runs and topics",
        ]
        messages.append(f"{judge} {', '.join(part for part in parts if part)}")
    if messages and board_question.on_missing is OnMissing.error:
        raise UsageError("; ".join(messages) + "; to compare only common runs and topics, add --on-missing warn")
    return messages


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
