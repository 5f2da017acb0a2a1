"""The result of every question in `ask`, which terminals, data frames and pages display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True)
class Answer:
    """Rows as DuckDB returns them, with a title and notes.

    Args:
        query: SQL that returns the same rows in any DuckDB shell; empty if no single query does.
        types: DuckDB's column types.
        basis: for each collection, the data that its numbers are based on (`systems.basis`); empty if the rows are not
            about runs.
        sources: database objects that the rows come from, if `query` does not name them.
        ranks: ranks of leaderboard rows, if the rows have no rank column.
    """

    columns: list[str]
    rows: list[tuple[Any, ...]]
    notes: list[str] = field(default_factory=list)
    query: str = ""
    types: list[str] = field(default_factory=list)
    title: str = ""
    basis: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    sources: Sequence[str] = ()
    ranks: Sequence[int | None] = ()

    @classmethod
    def fetch(
        cls, result: duckdb.DuckDBPyConnection, notes: Sequence[str] = (), query: str = "", title: str = ""
    ) -> Self:
        """Fetch all rows of an executed statement."""
        description = result.description or []
        columns, types = [column[0] for column in description], [str(column[1]) for column in description]
        return cls(columns, result.fetchall(), list(notes), query, types, title)

    @classmethod
    def ask(cls, con: duckdb.DuckDBPyConnection, query: str, notes: Sequence[str] = (), title: str = "") -> Self:
        """Run a query and fetch all of its rows."""
        return cls.fetch(con.execute(query), notes, query, title)

    def values(self, column: str) -> list[Any]:
        """Return the values of a column; an empty list if the column does not exist."""
        index = self.columns.index(column) if column in self.columns else None
        return [] if index is None else [row[index] for row in self.rows]

    def distinct(self, column: str) -> list[Any]:
        """Return the distinct values of a column that are not null, in order of appearance."""
        return list(dict.fromkeys(value for value in self.values(column) if value is not None))

    def records(self) -> list[dict[str, Any]]:
        """Return the rows as dictionaries."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def select(self, names: Mapping[str, str] | Sequence[str]) -> Self:
        """Return only these columns, in this order; a mapping also renames them."""
        chosen = [self.columns.index(name) for name in names]
        rows = [tuple(row[i] for i in chosen) for row in self.rows]
        columns = list(names.values() if isinstance(names, Mapping) else names)
        return replace(self, columns=columns, rows=rows, types=[self.types[i] for i in chosen] if self.types else [])

    def without(self, *columns: str) -> Self:
        """Return the answer without these columns."""
        return self.select([name for name in self.columns if name not in columns])
