"""The papers' printed numbers against this database: what `dltrack reproduce` prints.

All numbers come from the views `published.exhibit_status` and the macro
`published.compared`; nothing is computed here.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING

import duckdb

from dltrack_db.base import progress, resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.errors import DatabaseError, UsageError
from dltrack_db.export import cite
from dltrack_db.store.connection import without_optimizers

if TYPE_CHECKING:
    import polars as pl

    from dltrack_db.api import Database

STATUSES = (
    "match",
    "agrees with NIST",
    "agrees in print",
    "known misprint",
    "needs data",
    "not reproducible",
    "mismatch",
)


@dataclass(frozen=True)
class StatusCounts:
    """Numbers of printed values of a selection by status; every status of `STATUSES` has an entry.

    `not_reproducible` is why the exhibit that was selected has no view; none where it has one.
    """

    counts: dict[str, int]
    not_reproducible: str | None = None

    @property
    def mismatches(self) -> int:
        """Numbers that differ without an explanation."""
        return self.counts["mismatch"]

    @property
    def sentence(self) -> str:
        """The outcome in one sentence."""
        counts = self.counts
        if self.not_reproducible:
            num_printed = sum(counts.values())
            return (
                f"Not reproducible: {self.not_reproducible}; "
                f"{f'the paper prints {num_printed} numbers' if num_printed else 'the paper prints no number'} of it."
            )
        if not sum(counts.values()):
            return "The paper prints no number of it; the view of its name in schema exhibits computes what it shows."
        return (
            f"{counts['match']} of {sum(counts.values())} printed numbers match, "
            f"{counts['agrees with NIST']} agree with NIST, {counts['agrees in print']} agree in print, "
            f"{counts['known misprint']} are known misprints, {counts['needs data']} wait for data, "
            f"{counts['not reproducible']} are not reproducible, "
            f"{counts['mismatch']} differ without explanation."
        )


def answer(db: Database, selection: str | None = None, *, cells: bool = False) -> pl.DataFrame:
    """Compare the papers' printed numbers with what a database computes, as `dltrack reproduce` does.

    One row for each exhibit; with an edition (trec2021), paper (D) or exhibit (D-T3), or with `cells`, one for each
    printed number, with its status.
    """
    from dltrack_db.show.frame import Frame

    return Frame.from_answer(compare(db.duckdb, selection, cells=cells))


def compare(con: duckdb.DuckDBPyConnection, selection: str | None, *, cells: bool, is_short: bool = False) -> Answer:
    """Compare printed numbers: exhibit by exhibit, or cell by cell when asked to or when something is selected.

    `selection` is an exhibit ('D-T3'), a paper ('D') or an edition ('trec2021'); other words are looked for in the
    titles and places of exhibits ('table3'), and those about them are answered one by one. `is_short` is for people:
    of a paper or an edition what differs or waits, grouped by its reason.
    """
    if con.execute("select 1 from published.cells limit 1").fetchone() is None:
        raise DatabaseError("this database holds no printed numbers; load an edition with dltrack ingest ID")
    kind = None if selection is None else _kind(con, selection)
    exhibits = None
    if selection is not None and kind is None:
        exhibits = [row[0] for row in _run(con, "found", words=selection).fetchall()]
        if not exhibits:
            raise UsageError(
                f"no exhibit, paper or edition is called '{selection}', or has it in its title; dltrack reproduce "
                "without a name lists all exhibits"
            )
    progress.stage("comparing printed numbers")
    # which asks the statistics of the whole plan again for each sort and join: a quarter of the time
    with without_optimizers(con, "compressed_materialization"):
        _run(con, "compare", selection=selection if exhibits is None else exhibits[0])
        for exhibit in (exhibits or [])[1:]:
            _run(con, "add", exhibit=exhibit)
    if kind is None and not cells:
        return Answer.fetch(_run(con, "counts" if is_short else "exhibits", exhibits=exhibits))
    return Answer.fetch(_run(con, "open" if is_short and kind != "exhibit" and not cells else "cells"))


def outcome(con: duckdb.DuckDBPyConnection, selection: str | None = None) -> StatusCounts:
    """Count the statuses of what `compare` compared last on this connection, which was `selection`."""
    counts = dict(_run(con, "outcome").fetchall())
    (reason,) = _run(con, "not_reproducible", selection=selection).fetchall()[0]
    return StatusCounts({status: counts.get(status, 0) for status in STATUSES}, reason)


def sign(con: duckdb.DuckDBPyConnection, selection: str | None, name: str) -> str:
    """Return a line for a log of what `compare` compared last: what, with which outcome, who, when, from what."""
    if not name.strip() or not name.isprintable():
        raise UsageError("--sign needs a name, like --sign 'Jane Doe'")
    about = [row[0] for row in _run(con, "data").fetchall()]
    today = datetime.date.today().isoformat()
    what = selection or "all exhibits"
    return f"- {what}: {outcome(con, selection).sentence} {name.strip()}, {today}, with {cite.line(con, *about)}"


def _kind(con: duckdb.DuckDBPyConnection, name: str) -> str | None:
    """Return what a name is of: an exhibit, a paper or an edition."""
    queries = {
        "exhibit": "select 1 from published.exhibits where exhibit = upper($1)",
        "paper": "select 1 from published.exhibits where paper = upper($1)",
        "edition": "select 1 from published.cells where edition = lower($1)",
    }
    return next(
        (kind for kind, query in queries.items() if con.execute(sql_text.fill_values(query, [name])).fetchone()), None
    )


def _run(con: duckdb.DuckDBPyConnection, script: str, **values: object) -> duckdb.DuckDBPyConnection:
    return con.execute(sql_text.written_out(resources.script(f"plugins/exhibits/reproduce/{script}"), values))
