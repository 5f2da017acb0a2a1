"""Figures: a view, an order, and a function that turns its rows into a chart."""

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

# Distinguishable with the common forms of colour blindness, on white and on dark paper; shapes say the same again.
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
"""Colours and shapes of further run types, besides those that the types above leave free."""
BLUE, ORANGE, GREEN, PINK, GREY = "#1f83c9", "#d97b00", "#009e73", "#b65fa0", "#8a8f98"
DATA = alt.NamedData("rows")
WIDTH = 760
"""Pixels of a chart outside of pages, which give it the width of its place."""
ROW = 14
"""Pixels of a row with a name beside it."""
WHOLE = alt.Axis(format="d", tickMinStep=1)
"""Axis of ranks and other whole numbers."""
_MANY = 40
"""Rows from which on a chart is scrolled, with its axis in sight at the top."""

Chart = alt.Chart | alt.LayerChart | alt.FacetChart | alt.ConcatChart | alt.HConcatChart | alt.VConcatChart


@dataclass(frozen=True)
class Figure:
    """One figure of the report.

    `view` is a view or a call of a table macro with a column `collection`;
    `condition` and `order` narrow and order its rows; `prepare` lays them out
    where the picture needs coordinates that are no measure; without `uses_runs`
    it is drawn for collections that have none; without `in_page` it is drawn only
    when asked for by name, and without `in_site` it is not in `dltrack site`; with
    `has_measures` its rows have `printed`, what papers call their measure, with
    `has_topics` they have `topic`, id and text; of a page's figures those with `is_first`
    stand before all others; `look` tells a reader what to look at; `needs` tells what must be loaded when there are
    no rows. `silence` says why rows that are there would say nothing when drawn,
    and is empty where they do.
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
    """What these rows show, which is then the title; empty if it is not said."""

    def with_finding(self, rows: Answer) -> Figure:
        """Return the figure with what its rows show as its title."""
        finding = self.finding(rows) if rows.rows else ""
        return replace(self, title=finding) if finding else self

    def not_drawn(self, rows: Answer) -> str:
        """Say why it is not drawn of these rows; empty where it is."""
        return self.silence(rows) if rows.rows else f"it needs {self.needs}"

    @property
    def object(self) -> str:
        """The view or macro, as `catalog.objects` names it."""
        return self.view.partition("(")[0]

    @property
    def objects(self) -> list[str]:
        """The views and macros that its query names."""
        names = {"metrics.printed_name": self.has_measures, "report.topic_names": self.has_topics}
        return [self.object, *(name for name, is_read in names.items() if is_read)]

    def query(self, collection: str = "$1") -> str:
        """The query of its rows; `collection` is a SQL expression."""
        condition = f" and {self.condition}" if self.condition else ""
        names = "select *, metrics.printed_name(measure) as printed " if self.has_measures else ""
        topics = " left join report.topic_names using (collection, query_id)" if self.has_topics else ""
        return f"{names}from {self.view}{topics} where collection = {collection}{condition} order by {self.order}"


Population = Mapping[str, tuple[str, Mapping[str, str | None]]]
"""Runs that figures of a collection draw, by the column that names them: a noun, and the names with known reasons."""


def population(con: duckdb.DuckDBPyConnection, collection: str) -> Population:
    """Return what figures of a collection could draw, each with the reason for leaving it out where one is known."""
    rows = sql_text.run_script(con, "plugins/report/report/population", collection=collection).fetchall()
    return {column: (noun, {each["name"]: each["reason"] for each in names}) for column, noun, names in rows}


def omission_note(rows: Answer, could_be_drawn: Population) -> str:
    """Return the sentence that counts what a figure does not draw, with up to three names; empty where it draws all."""
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
    """Colour by run type, the same in every figure; the legend shows types that occur, runs without one are grey."""
    looks = category_looks(rows)
    scale = alt.Scale(domain=[*looks], range=[color for color, _ in looks.values()])
    unknown = {"test": "datum.category === null", "value": GREY}
    return alt.Color("category:N", title=title, scale=scale, condition=unknown, legend=_type_legend(looks))


def category_shape(rows: Answer, title: str | None = "run type") -> alt.Shape:
    """Shape by run type: colour is never alone."""
    looks = category_looks(rows)
    scale = alt.Scale(domain=[*looks], range=[shape for _, shape in looks.values()])
    unknown = {"test": "datum.category === null", "value": "circle"}
    return alt.Shape("category:N", title=title, scale=scale, condition=unknown, legend=_type_legend(looks))


def _type_legend(looks: Mapping[str, tuple[str, str]]) -> Any:
    """Return the legend of run types; none where no run has a type."""
    return alt.Undefined if looks else None


def category_looks(rows: Answer) -> dict[str, tuple[str, str]]:
    """Colour and shape of each run type that occurs: those of the track first, then others in alphabetical order."""
    categories = rows.distinct("category")
    looks = {name: look for name, look in CATEGORIES.items() if name in categories}
    free = cycle(
        look for name, look in [*CATEGORIES.items(), *((None, other) for other in OTHERS)] if name not in looks
    )
    return looks | {name: next(free) for name in sorted({*categories} - {*looks})}


def legend_filter(field: str = "category") -> alt.Parameter:
    """A click on an entry of the legend dims all other marks, a double click undoes it."""
    return alt.selection_point(fields=[field], bind="legend", name=f"only_{field}")


def opacity_by_legend(legend: alt.Parameter, opacity: float = 0.9) -> Any:
    """Opacity of a mark under `legend_filter`."""
    return alt.when(legend).then(alt.value(opacity)).otherwise(alt.value(0.08))


def run_tooltip(*more: alt.Tooltip) -> list[alt.Tooltip]:
    """Return the tooltip of a run."""
    return [
        alt.Tooltip("run_id:N", title="run"),
        alt.Tooltip("team:N"),
        alt.Tooltip("category:N", title="run type"),
        *more,
    ]


def number(field: str, title: str | None = None, format: str = ".4f") -> alt.Tooltip:
    """A number in a tooltip."""
    return alt.Tooltip(f"{field}:Q", title=title or field, format=format)


def color_by_value(field: str, title: str, domain: list[float] | None = None) -> alt.Color:
    """Return a colour scale from dark (low) to bright (high), over a domain or over the given values."""
    scale = alt.Scale(scheme="viridis", domain=domain) if domain else alt.Scale(scheme="viridis")
    return alt.Color(field, title=title, scale=scale)


def names_of_rows(field: str) -> alt.Y:
    """A name beside each row, in the order of the rows, every one of them readable."""
    return alt.Y(f"{field}:N", sort=None, title=None, axis=alt.Axis(labelFontSize=10, labelOverlap=False))


def side(rows: Answer) -> Literal["top", "bottom"]:
    """Where the axis of a chart with a line for each row stands."""
    return "top" if len(rows.rows) > _MANY else "bottom"


def horizontal_bars(y: alt.Y, x: alt.X, step: int, tooltip: list[alt.Tooltip], **channels: Any) -> alt.Chart:
    """Bars from left to right, one line of `step` pixels for each value of y, which stands on the left."""
    return (
        alt.Chart(DATA)
        .mark_bar(stroke="white", strokeWidth=0.5)
        .encode(y=y, x=x, tooltip=tooltip, **channels)
        .properties(width=WIDTH - 200, height=alt.Step(step))
    )


def diagonal(low: float, high: float) -> alt.Chart:
    """The line on which both values are equal."""
    ends = alt.InlineData(values=[{"x": low, "y": low}, {"x": high, "y": high}])
    return (
        alt.Chart(ends)
        .mark_line(strokeDash=[4, 4], color=GREY, strokeWidth=1, clip=True)
        .encode(x=alt.X("x:Q"), y=alt.Y("y:Q"))
    )


def read_rows(con: duckdb.DuckDBPyConnection, figure: Figure, collection: str) -> Answer:
    """Read the rows a figure draws, without control characters, which old files may have and vl-convert aborts on."""
    answer = Answer.ask(con, figure.query(sql_text.literal(collection)))
    printable_rows = [tuple(printable(x) if isinstance(x, str) else x for x in row) for row in answer.rows]
    rows = Answer(answer.columns, printable_rows)
    return figure.prepare(rows) if figure.prepare else rows
