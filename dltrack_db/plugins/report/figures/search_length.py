"""Figures about search length: how many items a user reads before each relevant one."""

from __future__ import annotations

import altair as alt

from dltrack_db.base.answer import Answer
from dltrack_db.plugins.report.figure import BLUE, DATA, GREY, ORANGE, WIDTH, Chart, Figure, number

RUNS = "runs; load them with: dltrack ingest ID --runs DIR"
_RANGE = (
    "datum.upper == null ? '> ' + datum.lower : datum.lower == null ? '≤ ' + datum.upper : "
    "datum.lower == datum.upper ? '' + datum.lower : datum.lower + ' to ' + datum.upper"
)


def search_length(rows: Answer) -> Chart:
    """Draw a histogram of search lengths of the best and the median run."""
    return (
        alt.Chart(DATA)
        .transform_calculate(
            range=f"datum.is_returned ? ({_RANGE}) : 'never'", run="datum.standing + ': ' + datum.run_id"
        )
        .mark_bar()
        .encode(
            y=alt.Y("range:N", sort=None, title="search length"),
            yOffset=alt.YOffset("standing:N"),
            x=alt.X("items:Q", title="relevant items"),
            # names are sorted alphabetically: best, median
            color=alt.Color("run:N", scale=alt.Scale(range=[BLUE, ORANGE])),
            tooltip=[
                alt.Tooltip("run_id:N", title="run"),
                alt.Tooltip("range:N", title="search length"),
                number("items", format="d"),
                number("asl", "mean search length", ".2f"),
            ],
        )
        .properties(width=WIDTH - 120, height=alt.Step(10))
    )


def best_minus_median(rows: Answer) -> Chart:
    """Draw a histogram of differences in search length between the best and the median run."""
    outcomes = ["best wins", "same", "median wins"]
    return (
        alt.Chart(DATA)
        .transform_calculate(range=_RANGE)
        .mark_bar()
        .encode(
            y=alt.Y("range:N", sort=None, title="best minus median"),
            x=alt.X("items:Q", title="relevant items"),
            color=alt.Color("outcome:N", scale=alt.Scale(domain=outcomes, range=[BLUE, GREY, ORANGE])),
            tooltip=[alt.Tooltip("range:N", title="difference"), number("items", format="d"), alt.Tooltip("outcome:N")],
        )
        .properties(width=WIDTH - 140, height=alt.Step(20))
    )


FIGURES = [
    Figure(
        name="search-length",
        topic="Search length",
        title="Search length of each relevant item: the best and the median run",
        look="Number of relevant items by how many items a user reads to reach each of them (atomized search "
        "length). The better run has more items in the upper bars. 'never': items that the run does not return.",
        needs=RUNS,
        view="report.search_length_histogram",
        order="lower, standing",
        chart=search_length,
    ),
    Figure(
        name="best-minus-median",
        topic="Search length",
        title="Search length of each relevant item: best run minus median run",
        look="Below zero: items that the best run returns earlier than the median run. Above zero: later.",
        needs=RUNS,
        view="search_length.best_minus_median_histogram()",
        order="lower nulls first",
        chart=best_minus_median,
    ),
]
