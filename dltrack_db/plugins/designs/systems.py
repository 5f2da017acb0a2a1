"""Several seeds or checkpoints of one system: its row on a leaderboard, and the comparison of two systems."""

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
"""Systems that a message names at most."""


class Choice(NamedTuple):
    """What systems are compared by.

    Attributes:
        measures: as trec_eval or ir_measures write them.
        labels: a set of labels, empty for the official one.
        topics: the only topics, as `ask.slices.find_topics` takes them; empty for all.
        by: a facet; each slice of its topics is a question. Empty for none.
    """

    measures: Sequence[str]
    labels: str = ""
    topics: str = ""
    by: str = ""


class _Measures(NamedTuple):
    """Names of measures in the database in use, and notes on them; `is_stored` is False if some are computed now."""

    names: list[str]
    notes: list[str]
    is_stored: bool


def board(con: duckdb.DuckDBPyConnection, db: Path, collection: str, choice: Choice, limit: int = 0) -> Answer:
    """Return the leaderboard of systems, best by the first measure first.

    Args:
        con: an open database.
        db: its path, for messages.
        collection: a collection or edition.
        choice: measures, by default the main measure of the collection, and topics.
        limit: number of systems, 0 for all.

    Returns:
        One row per system with the mean over its seeds by each measure and the seeds' standard deviation, in the column
        `spread`, or `MEASURE_spread` for several measures.

    Raises:
        UsageError: no run has a system, or the runs of a system cannot be averaged.
    """
    home = collections.find_collection(con, collection, db, is_ranked=True)
    measures = choice.measures or [_main_measure(con, home)]
    return slices.ask(con, home, (choice.topics, choice.by), None, lambda: _read_board(con, home, measures, limit))


def _read_board(con: duckdb.DuckDBPyConnection, home: str, measures: Sequence[str], limit: int) -> Answer:
    """Return the leaderboard of systems of a collection by the topics of the database in use."""
    with _available(con, home, measures) as resolution:
        facts = _run(con, "facts", {"collection": home, "measures": resolution.names}).records()
        num_noted = sum(row["is_noted"] for row in facts)
        if not num_noted:
            raise UsageError(
                f"no run of {home} has a system; load notes with the columns run_id, collection, system and seed: "
                "dltrack ingest run-notes FILE"
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
    """Compare two systems over topics and seeds; the notes are a sentence for each measure.

    Args:
        con: an open database.
        db: its path, for messages.
        systems: names of systems A and B, or of runs without a note.
        collection: a collection or edition; None for the only one with both systems.
        choice: measures, labels and topics.

    Raises:
        UsageError: a system is unknown, or the two cannot be compared.
    """
    if choice.by:
        raise UsageError("--by cannot be combined with --group in a comparison; compare with --topics in each slice")
    home, labels = _home(con, db, systems, collection), choice.labels or None

    def ask() -> Answer:
        with _available(con, home, choice.measures, labels) as resolution:
            return _with_basis(con, home, _compare(con, home, systems, resolution), resolution, labels)

    answer = slices.ask(con, home, (choice.topics, ""), labels, ask)
    by_labels = f" by labels {labels}" if labels else ""
    return replace(answer, title=f"{home}: system {systems[0]} (A) against system {systems[1]} (B){by_labels}")


def _compare(con: duckdb.DuckDBPyConnection, home: str, systems: tuple[str, str], resolution: _Measures) -> Answer:
    """Return the comparison of two systems of a collection by the topics of the database in use."""
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
    """Return the answer with its basis, which a frozen lake does not have."""
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
    """Use an overlay with values of measures that are not stored for the block; default measures may be missing."""
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
    """Return notes on runs without a system, on systems with few topics, and on the sources of scores."""
    notes = []
    if others := len(facts) - num_noted:
        runs = "1 run without a system is" if others == 1 else f"{others} runs without a system are"
        notes.append(f"{runs} listed by name")
    notes += [f"{row['system']} is not comparable: {row['unranked']}" for row in facts if row["unranked"]]
    return [*notes, *provenance_notes((str(row["provenance"]) for row in facts), has_gaps=False)]


def _home(con: duckdb.DuckDBPyConnection, db: Path, systems: tuple[str, str], collection: str | None) -> str:
    """Return the collection that has both systems; `collection` may be an edition with several."""
    rows = _run(con, "homes", {}).rows
    scope = collections.find_collections(con, collection, db) if collection else list(dict(rows))
    pairs = [(home, system) for home, system in rows if home in scope]
    homes = [home for home in scope if {(home, system) for system in systems} <= {*pairs}]
    if len(homes) > 1:
        raise UsageError(f"{', '.join(homes)} have both systems; choose one with --collection")
    if homes:
        return homes[0]
    for system in systems:
        if system not in (every := [one for _, one in pairs]):
            there = unknown(system, every) if len(every) <= _SHOWN else did_you_mean(system, every)
            see = f"; see: dltrack leaderboard {scope[0] if len(scope) == 1 else 'COLLECTION'} --group system"
            raise UsageError(f"{', '.join(scope) if collection else db} has no system '{system}'{there or see}")
    raise UsageError(f"no collection has both systems, {systems[0]} and {systems[1]}; name two of one collection")
