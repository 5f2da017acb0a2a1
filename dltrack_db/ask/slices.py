"""Subsets of a collection's topics: the topics of `--topics`, and slices of the topics by a facet (`--by`).

A question about some topics reads an overlay without the other topics (`score.overlay`), so that all numbers agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db.ask import conditions
from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import FormatError, UsageError
from dltrack_db.score import derived_labels, overlay
from dltrack_db.store import database

FEWEST_TOPICS = 6
"""With fewer topics, tests can hardly find a difference: with 5 topics, Wilcoxon's p-value is at least 0.06."""
MOST_VALUES = 20
"""Maximum number of different texts of a facet."""
_SHOWN = 10
"""Maximum number of topics in a message."""
_JUDGED = {"num_rel", "num_judged", "rel_ratio"}
"""Facets that are computed from the labels."""


def ask(
    con: duckdb.DuckDBPyConnection,
    collection: str,
    choice: tuple[str, str],
    labels: str | None,
    question: Callable[[], Answer],
) -> Answer:
    """Answer a question for some topics; with a facet, answer it for each slice, with a column `slice`.

    Args:
        con: the database; it is an overlay while the question is answered.
        collection: the collection of the topics.
        choice: topics as in `find_topics` ('' for all topics), and the name of a facet ('' for no slices).
        labels: the set of labels; None for the official set.
        question: a function that answers the question from `con`.
    """
    topics, facet = choice
    if not topics and not facet:
        return question()
    with only_topics(con, collection, topics, labels) as notes:
        if not facet:
            answer = question()
            return replace(answer, query="", notes=[*notes, *answer.notes])
        slices, remarks = find_slices(con, collection, facet, labels)
        answers = {}
        for name, selection in slices.items():
            with overlay.of_topics(con, collection, selection):
                answers[name] = question()
        return _combine(answers, facet, [*notes, *remarks])


@contextmanager
def only_topics(
    con: duckdb.DuckDBPyConnection, collection: str, topics: str, labels: str | None
) -> Iterator[list[str]]:
    """Use an overlay with only some topics during the block, and yield notes; '' means all topics, without overlay."""
    with derived_labels.available(con, collection, labels):
        if not topics:
            yield []
            return
        all_topics = _query_topics(con, collection, labels)
        selection = find_topics(con, collection, topics, all_topics)
        notes = [
            f"{len(selection)} of {len(all_topics)} topics of {collection} are used",
            *_few("the selection", len(selection)),
        ]
        with overlay.of_topics(con, collection, selection):
            yield notes


@contextmanager
def open_database(
    db: Path,
    find: Callable[[duckdb.DuckDBPyConnection], str],
    runs: Sequence[str],
    topics: str,
    labels: str | None,
) -> Iterator[tuple[Any, Any, list[str]]]:
    """Yield the arguments `collection` and `opened` for an Evaluation of only some topics, and notes on the topics.

    If `topics` is '', no database is opened, and the arguments are `find` and None.
    """
    if not topics:
        yield find, None, []
        return
    with database.reader(db) as con:
        collection = find(con)
        with only_topics(con, collection, topics, labels) as notes:
            yield collection, (con, runs), notes


def find_topics(con: duckdb.DuckDBPyConnection, collection: str, topics: str, all_topics: Sequence[str]) -> list[str]:
    """Return the topics selected by ids or a condition.

    Args:
        con: the database.
        collection: the collection of the topics.
        topics: ids separated by commas, or a condition in SQL on query_id, text and facets.
        all_topics: the topics on which runs are compared.

    Raises:
        UsageError: an id is not one of these topics, the condition is not valid, or no topic meets it.
    """
    ids = [each.strip() for each in topics.split(",") if each.strip()]
    if not {*ids} <= {*all_topics} and re.search(r"[=<>()'\"]|\w\s+\w", topics):
        ids = _meet_condition(con, collection, topics, all_topics)
    if unknown := [each for each in dict.fromkeys(ids) if each not in {*all_topics}]:
        more = f" and {len(unknown) - _SHOWN} more" if len(unknown) > _SHOWN else ""
        noun = "is not a judged topic" if len(unknown) == 1 else "are not judged topics"
        raise UsageError(
            f"--topics: {', '.join(unknown[:_SHOWN])}{more} {noun} of {collection}, which has {len(all_topics)} "
            f"topics, such as {', '.join(all_topics[:3])}; pass a file with one id per line, ids separated by commas, "
            "or an SQL condition such as \"length = 'short'\""
        )
    if not ids:
        raise UsageError(f"--topics: '{topics}' selects no topic of {collection}; select at least one")
    return sorted({*ids})


