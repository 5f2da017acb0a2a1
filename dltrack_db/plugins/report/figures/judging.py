"""Figures about judging: its effort, its completeness, and its effect on the order of the runs."""

from __future__ import annotations

import altair as alt

from dltrack_db.base.answer import Answer
from dltrack_db.plugins.report.figure import (
    BLUE,
    DATA,
    GREEN,
    GREY,
    ORANGE,
    PINK,
    ROW,
    WHOLE,
    WIDTH,
    Chart,
    Figure,
    color_by_value,
    horizontal_bars,
    names_of_rows,
    number,
    side,
)

RUNS = "submitted runs of several teams; load them with: dltrack ingest ID --runs DIR"


def judging_effort(rows: Answer) -> Chart:
    """Draw the number of judged and of relevant items of every topic."""
    base = alt.Chart(DATA).encode(
        y=names_of_rows("topic"),
        tooltip=[
            alt.Tooltip("topic:N"),
            number("num_judged", "judged", "d"),
            number("num_rel", "relevant", "d"),
            number("rel_ratio", "ratio", ".3f"),
            alt.Tooltip("in_evaluation:N", title="kept by the rule of 2019"),
        ],
    )
    color = alt.Color("kind:N", title=None, scale=alt.Scale(domain=["judged", "relevant"], range=[GREY, BLUE]))
    judged_bars = base.transform_calculate(kind="'judged'").mark_bar(opacity=0.55)
    relevant = base.transform_calculate(kind="'relevant'").mark_bar()
    return alt.layer(
        judged_bars.encode(x=alt.X("num_judged:Q", title="items", axis=alt.Axis(orient=side(rows))), color=color),
        relevant.encode(x="num_rel:Q", color=color),
    ).properties(width=WIDTH - 200, height=alt.Step(ROW))


def _fold_lines(fields: dict[str, str], colors: list[str], x: alt.X, y: alt.Y, tooltip: list[alt.Tooltip]) -> alt.Chart:
    """Return a plot with a line for each column; `fields` maps column names to legend texts."""
    names = " : ".join(f"datum.key == '{key}' ? '{name}'" for key, name in fields.items()) + " : ''"
    legend = list(fields.values())
    dashes = [[1, 0], [6, 3], [2, 2]][: len(legend)]
    return (
        alt.Chart(DATA)
        .transform_fold(list(fields), as_=["key", "value"])
        .transform_calculate(line=names)
        .mark_line(strokeWidth=2, point=alt.OverlayMarkDef(size=18))
        .encode(
            x=x,
            y=y,
            color=alt.Color("line:N", title=None, scale=alt.Scale(domain=legend, range=colors)),
            strokeDash=alt.StrokeDash("line:N", title=None, scale=alt.Scale(domain=legend, range=dashes)),
            tooltip=tooltip,
        )
        .properties(width=WIDTH - 160, height=240)
    )


def completeness(rows: Answer) -> Chart:
    """Draw the judged and the relevant share by rank."""
    return _fold_lines(
        {"judged_share": "judged, of all items at this rank", "rel_share": "relevant, of the judged items"},
        [BLUE, ORANGE],
        alt.X("rank:Q", title="rank", axis=WHOLE),
        alt.Y("value:Q", title=None, axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1])),
        [
            number("rank", format="d"),
            number("num_ret", "items", "d"),
            number("judged_share", format=".1%"),
            number("rel_share", format=".1%"),
        ],
    )


def pool_sizes(rows: Answer) -> Chart:
    """Draw the size of the pool by depth, with its judged and relevant items."""
    return _fold_lines(
        {"num_items": "in the pool", "num_judged": "judged", "num_rel": "relevant"},
        [GREY, BLUE, ORANGE],
        alt.X("depth:Q", title="depth of the pool", axis=WHOLE),
        alt.Y("value:Q", title="items"),
        [
            number("depth", format="d"),
            number("num_items", "in the pool", "d"),
            number("num_judged", "judged", "d"),
            number("num_rel", "relevant", "d"),
        ],
    )


