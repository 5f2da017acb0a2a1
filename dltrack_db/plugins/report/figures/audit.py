"""Figures about how certain a ranking of runs is."""

from __future__ import annotations

import altair as alt

from dltrack_db.base.answer import Answer
from dltrack_db.plugins.report.figure import (
    BLUE,
    DATA,
    GREY,
    ORANGE,
    ROW,
    WIDTH,
    Chart,
    Figure,
    names_of_rows,
    number,
    side,
)


def rank_stability(rows: Answer) -> Chart:
    """Draw each run's interval of ranks as a line and its median rank as a point."""
    y = names_of_rows("run_id")
    base = alt.Chart(DATA).encode(
        y=y,
        tooltip=[
            alt.Tooltip("run_id:N", title="run"),
            number("mean"),
            number("low_mean", "from"),
            number("high_mean", "to"),
            number("rank", "rank", "d"),
            number("low_rank", "best rank", "d"),
            number("high_rank", "worst rank", "d"),
            number("share_alone", "alone first in", ".1%"),
            number("share_first", "first or tied in", ".1%"),
        ],
    )
    worst = max(rows.values("high_rank"))
    step = next(each for each in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if worst <= 12 * each)
    ticks = [1, *range(step if step > 1 else 2, worst + 1, step)]  # the best rank is 1
    axis = alt.Axis(format="d", values=ticks, orient=side(rows))
    x = alt.X("low_rank:Q", title="rank", axis=axis, scale=alt.Scale(domainMin=1, nice=False, padding=8))
    interval = base.mark_rule(strokeWidth=3, opacity=0.55, color=BLUE).encode(x=x, x2="high_rank:Q")
    median = base.mark_point(filled=True, size=45, opacity=1, color=BLUE).encode(x="median_rank:Q")
    official = base.mark_tick(color=GREY, thickness=2, height=9, opacity=1).encode(x="rank:Q")
    return alt.layer(interval, official, median).properties(width=WIDTH - 200, height=alt.Step(ROW))


def variance(rows: Answer) -> Chart:
    """Draw the share of each source of variance as a bar."""
    tooltip = [alt.Tooltip("source:N"), number("share", "share", ".1%"), number("variance", "variance", ".5f")]
    base = alt.Chart(DATA).encode(
        x=alt.X("share:Q", title="share of the squared deviations", axis=alt.Axis(format="%")),
        y=alt.Y("source:N", sort=None, title=None),
        tooltip=tooltip,
    )
    text = base.mark_text(align="left", dx=4).encode(text=alt.Text("share:Q", format=".1%"))
    return alt.layer(base.mark_bar(color=BLUE), text).properties(width=WIDTH - 200, height=alt.Step(28))


def power_curve(rows: Answer) -> Chart:
    """Draw the number of topics needed to detect a difference, and mark the collection's number of topics."""
    base = alt.Chart(DATA).encode(
        x=alt.X("difference:Q", title="difference of two runs in nDCG@10"),
        y=alt.Y("num_topics:Q", title="topics needed", scale=alt.Scale(type="log", nice=False, padding=12)),
        tooltip=[number("difference", "difference"), number("num_topics", "topics", "d")],
    )
    curve = base.transform_filter("!datum.is_own").mark_line(color=BLUE, point=True)
    own = base.transform_filter("datum.is_own").mark_point(filled=True, size=110, opacity=1, color=ORANGE)
    return alt.layer(curve, own).properties(width=WIDTH - 200, height=280)


def _stability_finding(rows: Answer) -> str:
    wide = max(rows.records(), key=lambda row: (row["high_rank"] - row["low_rank"], row["run_id"]))
    return (
        f"Ranks depend on the topics: on other topics, {wide['run_id']} could have any rank from {wide['low_rank']} "
        f"to {wide['high_rank']}"
        if wide["high_rank"] > wide["low_rank"]
        else ""
    )


FIGURES = [
    Figure(
        name="rank-stability",
        topic="Runs",
        title="How stable is each rank over other topics?",
        finding=_stability_finding,
        look="Each line is the 95% interval of a run's rank by nDCG@10 over 500 bootstraps of the topics. The point is "
        "the median rank, the tick the rank on all topics. The chart does not show which runs may be best.",
        needs="runs; load them with: dltrack ingest ID --runs DIR",
        view="statistics.rank_stability",
        order="rank, run_id",
        chart=rank_stability,
        condition="resampling = 'bootstrap' and lack is null",
        is_first=True,
    ),
    Figure(
        name="variance",
        topic="Runs",
        title="Where do differences between scores come from?",
        look="A two-way analysis of variance splits the variance of nDCG@10 into shares of the runs, the topics and a "
        "residual. If the residual is large, which run is better depends on the topic.",
        needs="runs; load them with: dltrack ingest ID --runs DIR",
        view="statistics.components_by(['ndcg_cut_10'])",
        order="list_position(['runs', 'topics', 'residual'], source)",
        chart=variance,
        condition="share is not null",
        in_site=False,
    ),
    Figure(
        name="power-curve",
        topic="Runs",
        title="How many topics are needed to detect a difference?",
        look="The number of topics that a paired t-test needs to detect a difference with a power of 80%. The variance "
        "over topics is that of an average pair of runs of this collection. The large point is the topic count of this "
        "collection: smaller differences are often missed.",
        needs="several runs and topics; load runs with: dltrack ingest ID --runs DIR",
        view="statistics.power_curve(['ndcg_cut_10'])",
        order="is_own, difference",
        chart=power_curve,
        in_site=False,
    ),
]
