"""Figures about how sure a ranking is."""

from __future__ import annotations

import altair as alt

from dltrack_db.report.figure import BLUE, DATA, GREY, ORANGE, WIDTH, Chart, Figure, Rows, number

ROOM_FOR_A_NAME = 11
"""Pixels per run, enough for its name."""


def rank_stability(rows: Rows) -> Chart:
    """The interval of ranks of every run as a line, its median as a point; those that may be first stand out."""
    y = alt.Y("run_id:N", sort=None, title=None, axis=alt.Axis(labelFontSize=9, labelOverlap=False))
    scale = alt.Scale(domain=["rank may be 1", "rank is not 1"], range=[ORANGE, BLUE])
    base = (
        alt.Chart(DATA)
        .transform_calculate(kind="datum.low_rank == 1 ? 'rank may be 1' : 'rank is not 1'")
        .encode(
            y=y,
            tooltip=[
                alt.Tooltip("run_id:N", title="run"),
                number("mean", "nDCG@10"),
                number("low_mean", "from"),
                number("high_mean", "to"),
                number("rank", "rank", "d"),
                number("low_rank", "best rank", "d"),
                number("high_rank", "worst rank", "d"),
                number("share_alone", "alone first in", ".1%"),
                number("share_first", "first or tied in", ".1%"),
            ],
        )
    )
    x = alt.X("low_rank:Q", title="rank", scale=alt.Scale(domainMin=1, nice=False, padding=8))
    color = alt.Color("kind:N", title=None, scale=scale)
    interval = base.mark_rule(strokeWidth=3, opacity=0.55).encode(x=x, x2="high_rank:Q", color=color)
    median = base.mark_point(filled=True, size=45, opacity=1).encode(x="median_rank:Q", color=color)
    official = base.mark_tick(color=GREY, thickness=2, height=9, opacity=1).encode(x="rank:Q")
    return alt.layer(interval, official, median).properties(width=WIDTH - 200, height=alt.Step(ROOM_FOR_A_NAME))


FIGURES = [
    Figure(
        name="rank-stability",
        topic="Runs",
        title="How sure is each rank?",
        look="Lines are 95% intervals of the rank by nDCG@10 over 500 bootstraps of the topics, points their medians, "
        "ticks the rank by all topics. Runs whose lines overlap may change places with other topics.",
        needs="runs; load them with: dltrack ingest ID --runs DIR",
        view="statistics.rank_stability",
        order="rank, run_id",
        chart=rank_stability,
        condition="resampling = 'bootstrap'",
    ),
]
