"""Systems with several seeds or checkpoints: their leaderboard, and the comparison of two systems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import duckdb

from dltrack_db.ask import basis, slices
from dltrack_db.ask.leaderboard import names, provenance_notes
from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.base.suggest import did_you_mean, unknown
from dltrack_db.errors import UsageError
from dltrack_db.score import derived_labels, stored_measures, unstored
from dltrack_db.score.requests import DEFAULT_MEASURES
from dltrack_db.store import collections, states

_SCRIPTS = "plugins/designs/systems"
_SHOWN = 12
"""Maximum number of systems listed in a message."""


class Choice(NamedTuple):
    """Measures, labels and topics for a leaderboard or comparison of systems.

    Attributes:
        measures: measures, written as in trec_eval or ir_measures.
        labels: a label set; empty for the official labels.
        topics: topics to use, written as `ask.slices.find_topics` accepts them; empty for all.
        by: a facet that splits the topics into slices, each answered separately; empty for no split.
    """

    measures: Sequence[str]
    labels: str = ""
    topics: str = ""
    by: str = ""


class _Measures(NamedTuple):
    """Measure names in the database, and notes on the measures.

    `is_stored` is False if the values of a measure were not stored and had to be computed.
    """

    names: list[str]
    notes: list[str]
    is_stored: bool


def board(con: duckdb.DuckDBPyConnection, db: Path, collection: str, choice: Choice, limit: int = 0) -> Answer:
    """Return the leaderboard of systems, best by the first measure first.

    Args:
        con: connection to the database.
        db: path of the database, for messages.
        collection: a collection or edition.
        choice: measures and topics; without measures, the main measure of the collection.
        limit: maximum number of systems; 0 for all.

    Returns:
        One row per system: for each measure, the mean over the seeds and their standard deviation. The standard
        deviation is in column `spread`, or in `MEASURE_spread` if there are several measures.

    Raises:
        UsageError: no run has a system, or the runs of a system cannot be averaged.
    """
    home = collections.find_collection(con, collection, db, is_ranked=True)
    measures = choice.measures or [_main_measure(con, home)]
    return slices.ask(con, home, (choice.topics, choice.by), None, lambda: _read_board(con, home, measures, limit))


def _read_board(con: duckdb.DuckDBPyConnection, home: str, measures: Sequence[str], limit: int) -> Answer:
    """Return the leaderboard of the systems of a collection, over the topics of the open database."""
    with _available(con, home, measures) as resolution:
        facts = _run(con, "facts", {"collection": home, "measures": resolution.names}).records()
        num_noted = sum(row["is_noted"] for row in facts)
        if not num_noted:
            raise UsageError(
                f"no run of {home} belongs to a system; write a file with the columns run_id, collection, system and "
                "seed, and load it with: dltrack ingest run-notes FILE"
            )
        _refuse_faults([row["fault"] for row in facts if row["fault"]])
        query = _board_query(home, resolution.names, limit)
        lower = stored_measures.direction_notes(con, resolution.names)
        notes = [*resolution.notes, *lower, *_notes_on_systems(facts, num_noted)]
        answer = Answer.ask(con, query, notes, f"{home}: systems over their seeds")
        return _with_basis(con, home, answer if resolution.is_stored else replace(answer, query=""), resolution)


def _board_query(home: str, measures: list[str], limit: int) -> str:
    spreads = {name: f"{name}_spread" if len(measures) > 1 else "spread" for name in measures}
    columns = [
        f"{sql_text.quote_name(f'{name}_{part}')} as {sql_text.quote_name(label)}"
        for name, spread in spreads.items()
        for part, label in (("value", name), ("spread", spread))
    ]
    words = {
        "columns_asked": names(measures),
        "select_asked": ", ".join(["systems.system", *columns, "systems.num_seeds"]),
    }
    values = {"collection": home, "measures": measures}
    query = sql_text.written_out(resources.script(f"{_SCRIPTS}/board"), values, words)
    return f"{query}\nlimit {limit}" if limit else query


def compare(
    con: duckdb.DuckDBPyConnection, db: Path, systems: tuple[str, str], collection: str | None, choice: Choice
) -> Answer:
    """Compare two systems over topics and seeds; the notes explain the result of each measure.

    Args:
        con: connection to the database.
        db: path of the database, for messages.
        systems: names of systems A and B; a run without a run note is a system under its own name.
        collection: a collection or edition; None for the only collection with both systems.
        choice: measures, labels and topics.

    Raises:
        UsageError: a system is unknown, or the two systems cannot be compared.
    """
    if choice.by:
        raise UsageError(
            "--by cannot be combined with --group in a comparison; compare one slice at a time, with --topics"
        )
    home, labels = _home(con, db, systems, collection), choice.labels or None

    def ask() -> Answer:
        with _available(con, home, choice.measures, labels) as resolution:
            return _with_basis(con, home, _compare(con, home, systems, resolution), resolution, labels)

    answer = slices.ask(con, home, (choice.topics, ""), labels, ask)
    by_labels = f" by labels {labels}" if labels else ""
    return replace(answer, title=f"{home}: system {systems[0]} (A) against system {systems[1]} (B){by_labels}")


def _compare(con: duckdb.DuckDBPyConnection, home: str, systems: tuple[str, str], resolution: _Measures) -> Answer:
    """Return the comparison of two systems of a collection, over the topics of the open database."""
    values = {"collection": home, "measures": resolution.names, "system_a": systems[0], "system_b": systems[1]}
    answer = _run(con, "compare", values)
    if not answer.rows:
        names_asked = ", ".join(resolution.names)
        raise UsageError(f"no run of {' or '.join(systems)} has scores by {names_asked}; name other measures with -m")
    _refuse_faults(answer.distinct("fault"))
    facts = _run(con, "facts", values).records()
    sources = provenance_notes((row["provenance"] for row in facts if row["system"] in systems), has_gaps=False)
    notes = [*resolution.notes, *sources, *answer.distinct("finding")]
    return replace(answer.without("finding", "fault"), notes=notes)


def _with_basis(
    con: duckdb.DuckDBPyConnection, home: str, answer: Answer, resolution: _Measures, labels: str | None = None
) -> Answer:
    """Return the answer with its basis (facts on data and method), or unchanged if the database is a frozen lake."""
    if states.is_frozen(con):
        return answer
    facts = basis.read(con, home, resolution.names)
    return replace(answer, basis={home: facts | ({"labels": labels} if labels else {})})


def _run(con: duckdb.DuckDBPyConnection, block: str, values: Mapping[str, object]) -> Answer:
    query = sql_text.written_out(resources.script(f"{_SCRIPTS}/{block}"), values)
    return Answer.ask(con, query)


def _main_measure(con: duckdb.DuckDBPyConnection, collection: str) -> str:
    query = "select measure from systems.main_measures where collection = $1"
    return str(con.execute(sql_text.fill_values(query, [collection])).fetchall()[0][0])


@contextmanager
def _available(
    con: duckdb.DuckDBPyConnection, collection: str, measures: Sequence[str], labels: str | None = None
) -> Iterator[_Measures]:
    """Make values of the measures available inside the `with` block, computing values that are not stored.

    Default measures without stored values are omitted; other measures raise an error.
    """
    if labels:
        with (
            derived_labels.available(con, collection, labels),
            unstored.with_values(con, collection, list(measures), labels) as overlay,
        ):
            yield _Measures([*overlay.levels], overlay.notes, is_stored=False)
        return
    query = "select distinct measure from metrics.run_scores where collection = $1"
    stored_names = {name for (name,) in con.execute(sql_text.fill_values(query, [collection])).fetchall()}
    if list(measures) == list(DEFAULT_MEASURES):
        measures = [name for name in measures if name in stored_names] or measures
    with unstored.available(con, collection, measures) as overlay:
        by_measure = {name: stored_measures.find(con, collection, name) for name in measures}
        conventions = [one.convention for one in by_measure.values() if one.convention]
        yield _Measures(
            list(dict.fromkeys(one.name for one in by_measure.values())),
            [*overlay.notes, *dict.fromkeys(conventions)],
            is_stored=not overlay.levels,
        )


def _refuse_faults(faults: Sequence[str]) -> None:
    if faults:
        more = f" ({len(faults) - 1} more like this)" if len(faults) > 1 else ""
        raise UsageError(f"{faults[0]}{more}")


def _notes_on_systems(facts: Sequence[dict[str, object]], num_noted: int) -> list[str]:
    """Return notes on runs without a system, on systems that are not comparable, and on the sources of scores."""
    notes = []
    if others := len(facts) - num_noted:
        runs = "1 run without a system is" if others == 1 else f"{others} runs without a system are"
        notes.append(f"{runs} listed under {'its own name' if others == 1 else 'their own names'}")
    notes += [f"{row['system']} is not comparable: {row['unranked']}" for row in facts if row["unranked"]]
    return [*notes, *provenance_notes((str(row["provenance"]) for row in facts), has_gaps=False)]


def _home(con: duckdb.DuckDBPyConnection, db: Path, systems: tuple[str, str], collection: str | None) -> str:
    """Return the only collection that has both systems, searching `collection` (or edition) or the whole database."""
    rows = _run(con, "homes", {}).rows
    scope = collections.find_collections(con, collection, db) if collection else list(dict(rows))
    pairs = [(home, system) for home, system in rows if home in scope]
    homes = [home for home in scope if {(home, system) for system in systems} <= {*pairs}]
    if len(homes) > 1:
        raise UsageError(f"several collections have both systems ({', '.join(homes)}); choose one with --collection")
    if homes:
        return homes[0]
    for system in systems:
        if system not in (every := [one for _, one in pairs]):
            there = unknown(system, every) if len(every) <= _SHOWN else did_you_mean(system, every)
            see = f"; see: dltrack leaderboard {scope[0] if len(scope) == 1 else 'COLLECTION'} --group system"
            raise UsageError(f"{', '.join(scope) if collection else db} has no system '{system}'{there or see}")
    raise UsageError(
        f"no collection has both systems, {systems[0]} and {systems[1]}; name two systems of one collection"
    )
