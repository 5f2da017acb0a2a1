"""Results as polars frames."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import polars as pl

from dltrack_db.base.answer import Answer
from dltrack_db.show import html

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


class Frame(pl.DataFrame):
    """A polars frame that notebooks display like dltrack's tables.

    `notes` are the sentences that the command line prints under the rows. `basis` and `ranks` are those of the answer
    (`Answer.basis`, `Answer.ranks`). Frames that polars derives from this frame have none of the three.
    """

    notes: Sequence[str] = ()
    basis: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
    ranks: Sequence[int | None] = ()

    def _repr_html_(self, **_options: Any) -> str:
        columns, rows = self.columns, self.head(html.ROWS).rows()
        if self.basis:
            columns, rows = html.readable_columns(columns, rows, self.ranks)
        return html.table(columns, rows, self.height, [*self.notes, *html.basis_lines(self.basis)])

    @classmethod
    def from_answer(cls, answer: Answer) -> Self:
        """Return an answer as a frame, with DuckDB's types."""
        schema = {name: polars_type(kind) for name, kind in zip(answer.columns, answer.types, strict=True)}
        frame = cls(answer.rows, schema=schema, orient="row", infer_schema_length=None)
        frame.notes, frame.basis, frame.ranks = answer.notes, answer.basis, answer.ranks
        return frame

    @classmethod
    def from_result(cls, result: DuckDBPyConnection | DuckDBPyRelation, notes: Sequence[str] = ()) -> Self:
        """Return the result of a statement or relation as a frame; in DuckDB 2, only relations have `.pl()`."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Arrow output on a DB-API result")  # DuckDB 2 copies the rows
            frame = cls(pl.from_arrow(result.to_arrow_table()))
        frame.notes = notes
        return frame


def polars_type(kind: str) -> pl.DataType | type[pl.DataType] | None:
    """Return the polars type for a DuckDB type, as in Arrow's conversion; for None, polars infers the type."""
    if kind.endswith("[]"):
        inner = polars_type(kind[:-2])
        return None if inner is None else pl.List(inner)
    if decimal := re.fullmatch(r"DECIMAL\((\d+),(\d+)\)", kind):
        return pl.Decimal(int(decimal[1]), int(decimal[2]))
    return _TYPES.get(kind)


_TYPES: dict[str, pl.DataType | type[pl.DataType]] = {
    "BOOLEAN": pl.Boolean,
    "TINYINT": pl.Int8,
    "SMALLINT": pl.Int16,
    "INTEGER": pl.Int32,
    "BIGINT": pl.Int64,
    "HUGEINT": pl.Decimal(38, 0),
    "UTINYINT": pl.UInt8,
    "USMALLINT": pl.UInt16,
    "UINTEGER": pl.UInt32,
    "UBIGINT": pl.UInt64,
    "FLOAT": pl.Float32,
    "DOUBLE": pl.Float64,
    "VARCHAR": pl.String,
    "DATE": pl.Date,
    "TIME": pl.Time,
    "TIMESTAMP": pl.Datetime("us"),
    "TIMESTAMP WITH TIME ZONE": pl.Datetime("us", "UTC"),
}