def unique_relevant(rows: Answer) -> Chart:
    """Draw, for each team, the number of relevant items that no other team found."""
    return horizontal_bars(
        alt.Y("team:N", sort=None, title=None),
        alt.X("num_unique_rel:Q", title="relevant items that no other team ranks in its top ten"),
        18,
        [
            alt.Tooltip("team:N"),
            number("num_runs", "runs", "d"),
            number("num_rel", "relevant", "d"),
            number("num_unique_rel", "found by no other team", "d"),
        ],
        color=alt.value(GREEN),
    )


def leave_one_team_out(rows: Answer) -> Chart:
    """Draw Kendall's tau between the official order of the runs and the order without each team's labels."""
    measures = rows.distinct("printed")
    return (
        alt.Chart(DATA)
        .mark_point(filled=True, size=80)
        .encode(
            y=alt.Y("omitted_team:N", sort=None, title="team left out"),
            x=alt.X("tau_b:Q", title="Kendall's τ to the official order", scale=alt.Scale(zero=False)),
            color=alt.Color("printed:N", title="measure", scale=alt.Scale(domain=measures, range=[BLUE, ORANGE, PINK])),
            shape=alt.Shape(
                "printed:N",
                title="measure",
                scale=alt.Scale(domain=measures, range=["circle", "square", "triangle-up"]),
            ),
            tooltip=[
                alt.Tooltip("omitted_team:N"),
                alt.Tooltip("printed:N", title="measure"),
                number("tau_b", "τ"),
                number("max_drop", "largest loss of ranks", "d"),
                alt.Tooltip("max_drop_run_id:N", title="by run"),
            ],
        )
        .properties(width=WIDTH - 240, height=alt.Step(20))
    )


