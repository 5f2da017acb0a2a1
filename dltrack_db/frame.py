"""Results as frames. Who imports this has polars."""

from __future__ import annotations

from typing import Any

import polars as pl

from dltrack_db.output import html


class Frame(pl.DataFrame):
    """A polars frame that a notebook shows as dltrack's tables look; in all else a frame."""

    def _repr_html_(self, **_options: Any) -> str:
        return html.table(self.columns, self.head(html.ROWS).rows(), self.height)
