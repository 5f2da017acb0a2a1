"""The progress file of a study, next to the database. An interrupted study continues from this file.

The file has the same tables for simulations as the database. A unit (all traces of one topic and trial) is written in
one transaction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from dltrack_db import sqlfiles
from dltrack_db.base import resources, sql_text
from dltrack_db.plugins.simulate import leftovers
from dltrack_db.store import database

TABLES = ("simulations", "simulation_topics", "simulation_traces")


@dataclass(frozen=True)
class Trace:
    """The judged items of one topic in one trial of a simulation, in the order of judging: ids, grades and scores.

    A score is NaN if the strategy has none.
    """

    simulation: str
    trial: int
    query_id: str
    items: list[str]
    grades: np.ndarray
    scores: np.ndarray
    pool_size: int
    num_candidates: int
    num_judged: int
    is_shared: bool


@dataclass
class Progress:
    """An open progress file."""

    con: duckdb.DuckDBPyConnection
    path: Path
    waiting: list[Trace] = field(default_factory=list)

    def done(self) -> set[tuple[int, str]]:
        """Return the stored units, each as (trial, topic id)."""
        return set(self.con.execute("select distinct trial, query_id from main.simulation_traces").fetchall())

    def begin(self, rows: Sequence[dict[str, object]]) -> None:
        """Store the simulations of the study, unless the file already contains simulations."""
        if self.con.execute("select count(*) from main.simulations").fetchone() == (0,):
            with database.transaction(self.con):
                for row in rows:
                    sql_text.insert_row(self.con, "main.simulations", row)

    def add(self, traces: Sequence[Trace]) -> None:
        """Add the traces of one unit, to be stored by the next `write`."""
        self.waiting += traces

    def write(self) -> None:
        """Store the added traces."""
        if not self.waiting:
            return
        lengths = [len(trace.items) for trace in self.waiting]
        columns = {
            "simulation": np.repeat(_texts([trace.simulation for trace in self.waiting]), lengths),
            "trial": np.repeat([trace.trial for trace in self.waiting], lengths),
            "query_id": np.repeat(_texts([trace.query_id for trace in self.waiting]), lengths),
            "step": np.concatenate([np.arange(1, length + 1) for length in lengths]),
            "doc_id": _texts([item for trace in self.waiting for item in trace.items]),
            "judged_as": np.concatenate([trace.grades for trace in self.waiting]),
            "score": np.concatenate([trace.scores for trace in self.waiting]),
        }
        first = [trace for trace in self.waiting if trace.trial == 1]
        facts = {
            "simulation": object, "query_id": object, "pool_size": int, "num_candidates": int, "num_judged": int,
            "is_shared": bool,
        }  # fmt: skip
        with database.transaction(self.con):
            self._insert("traces", columns)
            if first:  # topics are the same in every trial
                rows = {name: [getattr(trace, name) for trace in first] for name in facts}
                self._insert("topics", {name: np.array(rows[name], dtype=kind) for name, kind in facts.items()})
        self.waiting.clear()

    def _insert(self, what: str, table: dict[str, NDArray[Any]]) -> None:
        self.con.register("written", table)
        self.con.execute(resources.script(f"plugins/simulate/publish/write_{what}"))
        self.con.unregister("written")


def _texts(values: list[str]) -> NDArray[Any]:
    """Return an array of Python objects, from which DuckDB reads strings without padding."""
    return np.array(values, dtype=object)


@contextmanager
def open_progress(db: Path, fingerprint: str) -> Iterator[Progress]:
    """Yield the progress file of a study, which is created for a new study."""
    path = leftovers.place(db, fingerprint)
    con = database.connect()
    try:
        database.attach(con, path, read_only=False, alias=leftovers.ALIAS)
        for table in sqlfiles.tables():
            if table.name in TABLES:
                con.execute(table.statement)
        yield Progress(con, path)
    finally:
        con.close()
