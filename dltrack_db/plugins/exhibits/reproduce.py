"""Compare the papers' printed numbers with this database, for `dltrack reproduce`."""

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
    """Count of printed numbers for each status in `STATUSES`.

    `not_reproducible` is the reason that an exhibit has no view; None for any other selection.
    """

    counts: dict[str, int]
    not_reproducible: str | None = None

    @property
    def mismatches(self) -> int:
        """Count of numbers that differ without an explanation."""
        return self.counts["mismatch"]

    @property
    def sentence(self) -> str:
        """Summary for a terminal or a log."""
        counts = self.counts
        if self.not_reproducible:
            num_printed = sum(counts.values())
            return (
                f"Not reproducible: {self.not_reproducible}; "
                f"the paper prints {num_printed or 'no'} number{'' if num_printed == 1 else 's'} in this exhibit."
            )
        if not sum(counts.values()):
            return "The paper prints no numbers in this exhibit; its view in schema exhibits computes the content."
        return (
            f"{counts['match']} of {sum(counts.values())} printed numbers match, "
            f"{counts['agrees with NIST']} agree with NIST, {counts['agrees in print']} agree in print, "
            f"{counts['known misprint']} are known misprints, {counts['needs data']} need data, "
            f"{counts['not reproducible']} are not reproducible, "
            f"{counts['mismatch']} differ without explanation."
        )


def answer(db: Database, selection: str | None = None, *, cells: bool = False) -> pl.DataFrame:
    """Compare the papers' printed numbers with those computed from a database, as `dltrack reproduce` does.

    Return one row for each exhibit. If `cells` is set or `selection` names an edition (trec2021), a paper (D) or an
    exhibit (D-T3), return one row for each printed number.
    """
    from dltrack_db.show.frame import Frame

    return Frame.from_answer(compare(db.duckdb, selection, cells=cells))


def compare(con: duckdb.DuckDBPyConnection, selection: str | None, *, cells: bool, is_short: bool = False) -> Answer:
    """Compare printed and computed numbers; return one row for each exhibit or for each printed number.

    Args:
        con: connection to the database.
        selection: an exhibit ('D-T3'), a paper ('D'), an edition ('trec2021'), or words in titles of exhibits
            ('table3'); None for all exhibits.
        cells: whether to return one row for each printed number. Exhibits, papers and editions always do.
        is_short: whether a paper or an edition returns only the numbers that are not reproduced, grouped by reason.
    """
    if con.execute("select 1 from published.cells limit 1").fetchone() is None:
        raise DatabaseError("this database has no printed numbers; load an edition, e.g.: dltrack ingest trec2021")
    kind = None if selection is None else _kind(con, selection)
    exhibits = None
    if selection is not None and kind is None:
        exhibits = [row[0] for row in _run(con, "found", words=selection).fetchall()]
        if not exhibits:
            raise UsageError(
                f"no exhibit, paper or edition is called '{selection}', and no title contains it; to list all "
                "exhibits, run: dltrack reproduce"
            )
    progress.stage("comparing printed numbers")
    # compressed_materialization recomputes statistics of the whole plan for each sort and join: a quarter of the time
    with without_optimizers(con, "compressed_materialization"):
        _run(con, "compare", selection=selection if exhibits is None else exhibits[0])
        for exhibit in (exhibits or [])[1:]:
            _run(con, "add", exhibit=exhibit)
    if kind is None and not cells:
        return Answer.fetch(_run(con, "counts" if is_short else "exhibits", exhibits=exhibits))
    return Answer.fetch(_run(con, "open" if is_short and kind != "exhibit" and not cells else "cells"))


def outcome(con: duckdb.DuckDBPyConnection, selection: str | None = None) -> StatusCounts:
    """Count the statuses in the last comparison on this connection; `selection` must be that of the comparison."""
    counts = dict(_run(con, "outcome").fetchall())
    (reason,) = _run(con, "not_reproducible", selection=selection).fetchall()[0]
    return StatusCounts({status: counts.get(status, 0) for status in STATUSES}, reason)


def sign(con: duckdb.DuckDBPyConnection, selection: str | None, name: str) -> str:
    """Return a line for a log about the last comparison: selection, outcome, signer, date, data."""
    if not name.strip() or not name.isprintable():
        raise UsageError("--sign needs a name of printable characters, such as --sign 'Jane Doe'")
    about = [row[0] for row in _run(con, "data").fetchall()]
    today = datetime.date.today().isoformat()
    what = selection or "all exhibits"
    return f"- {what}: {outcome(con, selection).sentence} {name.strip()}, {today}, with {cite.line(con, *about)}"


def _kind(con: duckdb.DuckDBPyConnection, name: str) -> str | None:
    """Return 'exhibit', 'paper' or 'edition' according to what `name` is, else None."""
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
