"""Results as frames. Who imports this has polars."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import polars as pl

from dltrack_db.show import html

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


class Frame(pl.DataFrame):
    """A polars frame that a notebook shows as dltrack's tables look; in all else a frame.

    `notes` are the sentences that the command prints under the same rows, such as the statistical footnote; what is
    made of the frame has none.
    """

    notes: Sequence[str] = ()

    def _repr_html_(self, **_options: Any) -> str:
        return html.table(self.columns, self.head(html.ROWS).rows(), self.height, self.notes)

    @classmethod
    def from_result(cls, result: DuckDBPyConnection | DuckDBPyRelation, notes: Sequence[str] = ()) -> Self:
        """What a statement or relation of DuckDB answers; DuckDB 2 gives polars frames of relations only."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Arrow output on a DB-API result")  # DuckDB 2 copies the rows
            frame = cls(pl.from_arrow(result.to_arrow_table()))
        frame.notes = notes
        return frame
