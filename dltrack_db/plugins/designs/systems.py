"""Several seeds or checkpoints of one system: its row on a leaderboard, and the comparison of two systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import duckdb

from dltrack_db.ask import basis
from dltrack_db.ask.leaderboard import names, provenance_notes
from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.base.suggest import unknown
from dltrack_db.errors import UsageError
from dltrack_db.score import stored_measures
from dltrack_db.score.requests import DEFAULT_MEASURES
from dltrack_db.store import collections

_SCRIPTS = "plugins/designs/systems"


class _Measures(NamedTuple):
    """Names of measures in the database, and notes on them."""

    names: list[str]
    notes: list[str]


def board(con: duckdb.DuckDBPyConnection, db: Path, collection: str, measures: Sequence[str], limit: int = 0) -> Answer:
    """Return the leaderboard of systems, best by the first measure first.

    Args:
        con: an open database.
        db: its path, for messages.
        collection: a collection or edition.
        measures: as trec_eval or ir_measures write them; empty for the main measure of the collection.
        limit: number of systems, 0 for all.

    Returns:
        One row per system with the mean over its seeds by each measure and the seeds' standard deviation, in the column
        `spread`, or `MEASURE_spread` for several measures.

    Raises:
        UsageError: no run has a system, or the runs of a system cannot be averaged.
    """
    home = collections.find_collection(con, collection, db, is_ranked=True)
    asked = _find_measures(con, home, measures or [_main_measure(con, home)])
    values = {"collection": home, "measures": asked.names}
    facts = _run(con, "facts", values).records()
    num_noted = sum(row["is_noted"] for row in facts)
    if not num_noted:
        raise UsageError(
            f"no run of {home} has a system; load notes with the columns run_id, collection, system and seed: "
            "dltrack ingest run-notes FILE"
        )
    _refuse_faults([row["fault"] for row in facts if row["fault"]])
    spreads = {name: f"{name}_spread" if len(asked.names) > 1 else "spread" for name in asked.names}
    columns = [
        f"{sql_text.quote_name(f'{name}_{part}')} as {sql_text.quote_name(label)}"
        for name, spread in spreads.items()
        for part, label in (("value", name), ("spread", spread))
    ]
    words = {
        "columns_asked": names(asked.names),
        "select_asked": ", ".join(["systems.system", *columns, "systems.num_seeds"]),
    }
    query = sql_text.written_out(resources.script(f"{_SCRIPTS}/board"), values, words)
    query += f"\nlimit {limit}" if limit else ""
    notes = [*asked.notes, *stored_measures.direction_notes(con, asked.names), *_notes_on_systems(facts, num_noted)]
    answer = Answer.ask(con, query, notes, f"{home}: systems over their seeds")
    return replace(answer, basis={home: basis.read(con, home, asked.names)})


def compare(
    con: duckdb.DuckDBPyConnection,
    db: Path,
    systems: tuple[str, str],
    collection: str | None,
    measures: Sequence[str],
) -> Answer:
    """Compare two systems over topics and seeds; the notes are a sentence for each measure.

    Args:
        con: an open database.
        db: its path, for messages.
        systems: names of systems A and B, or of runs without a note.
        collection: a collection or edition; None for the only one with both systems.
        measures: as trec_eval or ir_measures write them.

    Raises:
        UsageError: a system is unknown, or the two cannot be compared.
    """
    home = _home(con, db, systems, collection)
    asked = _find_measures(con, home, measures)
    first, second = systems
    values = {"collection": home, "measures": asked.names, "system_a": first, "system_b": second}
    answer = _run(con, "compare", values)
    _refuse_faults(answer.distinct("fault"))
    facts = _run(con, "facts", values).records()
    sources = provenance_notes((row["provenance"] for row in facts if row["system"] in systems), has_gaps=False)
    notes = [*asked.notes, *sources, *answer.distinct("finding")]
    answer = answer.without("finding", "fault")
    return replace(
        answer,
        notes=notes,
        title=f"{home}: system {first} (A) against system {second} (B)",
        basis={home: basis.read(con, home, asked.names)},
    )


def _run(con: duckdb.DuckDBPyConnection, block: str, values: Mapping[str, object]) -> Answer:
    query = sql_text.written_out(resources.script(f"{_SCRIPTS}/{block}"), values)
    return Answer.ask(con, query)


def _main_measure(con: duckdb.DuckDBPyConnection, collection: str) -> str:
    query = "select measure from systems.main_measures where collection = $1"
    return str(con.execute(sql_text.fill_values(query, [collection])).fetchall()[0][0])


def _find_measures(con: duckdb.DuckDBPyConnection, collection: str, measures: Sequence[str]) -> _Measures:
    """Return the measures whose values are stored for the collection; refuse others, and leave out default ones."""
    query = "select distinct measure from metrics.run_scores where collection = $1"
    stored = {name for (name,) in con.execute(sql_text.fill_values(query, [collection])).fetchall()}
    if list(measures) == list(DEFAULT_MEASURES):
        measures = [name for name in measures if name in stored] or measures
    by_measure = {measure: stored_measures.find(con, collection, measure) for measure in measures}
    for measure, one in by_measure.items():
        if one.level is not None:
            stored_measures.name(con, collection, measure)  # which says why it is not stored
    return _Measures(
        list(dict.fromkeys(one.name for one in by_measure.values())),
        list(dict.fromkeys(one.convention for one in by_measure.values() if one.convention)),
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
            see = f"dltrack leaderboard {scope[0] if len(scope) == 1 else 'COLLECTION'} --group system"
            raise UsageError(
                f"{', '.join(scope) if collection else db} has no system '{system}'{unknown(system, every, see)}"
            )
    raise UsageError(f"no collection has both systems, {systems[0]} and {systems[1]}")