def read_ids(topics: str) -> str:
    """Return the topic ids of a file, separated by commas; if `topics` is not the path of a file, return it unchanged.

    A line of the file contains one id, optionally followed by a tab and further columns.

    Raises:
        FormatError: the file is not UTF-8, has no id, or a line does not start with one id.
    """
    path = Path(topics)
    try:
        if not path.is_file():
            return topics
    except OSError:  # a list of ids can be longer than a valid file name
        return topics
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise FormatError(f"{path}: not a text file in UTF-8; write one topic id in each line") from error
    firsts = [line.split("\t")[0].strip() for line in lines]
    for number, first in enumerate(firsts, 1):
        if re.search(r"[\s,]", first):
            raise FormatError(f"{path}:{number}: '{first[:40]}' is not one topic id; write one id in each line")
    if not any(firsts):
        raise FormatError(f"{path}: the file contains no topic id; write one id in each line")
    return ",".join(filter(None, firsts))


def _meet_condition(
    con: duckdb.DuckDBPyConnection, collection: str, condition: str, all_topics: Sequence[str]
) -> list[str]:
    """Return the topics that meet an SQL condition, with facets as columns; if names clash, they include the source."""
    facets = _query_facets(con, collection, all_topics)
    short = [facet.rpartition("/")[2] for facet in facets]
    columns = [
        f"max(facets.value) filter (where facets.facet = {sql_text.literal(facet)})"
        f"{'::double' if is_number else ''} as {sql_text.quote_name(facet if short.count(name) > 1 else name)},"
        for name, (facet, (_, is_number)) in zip(short, facets.items(), strict=True)
        if name not in ("query_id", "text")
    ]
    query = sql_text.written_out(
        resources.script("ask/slices/condition"),
        {"collection": collection, "topics": list(all_topics)},
        {"columns_asked": "\n".join(columns), "condition_asked": condition},
    )
    return [topic for (topic,) in conditions.execute(con, query, "--topics").fetchall()]


def find_slices(
    con: duckdb.DuckDBPyConnection, collection: str, facet: str, labels: str | None
) -> tuple[dict[str, list[str]], list[str]]:
    """Return the topics of each slice by a facet (`judging.topic_slices`), and notes on the slices.

    Raises:
        UsageError: there is no such facet, several facets have this name, or the facet has too many different texts.
    """
    all_topics = _query_topics(con, collection, labels)
    facets = _query_facets(con, collection, all_topics)
    short_names = list(dict.fromkeys(name.rpartition("/")[2] for name in facets))
    matches = [name for name in facets if name == facet or name.endswith(f"/{facet}")]
    if not matches:
        there = f"their facets are {', '.join(short_names)}" if facets else "they have no facets"
        raise UsageError(
            f"--by: topics of {collection} have no facet '{facet}'; {there}{did_you_mean(facet, short_names)}; load "
            f"your own with: dltrack ingest topic-notes FILE -c {collection}"
        )
    if len(matches) > 1 and facet not in matches:
        raise UsageError(f"--by: several notes are called '{facet}'; name one of {', '.join(matches)}")
    name = facet if facet in matches else matches[0]
    num_values, is_number = facets[name]
    if not is_number and num_values > MOST_VALUES:
        raise UsageError(
            f"--by: '{facet}' has {num_values} different texts, but at most {MOST_VALUES} can be slices; load a note "
            "with fewer groups"
        )
    rows = _run(con, "slices", collection=collection, facet=name, labels=labels)
    slices = {name: list(topics) for name, topics in rows}
    number = sum(map(len, slices.values()))
    sizes = ", ".join(f"{name} ({_count(len(topics))})" for name, topics in slices.items())
    notes = [f"slices by {facet}: {sizes}"]
    if number < len(all_topics):
        notes.append(f"{_count(len(all_topics) - number)} without {facet} are in no slice")
    notes += [note for name, topics in slices.items() for note in _few(f"slice {name}", len(topics))]
    if name in _JUDGED:
        notes.append(
            f"{name} is computed from the labels: it depends on the judged runs, and many relevant items make high "
            "scores easy, so differences between these slices may say nothing about the queries"
        )
    return slices, notes