def rank_trials(rows: Answer) -> Chart:
    """Draw a heat map for each measure: how often a run has a rank when one team is left out."""
    most = max(rows.values("num_trials"))
    where = side(rows)

    def panel(measure: str) -> alt.Chart:
        return (
            alt.Chart(DATA, title=measure)
            .transform_filter(alt.datum.printed == measure)
            .mark_rect()
            .encode(
                x=alt.X("rank:O", title="rank", axis=alt.Axis(labelOverlap=True, labelAngle=0, orient=where)),
                y=names_of_rows("run_id"),
                color=color_by_value("num_trials:Q", "teams left out", [0, most]),
                tooltip=[
                    alt.Tooltip("run_id:N", title="run"),
                    number("official_rank", "official rank", "d"),
                    number("rank", "rank", "d"),
                    number("num_trials", "teams left out", "d"),
                ],
            )
            .properties(width=WIDTH // 3 - 80, height=alt.Step(ROW))
        )

    return alt.hconcat(*(panel(measure) for measure in rows.distinct("printed"))).resolve_scale(y="independent")


def strategies(rows: Answer) -> Chart:
    """Draw Kendall's tau and the share of relevant items found, by number of judgments, with a line for each study."""
    studies = rows.distinct("study")
    color = alt.Color("study:N", title=None, sort=studies)
    dash = alt.StrokeDash("study:N", title=None, sort=studies)

    def panel(field: str, title: str) -> alt.Chart:
        return (
            alt.Chart(DATA)
            .mark_line(strokeWidth=2, point=alt.OverlayMarkDef(size=18))
            .encode(
                x=alt.X("num_labels:Q", title="judgments"),
                y=alt.Y(f"{field}:Q", title=title, scale=alt.Scale(domainMax=1)),
                color=color,
                strokeDash=dash,
                tooltip=[
                    alt.Tooltip("study:N"),
                    number("num_labels", "judgments", ".0f"),
                    number("tau_b", "τ"),
                    number("tau_ap", "τ-AP"),
                    number("power", "pairs separated by a t-test", ".1%"),
                    number("rel_share", "relevant found", ".1%"),
                    number("max_drop", "largest loss of ranks", "d"),
                ],
            )
            .properties(width=WIDTH // 2 - 110, height=240)
        )

    return alt.hconcat(panel("tau_b", "Kendall's τ to the official order"), panel("rel_share", "relevant found"))


def _effort_finding(rows: Answer) -> str:
    counts = rows.values("num_judged")
    if len(counts) < 2:
        return ""
    return f"From {min(counts):,} to {max(counts):,} items are judged per topic"


def _completeness_finding(rows: Answer) -> str:
    shares = dict(zip(rows.values("rank"), rows.values("judged_share"), strict=True))
    ranks = [rank for rank in (10, 100) if shares.get(rank) is not None]
    parts = [f"{shares[rank]:.1%} at rank {rank}" for rank in ranks]
    return f"Of the returned items, {' and '.join(parts)} are judged" if parts else ""


def _unique_finding(rows: Answer) -> str:
    row = rows.records()[0]
    return f"{row['team']} found {row['num_unique_rel']:,} relevant items that no other team ranked in its top ten"


FIGURES = [
    Figure(
        name="judging-effort",
        uses_runs=False,
        topic="Judging",
        title="Judging effort per query",
        finding=_effort_finding,
        look="Topics with the most judged items come first. If most judged items of a topic are relevant, more "
        "relevant items are probably unjudged.",
        needs="the official labels of the collection; load them with: dltrack ingest ID",
        view="judging.topic_statistics",
        order="num_judged desc, catalog.natural_order(query_id)",
        has_topics=True,
        chart=judging_effort,
    ),
    Figure(
        name="completeness",
        topic="Judging",
        title="Completeness of judgments by rank",
        finding=_completeness_finding,
        look="At each rank, the share of the returned items that are judged, and the share of the judged items that "
        "are relevant. Unjudged items are treated as not relevant.",
        needs=RUNS,
        view="judging.completeness_by_rank",
        condition="is_submission",
        order="rank",
        chart=completeness,
    ),
    Figure(
        name="pool-sizes",
        topic="Judging",
        title="Pool size by depth, and how many items of the pool are judged",
        look="The pool of depth k contains the first k items of all submitted runs. The gap between the upper two "
        "lines is the number of unjudged items.",
        needs=RUNS,
        view="judging.pool_sizes",
        order="depth",
        chart=pool_sizes,
    ),
    Figure(
        name="unique-relevant",
        topic="Judging",
        title="Relevant items that only one team found",
        finding=_unique_finding,
        look="Relevant items that only one team ranks in its top ten. Without this team, the items would not have been "
        "judged.",
        needs=RUNS,
        view="judging.unique_relevant",
        order="num_unique_rel desc, team",
        chart=unique_relevant,
    ),
    Figure(
        name="leave-one-team-out",
        in_page=False,  # rank-heat-map draws the same data; scoring again takes a second
        in_site=False,
        topic="Judging",
        title="Would the order of runs be the same without one team?",
        look="For each team, the labels that only this team contributed are removed, and all runs are scored again.",
        needs=RUNS,
        view="judging.leave_one_team_out",
        order="tau_b, omitted_team, measure",
        has_measures=True,
        chart=leave_one_team_out,
    ),
    Figure(
        name="judging-strategies",
        in_page=False,  # slower than the rest of the page: scores all runs by thousands of label sets
        in_site=False,
        topic="Judging",
        title="What judging fewer items would have changed",
        look="By mean average precision. The earlier a line reaches 1, the fewer judgments the strategy needs.",
        needs="simulated judging; simulate it with: dltrack simulate COLLECTION --strategy pool",
        view="judging.strategy_comparison",
        condition="measure = 'map'",
        order="study, num_labels",
        chart=strategies,
    ),
    Figure(
        name="rank-heat-map",
        topic="Judging",
        title="Ranks of every run when a team is left out",
        look="For each team, the runs are ranked again without the labels that only this team contributed. A sharp "
        "diagonal means that the labels are reusable. Rows are in the official order of each measure.",
        needs=RUNS,
        view="report.rank_trials",
        order="measure, official_rank, run_id, rank",
        has_measures=True,
        chart=rank_trials,
    ),
]
