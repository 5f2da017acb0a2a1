"""The papers' printed numbers against this database: what `dltrack reproduce` prints.

All numbers come from the views `published.exhibit_status`, `published.summary`
and the macro `published.compared`; nothing is computed here.
"""

from __future__ import annotations

from dataclasses import dataclass

import duckdb

from dltrack_db.errors import DatabaseError, UsageError

EXHIBITS = "select * from published.exhibit_status order by exhibit"
CELLS = 'select * from published.compared($selection) order by exhibit, row_key, "column"'


@dataclass(frozen=True)
class Outcome:
    """How many printed numbers there are of each status in a selection."""

    matches: int
    known_misprints: int
    needs_data: int
    mismatches: int

    @property
    def sentence(self) -> str:
        """The outcome in one sentence."""
        total = self.matches + self.known_misprints + self.needs_data + self.mismatches
        return (
            f"{self.matches} of {total} printed numbers match, {self.known_misprints} are known misprints, "
            f"{self.needs_data} wait for data, {self.mismatches} differ without explanation."
        )


def query(con: duckdb.DuckDBPyConnection, selection: str | None, *, cells: bool) -> duckdb.DuckDBPyConnection:
    """Run the comparison: exhibit by exhibit, or cell by cell when asked to or when something is selected.

    `selection` is an exhibit ('D-T3'), a paper ('D') or an edition ('trec2021').

    Raises:
        DatabaseError: the database holds no printed numbers.
        UsageError: nothing is printed under that name.
    """
    if con.execute("select 1 from published.cells limit 1").fetchone() is None:
        raise DatabaseError("this database holds no printed numbers; load an edition with dltrack ingest ID")
    if selection is not None and not _is_known(con, selection):
        raise UsageError(
            f"no exhibit, paper or edition is called «{selection}»; dltrack reproduce without a name lists all exhibits"
        )
    if selection is None and not cells:
        return con.execute(EXHIBITS)
    return con.execute(CELLS, {"selection": selection})


def outcome(con: duckdb.DuckDBPyConnection, selection: str | None) -> Outcome:
    """Count the statuses of a selection."""
    counts = dict(
        con.execute(
            "select status, count(*) from published.compared($selection) group by status", {"selection": selection}
        ).fetchall()
    )
    return Outcome(
        matches=counts.get("match", 0),
        known_misprints=counts.get("known misprint", 0),
        needs_data=counts.get("needs data", 0),
        mismatches=counts.get("mismatch", 0),
    )


def _is_known(con: duckdb.DuckDBPyConnection, name: str) -> bool:
    papers = "select 1 from published.exhibits where upper($1) in (exhibit, paper)"
    editions = "select 1 from published.cells where edition = lower($1)"
    return any(con.execute(known, [name]).fetchone() for known in (papers, editions))