def correct(con: duckdb.DuckDBPyConnection, answer: Answer, subject: str) -> Answer:
    """Return an answer with p_corrected by Holm for the tests of all its slices, and a note on this correction."""
    index = answer.columns.index("p_corrected")
    p_values = answer.values("p_t")
    rows = [[*row[:index], None, *row[index + 1 :]] for row in answer.rows]
    num_tests = 0
    for position, p_corrected, number in _run(con, "corrected", p_values=p_values):
        rows[position - 1][index], num_tests = p_corrected, number
    tests = "1 test" if num_tests == 1 else f"all {num_tests} tests"
    note = (
        f"paired t-tests over the topics of each slice, p < 0.05, corrected by Holm for {tests} of measures and "
        f"slices: {subject}"
    )
    return replace(answer, rows=[tuple(row) for row in rows], notes=[*answer.notes, note])


def _combine(answers: Mapping[str, Answer], facet: str, notes: Sequence[str]) -> Answer:
    """Return the rows of all slices, with a column `slice`; notes that not all slices share start with the slice."""
    first = next(iter(answers.values()))
    columns = list(dict.fromkeys(name for answer in answers.values() for name in answer.columns))
    types: dict[str, str] = {}
    for answer in answers.values():
        types |= dict(zip(answer.columns, answer.types, strict=False))
    common_notes = [note for note in first.notes if all(note in answer.notes for answer in answers.values())]
    own = [f"{name}: {note}" for name, answer in answers.items() for note in answer.notes if note not in common_notes]
    return Answer(
        columns=["slice", *columns],
        rows=[(name, *map(row.get, columns)) for name, answer in answers.items() for row in answer.records()],
        notes=[*notes, *common_notes, *own],
        types=["VARCHAR", *(types[name] for name in columns)] if len(types) == len(columns) else [],
        title=first.title,
        basis={
            f"{collection}, {facet} = {name}": facts
            for name, answer in answers.items()
            for collection, facts in answer.basis.items()
        },
        sources=first.sources,
        ranks=[rank for answer in answers.values() for rank in answer.ranks],
    )


def _query_topics(con: duckdb.DuckDBPyConnection, collection: str, labels: str | None) -> list[str]:
    return [topic for (topic,) in _run(con, "topics", collection=collection, labels=labels)]


def _query_facets(
    con: duckdb.DuckDBPyConnection, collection: str, topics: Sequence[str]
) -> dict[str, tuple[int, bool]]:
    rows = _run(con, "facets", collection=collection, topics=list(topics))
    return {facet: (num_values, is_number) for facet, num_values, is_number in rows}


def _run(con: duckdb.DuckDBPyConnection, block: str, **values: object) -> list[tuple[Any, ...]]:
    return con.execute(sql_text.written_out(resources.script(f"ask/slices/{block}"), values)).fetchall()


def _few(subject: str, number: int) -> list[str]:
    few = (
        f"{subject} has only {_count(number)}: means over so few topics are uncertain, and tests can hardly find a "
        "difference"
    )
    return [few] if number < FEWEST_TOPICS else []


def _count(number: int) -> str:
    return f"{number:,} topic{'s' * (number != 1)}"
