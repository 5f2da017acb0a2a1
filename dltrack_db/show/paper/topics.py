"""A run against a baseline, topic by topic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from dltrack_db.show.report import vega
from dltrack_db.show.report.figure import BLUE, ORANGE, WIDTH


def chart(columns: Sequence[str], rows: Sequence[Sequence[Any]], run: str, baseline: str, measure: str) -> alt.Chart:
    """A bar for each topic, the largest gain first; one colour where the run is better, another where it is worse."""
    records = [dict(zip(columns, row, strict=True)) for row in rows]
    better = alt.datum.difference >= 0
    drawn: alt.Chart = (
        alt.Chart(alt.InlineData(values=records))
        .mark_bar()
        .encode(
            x=alt.X("query_id:N", sort=None, title="topic", axis=alt.Axis(labelAngle=-90, labelFontSize=7)),
            y=alt.Y("difference:Q", title=f"{measure}: {run} - {baseline}"),
            color=alt.condition(better, alt.value(BLUE), alt.value(ORANGE)),
        )
        .properties(width=WIDTH, height=220)
    )
    drawn.config = vega.config(vega.PAPER_COLORS)
    return drawn
