"""Figures for print: as wide as a column or page, in the type size of a paper, and readable without colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

import altair as alt

from dltrack_db.base.answer import Answer
from dltrack_db.plugins.report import vega
from dltrack_db.plugins.report.figure import DATA, OTHERS, category_looks
from dltrack_db.plugins.report.highlight import COLOR

COLUMN, PAGE = 240, 500
"""Widths in points of a column and of a page in the two-column styles of ACM and IEEE."""
_LABEL, _TITLE, _LINE = 7, 8, 7.2
"""Sizes in points of labels and titles, and minimum distance between upright labels."""
_Y_AXIS, _LETTER = 32, 3.8
"""Widths in points of the y axis and of a letter in a label."""
_FILLS = ("#08306b", "#f5b041", "#4a9664", "#d7c3e8", "#9a3412", "#bfe3f0", "#6b6b6b", "#fdf1c7")
"""Fills of run types, in this order; successive fills also differ when printed in grey."""
_INK = vega.PAPER_COLORS
_NO_TYPE = "no run type"
_OWN_SHAPES = ("cross", *(shape for _, shape in OTHERS if shape.startswith("triangle")))


def width_for(num_labels: int) -> int:
    """Return the width of a figure with upright labels: that of a column if the labels fit, else that of a page."""
    return COLUMN if _fits(num_labels, COLUMN) else PAGE


def _fits(num_labels: int, width: int) -> bool:
    return num_labels * _LINE <= width - _Y_AXIS


def field(rows: Answer, measure: str, own_runs: Sequence[str], names: Mapping[str, str]) -> alt.Chart:
    """Draw a point for each run, best first.

    Shape and fill show the run type, or the run itself for `own_runs`. `names` are short names of runs.
    """
    looks = category_looks(rows)
    shapes = {name: shape for name, (_, shape) in looks.items()}
    fills = dict(zip(looks, cycle(_FILLS), strict=False))
    if None in rows.values("category"):
        shapes[_NO_TYPE], fills[_NO_TYPE] = "stroke", "white"
    free = cycle([shape for shape in _OWN_SHAPES if shape not in shapes.values()] or _OWN_SHAPES)
    own_names = {run: names.get(run, run) for run in own_runs}
    shapes |= {name: next(free) for name in own_names.values()}
    fills |= dict.fromkeys(own_names.values(), COLOR)
    records = [
        {
            "run": names.get(row["run_id"], row["run_id"]),
            "place": row["position"],
            "value": row["value"],
            "is_own": row["run_id"] in own_names,
            "kind": own_names.get(row["run_id"], row["category"] or _NO_TYPE),
        }
        for row in rows.records()
    ]
    kinds = [kind for kind in shapes if kind in {record["kind"] for record in records}]
    legend = alt.Legend(orient="top", columns=4, symbolSize=40) if len(kinds) > 1 else None
    chart = (
        alt.Chart(alt.InlineData(values=records))
        .mark_point(stroke=_INK, strokeWidth=0.4, opacity=1)
        .encode(
            x=_upright(
                [record["run"] for record in records],
                "run:N",
                alt.X("place:Q", title="rank", scale=alt.Scale(nice=False)),
            ),
            y=alt.Y("value:Q", title=measure, scale=alt.Scale(zero=False)),
            shape=alt.Shape("kind:N", title=None, legend=legend, scale=_scale(kinds, shapes)),
            fill=alt.Fill("kind:N", title=None, legend=legend, scale=_scale(kinds, fills)),
            size=alt.condition("datum.is_own", alt.value(44), alt.value(20)),
            order=alt.Order("is_own:N"),
        )
    )
    return _set_size(chart, [record["run"] for record in records], 130)


def topics(rows: Answer, measure: str) -> alt.Chart:
    """Draw a bar for each topic, the largest gain first; gains are dark, losses light."""
    topic_ids = rows.values("query_id")
    chart = (
        alt.Chart(DATA)
        .mark_bar(stroke=_INK, strokeWidth=0.3)
        .encode(
            x=_upright(
                topic_ids,
                "query_id:N",
                alt.X("query_id:N", sort=None, title="topics", axis=alt.Axis(labels=False, ticks=False)),
            ),
            y=alt.Y("difference:Q", title=f"difference in {measure}"),
            color=alt.condition("datum.advantage >= 0", alt.value(_FILLS[0]), alt.value(_FILLS[1])),
        )
    )
    chart.datasets = {"rows": rows.records()}
    return _set_size(chart, topic_ids, 110)


def _scale(kinds: list[str], look: Mapping[str, str]) -> alt.Scale:
    return alt.Scale(domain=kinds, range=[look[kind] for kind in kinds])


def _upright(names: list[Any], channel: str, unnamed: alt.X) -> alt.X:
    """Return an axis with upright names in the order of the rows, or `unnamed` if the names do not fit on a page."""
    if not _fits(len(names), PAGE):
        return unnamed
    axis = alt.Axis(labelAngle=-90, labelLimit=_room(names), labelOverlap=False, grid=True)
    return alt.X(channel, sort=None, title=None, axis=axis)


def _room(names: list[Any]) -> float:
    return min(90, 4 + _LETTER * max(len(str(name)) for name in names))


def _set_size(chart: alt.Chart, names: list[Any], height: int) -> alt.Chart:
    """Return the chart with its width and height set; both include axes and legend."""
    room = _room(names) if _fits(len(names), PAGE) else 20
    sized: alt.Chart = chart.properties(
        width=width_for(len(names)),
        height=height + room,
        autosize=alt.AutoSizeParams(type="fit", contains="padding"),
        padding=1,
    )
    sized.config = _config()
    return sized


def _config() -> dict[str, Any]:
    config = vega.config(_INK)
    text = {
        "labelFontSize": _LABEL,
        "titleFontSize": _TITLE,
        "titleFontWeight": "normal",
        "labelPadding": 2,
        "titlePadding": 3,
    }
    config |= {"font": "Helvetica, Arial, 'Liberation Sans', sans-serif"}
    config["axis"] |= {
        **text,
        "tickSize": 3,
        "domainOpacity": 1,
        "tickOpacity": 1,
        "gridOpacity": 0.15,
        "gridWidth": 0.5,
        "domainWidth": 0.6,
        "tickWidth": 0.5,
    }
    config["legend"] |= {**text, "rowPadding": 1, "columnPadding": 8, "offset": 4, "labelOffset": 2, "labelLimit": 150}
    return config
