"""The class `Figure` (a view, its order, and a function that draws its rows), and helpers for drawing charts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any, Literal

import altair as alt
import duckdb

from dltrack_db.base import sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.show import printable

# Distinguishable with the common forms of colour blindness, on white and on dark; shapes repeat the distinction.
CATEGORIES = {
    "nnlm": ("#1f83c9", "circle"),
    "nn": ("#d97b00", "diamond"),
    "trad": ("#009e73", "square"),
    "prompt": ("#b65fa0", "triangle-up"),
}
"""Colour and shape of each run type of the Deep Learning Track."""
OTHERS = (
    ("#c94c4c", "cross"),
    ("#0f8fa8", "triangle-down"),
    ("#8c7a00", "triangle-right"),
    ("#7a6fd0", "triangle-left"),
    ("#a0673f", "stroke"),
)
"""Colours and shapes of further run types, used when those of `CATEGORIES` are exhausted."""
BLUE, ORANGE, GREEN, PINK, GREY = "#1f83c9", "#d97b00", "#009e73", "#b65fa0", "#8a8f98"
DATA = alt.NamedData("rows")
WIDTH = 760
"""Width in pixels of a chart in a separate file; on a page, a chart is as wide as its column."""
ROW = 14
"""Height in pixels of a row with a name."""
WHOLE = alt.Axis(format="d", tickMinStep=1)
"""Axis for ranks and other whole numbers."""
_MANY = 40
"""Maximum number of rows of a chart whose x axis is at the bottom; longer charts are scrolled."""

Chart = alt.Chart | alt.LayerChart | alt.FacetChart | alt.ConcatChart | alt.HConcatChart | alt.VConcatChart


@dataclass(frozen=True)
class Figure:
    """One figure of the report.

    Attributes:
        view: View, or call of a table macro, with a column `collection`.
        condition, order: SQL filter and order of the view's rows.
        prepare: Function that adds coordinates which the view does not contain.
        look: How to read the figure.
        needs: Data that must be loaded so that the view has rows.
        silence: Function that returns a reason not to draw existing rows, or ''.
        finding: Function that returns the main result in the rows, used as the title, or ''.
        uses_runs: Whether the collection must have runs.
        in_page, in_site: Whether the report and `dltrack site` contain the figure.
        has_measures: Whether to add a column `printed`, the printed name of each row's measure.
        has_topics: Whether to add a column `topic`, id and text of each row's topic.
        is_first: Whether the figure comes before the others on a page.
    """

    name: str
    topic: str
    title: str
    look: str
    needs: str
    view: str
    order: str
    chart: Callable[[Answer], Chart]
    uses_runs: bool = True
    in_page: bool = True
    in_site: bool = True
    has_measures: bool = False
    has_topics: bool = False
    is_first: bool = False
    condition: str = ""
    prepare: Callable[[Answer], Answer] | None = None
    silence: Callable[[Answer], str] = lambda _: ""
    finding: Callable[[Answer], str] = lambda _: ""

    def with_finding(self, rows: Answer) -> Figure:
        """Return the figure with its `finding` as the title, if there is one."""
        finding = self.finding(rows) if rows.rows else ""
        return replace(self, title=finding) if finding else self

    def not_drawn(self, rows: Answer) -> str:
        """Return the reason not to draw the figure from these rows, or ''."""
        return self.silence(rows) if rows.rows else f"the figure needs {self.needs}"

    @property
    def object(self) -> str:
        """Name of the view or macro, as in `catalog.objects`."""
        return self.view.partition("(")[0]

    @property
    def objects(self) -> list[str]:
        """Names of the views and macros in the figure's query."""
        names = {"metrics.printed_name": self.has_measures, "report.topic_names": self.has_topics}
        return [self.object, *(name for name, is_read in names.items() if is_read)]

    def query(self, collection: str = "$1") -> str:
        """Return the query for the figure's rows; `collection` is a SQL expression."""
        condition = f" and {self.condition}" if self.condition else ""
        names = "select *, metrics.printed_name(measure) as printed " if self.has_measures else ""
        topics = " left join report.topic_names using (collection, query_id)" if self.has_topics else ""
        return f"{names}from {self.view}{topics} where collection = {collection}{condition} order by {self.order}"


Population = Mapping[str, tuple[str, Mapping[str, str | None]]]
"""Runs and label sets that figures can draw: {name column: (plural noun, {name: reason to omit it, or None})}."""


def population(con: duckdb.DuckDBPyConnection, collection: str) -> Population:
    """Return the runs and label sets that figures of a collection can draw, with known reasons to omit them."""
    rows = sql_text.run_script(con, "plugins/report/report/population", collection=collection).fetchall()
    return {column: (noun, {each["name"]: each["reason"] for each in names}) for column, noun, names in rows}


def omission_note(rows: Answer, could_be_drawn: Population) -> str:
    """Return a sentence with the number, and up to three names, of runs or label sets that are not drawn, or ''."""
    for column, (noun, names) in could_be_drawn.items():
        if column in rows.columns:
            drawn_names = set(rows.values(column))
            missing = [
                f"{name} ({reason})" if reason else name for name, reason in names.items() if name not in drawn_names
            ]
            names_text = f": {', '.join(missing)}" if len(missing) <= 3 else ""
            return f"Not drawn: {len(missing)} of {len(names)} {noun}{names_text}." if missing else ""
    return ""


