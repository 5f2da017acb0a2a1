"""The one shape of an answer: what every question of `ask` returns, and what terminals, frames and pages draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import duckdb


@dataclass(frozen=True)
class Answer:
    """Rows as DuckDB gives them, with the sentences that stand under them.

    `types` are DuckDB's types of the columns. `query` gives the same rows in a bare DuckDB shell; it is empty where an
    answer takes more than a query.
    """

    columns: list[str]
    rows: list[tuple[Any, ...]]
    notes: list[str] = field(default_factory=list)
    query: str = ""
    types: list[str] = field(default_factory=list)

    @classmethod
    def fetch(cls, result: duckdb.DuckDBPyConnection, notes: Sequence[str] = (), query: str = "") -> Self:
        """Fetch all rows of an executed statement."""
        description = result.description or []
        columns, types = [column[0] for column in description], [str(column[1]) for column in description]
        return cls(columns, result.fetchall(), list(notes), query, types)

    def values(self, column: str) -> list[Any]:
        """Return one column; empty where there is none of that name."""
        index = self.columns.index(column) if column in self.columns else None
        return [] if index is None else [row[index] for row in self.rows]

    def without(self, column: str) -> Self:
        """Return the answer without a column."""
        index = self.columns.index(column)
        rows = [(*row[:index], *row[index + 1 :]) for row in self.rows]
        columns, types = ([*parts[:index], *parts[index + 1 :]] for parts in (self.columns, self.types))
        return type(self)(columns, rows, self.notes, self.query, types)