def category_color(rows: Answer, title: str | None = "run type") -> alt.Color:
    """Return the colour channel for run types, which is the same in every figure; runs without a type are grey."""
    looks = category_looks(rows)
    scale = alt.Scale(domain=[*looks], range=[color for color, _ in looks.values()])
    unknown = {"test": "datum.category === null", "value": GREY}
    return alt.Color("category:N", title=title, scale=scale, condition=unknown, legend=_type_legend(looks))


def category_shape(rows: Answer, title: str | None = "run type") -> alt.Shape:
    """Return the shape channel for run types, so that colour is never the only distinction."""
    looks = category_looks(rows)
    scale = alt.Scale(domain=[*looks], range=[shape for _, shape in looks.values()])
    unknown = {"test": "datum.category === null", "value": "circle"}
    return alt.Shape("category:N", title=title, scale=scale, condition=unknown, legend=_type_legend(looks))


def _type_legend(looks: Mapping[str, tuple[str, str]]) -> Any:
    """Return the legend of run types, or None if no run has a type."""
    return alt.Undefined if looks else None


def category_looks(rows: Answer) -> dict[str, tuple[str, str]]:
    """Return colour and shape of each run type in the rows: types of the track first, then others alphabetically."""
    categories = rows.distinct("category")
    looks = {name: look for name, look in CATEGORIES.items() if name in categories}
    free = cycle(
        look for name, look in [*CATEGORIES.items(), *((None, other) for other in OTHERS)] if name not in looks
    )
    return looks | {name: next(free) for name in sorted({*categories} - {*looks})}


def legend_filter(field: str = "category") -> alt.Parameter:
    """Return a parameter for the legend: a click on an entry dims all other marks until a double click."""
    return alt.selection_point(fields=[field], bind="legend", name=f"only_{field}")


def opacity_by_legend(legend: alt.Parameter, opacity: float = 0.9) -> Any:
    """Return the opacity of marks that `legend` (a `legend_filter`) dims."""
    return alt.when(legend).then(alt.value(opacity)).otherwise(alt.value(0.08))


def run_tooltip(*more: alt.Tooltip) -> list[alt.Tooltip]:
    """Return the tooltip of a run: its name, team and type, and `more`."""
    return [
        alt.Tooltip("run_id:N", title="run"),
        alt.Tooltip("team:N"),
        alt.Tooltip("category:N", title="run type"),
        *more,
    ]


def number(field: str, title: str | None = None, format: str = ".4f") -> alt.Tooltip:
    """Return a tooltip line for a numeric field."""
    return alt.Tooltip(f"{field}:Q", title=title or field, format=format)


def color_by_value(field: str, title: str, domain: list[float] | None = None) -> alt.Color:
    """Return a colour scale from dark (low) to bright (high), over `domain` or over the values of the rows."""
    scale = alt.Scale(scheme="viridis", domain=domain) if domain else alt.Scale(scheme="viridis")
    return alt.Color(field, title=title, scale=scale)


def names_of_rows(field: str) -> alt.Y:
    """Return a y axis with the name of every row, in the order of the rows."""
    return alt.Y(f"{field}:N", sort=None, title=None, axis=alt.Axis(labelFontSize=10, labelOverlap=False))


def side(rows: Answer) -> Literal["top", "bottom"]:
    """Return the position of the x axis in a chart with one line per row."""
    return "top" if len(rows.rows) > _MANY else "bottom"


def horizontal_bars(y: alt.Y, x: alt.X, step: int, tooltip: list[alt.Tooltip], **channels: Any) -> alt.Chart:
    """Return a chart of horizontal bars, with `step` pixels for each value of y."""
    return (
        alt.Chart(DATA)
        .mark_bar(stroke="white", strokeWidth=0.5)
        .encode(y=y, x=x, tooltip=tooltip, **channels)
        .properties(width=WIDTH - 200, height=alt.Step(step))
    )


def diagonal(low: float, high: float) -> alt.Chart:
    """Return the line of equal values."""
    ends = alt.InlineData(values=[{"x": low, "y": low}, {"x": high, "y": high}])
    return (
        alt.Chart(ends)
        .mark_line(strokeDash=[4, 4], color=GREY, strokeWidth=1, clip=True)
        .encode(x=alt.X("x:Q"), y=alt.Y("y:Q"))
    )


def read_rows(con: duckdb.DuckDBPyConnection, figure: Figure, collection: str) -> Answer:
    """Read the rows of a figure; remove control characters (found in old files), because vl-convert aborts on them."""
    answer = Answer.ask(con, figure.query(sql_text.literal(collection)))
    printable_rows = [tuple(printable(x) if isinstance(x, str) else x for x in row) for row in answer.rows]
    rows = Answer(answer.columns, printable_rows)
    return figure.prepare(rows) if figure.prepare else rows
