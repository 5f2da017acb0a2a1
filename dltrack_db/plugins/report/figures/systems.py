"""Figures about runs, measures and topics."""

from __future__ import annotations

from dataclasses import replace

import altair as alt

from dltrack_db.base import sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.plugins.report.figure import (
    BLUE,
    CATEGORIES,
    DATA,
    GREY,
    ORANGE,
    ROW,
    WHOLE,
    WIDTH,
    Chart,
    Figure,
    category_color,
    category_shape,
    color_by_value,
    legend_filter,
    names_of_rows,
    number,
    opacity_by_legend,
    run_tooltip,
    side,
)
from dltrack_db.plugins.report.layout import run_map

_MOST_NUMBERS = 4
"""Maximum number of panels in the figure `pareto`."""
RUNS = "submitted runs with a published description; load them with: dltrack ingest ID --runs DIR"


def ndcg_by_type(rows: Answer) -> Chart:
    """Draw a bar for each run, best first, coloured by run type; mark the best run of each type."""
    legend = legend_filter()
    title = rows.values("printed")[0]
    y = names_of_rows("run_id")
    bars = (
        alt.Chart(DATA)
        .mark_bar()
        .encode(
            y=y,
            x=alt.X("value:Q", title=title, axis=alt.Axis(orient=side(rows))),
            color=category_color(rows),
            opacity=opacity_by_legend(legend),
            tooltip=run_tooltip(
                alt.Tooltip("subtask:N"), number("value", title), alt.Tooltip("position:Q", title="position")
            ),
        )
        .add_params(legend)
    )
    best = (
        alt.Chart(DATA)
        .transform_filter("datum.is_best_of_category")
        .mark_text(dx=8, fontSize=11, fontWeight="bold")
        .encode(y=y, x="value:Q", text=alt.value("◀"), color=category_color(rows))
    )
    return alt.layer(bars, best).properties(width=WIDTH - 200, height=alt.Step(ROW))


def best_nnlm_vs_trad(rows: Answer) -> Chart:
    """Draw, for each topic, a line between the scores of the best nnlm and trad runs, largest nnlm lead first."""
    y = names_of_rows("topic")
    kinds = {"nnlm_ndcg_cut_10": "nnlm", "trad_ndcg_cut_10": "trad"}
    # names are sorted alphabetically: nnlm, trad
    scale = alt.Scale(range=[CATEGORIES[kind][0] for kind in kinds.values()])
    shapes = alt.Scale(range=[CATEGORIES[kind][1] for kind in kinds.values()])
    tooltip = [
        alt.Tooltip("topic:N"),
        alt.Tooltip("nnlm_run_id:N", title="best nnlm"),
        number("nnlm_ndcg_cut_10", "nDCG@10 of nnlm"),
        alt.Tooltip("trad_run_id:N", title="best trad"),
        number("trad_ndcg_cut_10", "nDCG@10 of trad"),
        alt.Tooltip("outcome:N", title="nnlm has a"),
    ]
    lines = (
        alt.Chart(DATA)
        .mark_rule(color=GREY, strokeWidth=2, opacity=0.6)
        .encode(
            y=y,
            x=alt.X("nnlm_ndcg_cut_10:Q", title="nDCG@10", axis=alt.Axis(orient=side(rows))),
            x2="trad_ndcg_cut_10:Q",
            tooltip=tooltip,
        )
    )
    name_expression = " : ".join(
        f"datum.key == '{key}' ? '{kind}: ' + datum.{kind}_run_id" for key, kind in kinds.items()
    )
    points = (
        alt.Chart(DATA)
        .transform_fold(list(kinds), as_=["key", "value"])
        .transform_calculate(run=name_expression + " : ''")
        .mark_point(filled=True, size=55, opacity=1)
        .encode(
            y=y,
            x="value:Q",
            color=alt.Color("run:N", scale=scale, title="best run"),
            shape=alt.Shape("run:N", scale=shapes, title="best run"),
            tooltip=tooltip,
        )
    )
    return alt.layer(lines, points).properties(width=WIDTH - 160, height=alt.Step(ROW))


def topic_grid(rows: Answer) -> Chart:
    """Draw a cell for every run on every topic, with the easiest topics at the top and the best runs on the left."""
    title = rows.values("printed")[0]
    return (
        alt.Chart(DATA)
        .transform_window(runs="first_value(run_ids)", sort=[alt.SortField("position")], frame=[None, None])
        .transform_flatten(["scores", "runs"], ["value", "run_id"])
        .mark_rect()
        .encode(
            x=alt.X("run_id:N", sort=None, title=None, axis=alt.Axis(labelAngle=-90, labelFontSize=8, labelLimit=120)),
            y=names_of_rows("topic"),
            color=color_by_value("value:Q", title),
            tooltip=[
                alt.Tooltip("topic:N"),
                alt.Tooltip("run_id:N", title="run"),
                number("value", title, ".3f"),
                number("mean", "mean of all runs", ".3f"),
            ],
        )
        .properties(width=WIDTH - 200, height=alt.Step(ROW))
    )


def fullrank_vs_rerank(rows: Answer) -> Chart:
    """Draw nDCG@10 and NCG of the runs in order of nDCG@10, coloured by subtask."""
    legend = legend_filter("subtask")
    scale = alt.Scale(domain=["fullrank", "rerank"], range=[BLUE, ORANGE])
    shapes = alt.Scale(domain=["fullrank", "rerank"], range=["circle", "square"])

    def panel(field: str, title: str) -> alt.Chart:
        return (
            alt.Chart(DATA)
            .mark_point(filled=True, size=70)
            .encode(
                x=alt.X("position:Q", title="position by nDCG@10", axis=WHOLE, scale=alt.Scale(nice=False, padding=10)),
                y=alt.Y(f"{field}:Q", title=title, scale=alt.Scale(zero=False)),
                color=alt.Color("subtask:N", scale=scale),
                shape=alt.Shape("subtask:N", scale=shapes),
                opacity=opacity_by_legend(legend),
                tooltip=run_tooltip(alt.Tooltip("subtask:N"), number("ndcg_cut_10", "nDCG@10"), number("ncg", "NCG")),
            )
            .properties(width=WIDTH // 2 - 40, height=260)
        )

    left_panel = panel("ndcg_cut_10", "nDCG@10").add_params(legend)
    if not rows.distinct("ncg"):  # needs rankings; the panel would be empty
        return left_panel
    return alt.hconcat(left_panel, panel("ncg", "NCG at the overview's depth"))


def _no_subtask(rows: Answer) -> str:
    if {"fullrank", "rerank"} & {*rows.distinct("subtask")}:
        return ""
    return "no run has a subtask: fullrank or rerank"


_BY_PLACE = alt.EncodingSortField("place", op="min")
"""Order of panels as in the paper; Vega-Lite would sort panels by title."""


_TAU = "(datum.tau_b == null ? '' : ', τ = ' + format(datum.tau_b, '.2f'))"
"""Vega expression for the end of a panel's title: Kendall's tau, or '' if all runs have the same score."""


def measure_agreement(rows: Answer) -> Chart:
    """Draw every other measure against nDCG@10."""
    legend = legend_filter()
    num_panels = len(rows.distinct("measure"))
    columns = 3 if num_panels == 3 else 2
    runs = alt.Chart().encode(
        x=alt.X(
            "ndcg_cut_10:Q", title="nDCG@10", scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=4, labelOverlap=True)
        ),
        y=alt.Y("value:Q", title=None, scale=alt.Scale(zero=False)),
    )
    points = (
        runs.mark_point(filled=True, size=60)
        .encode(
            color=category_color(rows),
            shape=category_shape(rows),
            opacity=opacity_by_legend(legend),
            tooltip=run_tooltip(
                number("ndcg_cut_10", "nDCG@10"), alt.Tooltip("printed:N", title="measure"), number("value")
            ),
        )
        .add_params(legend)
    )
    # runs without a label get an empty name instead of a filter, because Vega warns of layers without rows
    names_apart = runs.mark_text(dy=-10, fontSize=10).encode(text="name_apart:N")
    return (
        alt.layer(points, names_apart, data=DATA)
        .transform_calculate(
            panel=f"(datum.measure == 'ncg' ? 'NCG' : datum.printed) + {_TAU}",
            place="indexof(['rr_ms', 'rr', 'ncg', 'ap'], datum.measure)",
            name_apart="datum.is_apart ? datum.run_id : ''",
        )
        .properties(width=WIDTH // columns - 50, height=240)
        .facet(facet=alt.Facet("panel:N", title=None, sort=_BY_PLACE), columns=columns)
        .resolve_scale(y="independent")
    )


_SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right"]


def map_of_runs(rows: Answer) -> Chart:
    """Draw the runs on their first two principal components, coloured by type and by team."""
    axis = alt.Axis(labels=False, ticks=False, grid=False, title=None)
    type_legend, team_legend = legend_filter(), legend_filter("team")

    def points(selection: alt.Parameter) -> alt.Chart:
        scale = alt.Scale(zero=False, padding=15, nice=False)
        return (
            alt.Chart(DATA)
            .mark_point(filled=True, size=90)
            .encode(
                x=alt.X("x:Q", axis=axis, scale=scale),
                y=alt.Y("y:Q", axis=axis, scale=scale),
                opacity=opacity_by_legend(selection),
                tooltip=run_tooltip(number("ndcg_cut_10", "nDCG@10")),
            )
            .add_params(selection)
            .properties(width=WIDTH // 2 - 60, height=300)
        )

    typed = (
        points(type_legend)
        .encode(color=category_color(rows), shape=category_shape(rows))
        .properties(title="by run type")
    )
    legend = alt.Legend(symbolLimit=0)  # list all teams
    # the number of shapes does not divide the number of colours, so that a pair of both repeats only after many teams
    color = alt.Color("team:N", scale=alt.Scale(scheme="tableau20"), legend=legend)
    shape = alt.Shape("team:N", scale=alt.Scale(range=_SHAPES), legend=legend)
    teams = points(team_legend).encode(color=color, shape=shape).properties(title="by team")
    if not rows.distinct("team"):
        return typed if rows.distinct("category") else points(type_legend)
    return alt.hconcat(typed, teams).resolve_scale(color="independent", shape="independent")


def query_length(rows: Answer) -> Chart:
    """Draw nDCG@10 on short, long and all queries against each other."""
    legend = legend_filter()
    return (
        alt.Chart(DATA)
        .transform_calculate(
            panel=f"datum.subset_x + ' (across) and ' + datum.subset_y + ' (up)' + {_TAU}",
            place="datum.subset_x == 'short' ? 0 : datum.subset_y == 'all' ? 1 : 2",
        )
        .mark_point(filled=True, size=55)
        .encode(
            x=alt.X("value_x:Q", title="nDCG@10", scale=alt.Scale(zero=False)),
            y=alt.Y("value_y:Q", title="nDCG@10", scale=alt.Scale(zero=False)),
            color=category_color(rows),
            shape=category_shape(rows),
            opacity=opacity_by_legend(legend),
            tooltip=run_tooltip(
                alt.Tooltip("subset_x:N"), number("value_x"), alt.Tooltip("subset_y:N"), number("value_y")
            ),
            facet=alt.Facet("panel:N", title=None, columns=3, sort=_BY_PLACE),
        )
        .add_params(legend)
        .properties(width=WIDTH // 3 - 40, height=220)
    )


def _one_length(rows: Answer) -> str:
    lengths = rows.distinct("subset_x")
    return f"all queries of the collection are {lengths[0]}" if len(lengths) == 1 else ""


def over_editions(rows: Answer) -> Chart:
    """Draw the best and the median run of each edition, and the best run of a chosen team, in a panel per measure."""
    columns = min(max(len(rows.distinct("measure")), 1), 3)
    teams = sorted({row["team"] for row in rows.records() if row["team"] is not None and row["num_editions"] > 1})
    names = ["best", "median", *teams]
    menu = alt.binding_select(options=["", *teams], labels=["none", *teams], name="Team ")
    team = alt.param(name="team", value="", bind=menu)
    color = alt.Color(
        "line:N",
        title=None,
        scale=alt.Scale(domain=names, range=[BLUE, GREY, *[ORANGE] * len(teams)]),
        legend=alt.Legend(values=names[:2]),
    )
    points = (
        alt.Chart(DATA)
        .transform_fold(["best", "median"], as_=["line", "value"])
        .transform_filter("datum.team == null || (datum.line == 'best' && datum.team == team)")
        .transform_calculate(line="datum.team == null ? datum.line : datum.team")
        .mark_point(size=80, filled=True, opacity=1)
        .encode(
            x=alt.X("year:O", title=None, axis=alt.Axis(labelAngle=0)),
            y=alt.Y("value:Q", title=None),
            color=color,
            shape=alt.Shape("line:N", title=None, scale=alt.Scale(domain=names, range=["circle", "square", "diamond"])),
            tooltip=[
                alt.Tooltip("edition_collection:N", title="collection"),
                alt.Tooltip("line:N", title="line"),
                number("value"),
                alt.Tooltip("best_run:N", title="best run"),
                alt.Tooltip("num_runs:Q", title="runs"),
            ],
        )
        .properties(width=WIDTH // columns - 60, height=200)
        .facet(facet=alt.Facet("printed:N", title=None), columns=columns)
        .resolve_scale(x="independent", y="independent")
    )
    return points.add_params(team)


def _one_edition(rows: Answer) -> str:
    return "" if len(rows.distinct("year")) > 1 else "the runs belong to a single edition"


def tie_sensitivity(rows: Answer) -> Chart:
    """Draw how much each run's score depends on the order of items with equal scores."""
    one_run = alt.selection_point(fields=["run_id"], name="one_run")
    y = alt.Y("printed:N", title=None, sort=None)
    x = alt.X("value_range:Q", title="largest difference between tie rules")
    ticks = (
        alt.Chart(DATA)
        .transform_calculate(changed="length(datum.changed_topics)")
        .mark_tick(thickness=2, height=18, color=BLUE)
        .encode(
            y=y,
            x=x,
            color=alt.when(one_run).then(alt.value(BLUE)).otherwise(alt.value(GREY)),
            opacity=alt.when(one_run).then(alt.value(0.9)).otherwise(alt.value(0.25)),
            tooltip=[
                alt.Tooltip("run_id:N", title="run"),
                number("by_float", "scores as float"),
                number("by_double", "scores as double"),
                number("by_submitted", "rank column"),
                number("by_ascending", "equal scores by ascending ids"),
                number("changed", "queries changed", "d"),
            ],
        )
        .add_params(one_run)
    )
    farthest = (
        alt.Chart(DATA)
        .transform_joinaggregate(largest="max(value_range)", groupby=["printed"])
        .transform_filter("datum.value_range == datum.largest && datum.largest > 0")
        .mark_text(align="left", dx=6, fontSize=10)
        .encode(y=y, x=x, text="run_id:N")
    )
    return alt.layer(ticks, farthest).properties(width=WIDTH - 140, height=alt.Step(30))


def pareto(rows: Answer) -> Chart:
    """Draw effectiveness against each number in the run notes, a panel each, with the Pareto front as a line."""
    title = rows.values("printed")[0]
    y = alt.Y("value:Q", title=title, scale=alt.Scale(zero=False))
    panels = []
    for name in rows.distinct("name")[:_MOST_NUMBERS]:
        numbers = [row["number"] for row in rows.records() if row["name"] == name]
        scale = alt.Scale(type="log") if _is_skewed(numbers) else alt.Scale(zero=False)
        x = alt.X("number:Q", title=name, scale=scale, axis=alt.Axis(format="~s"))
        points = alt.Chart(DATA).transform_filter(alt.FieldEqualPredicate(field="name", equal=name)).encode(x=x, y=y)
        line = points.transform_filter("datum.is_on_line")
        dots = points.mark_point(filled=True, size=60, opacity=0.9).encode(
            color=category_color(rows),
            shape=category_shape(rows),
            tooltip=run_tooltip(number("value", title), number("number", name, format=",")),
        )
        panels.append(
            alt.layer(
                line.mark_line(interpolate="step-after", color=GREY).encode(order="number:Q"),
                dots,
                line.mark_text(align="left", dx=7, dy=-6, fontSize=10, limit=180).encode(text="run_id:N"),
            ).properties(width=WIDTH - 200, height=240)
        )
    return alt.vconcat(*panels) if len(panels) > 1 else panels[0]


def _is_skewed(numbers: list[float]) -> bool:
    """Return whether all numbers are above 0 and a linear axis would put most of them into a narrow strip."""
    in_order = sorted(numbers)
    low, middle, high = in_order[0], in_order[3 * len(in_order) // 4], in_order[-1]
    return low > 0 and (high >= 100 * low or (high >= 10 * low and 4 * (middle - low) <= high - low))


def _one_number(rows: Answer) -> str:
    """Return a reason not to draw if no number in the run notes differs between runs, else ''."""
    numbers = {(row["name"], row["number"]) for row in rows.records()}
    can_differ = len(numbers) > len(rows.distinct("name"))
    return "" if can_differ else "no number in the run notes differs between runs"


def by_measure(figure: Figure, measure: str, printed: str) -> Figure:
    """Return the figure drawn by `measure`, if it is one of `_BY_MEASURE`; otherwise return it unchanged."""
    if figure.name not in _BY_MEASURE or measure == _MEASURE:
        return figure
    return replace(
        figure,
        title=figure.title.replace(_PRINTED, printed),
        look=figure.look.replace(_PRINTED, printed),
        view=_BY_MEASURE[figure.name].format(sql_text.literal(measure)),
    )


_MEASURE, _PRINTED = "ndcg_cut_10", "nDCG@10"
"""Default measure of figures."""
_BY_MEASURE = {
    "ndcg-by-type": "systems.run_positions_by({})",
    "topic-grid": "report.topic_grid({})",
    "rank-stability": "statistics.rank_stability_by([{}])",
    "pareto": "systems.pareto_by({})",
}
"""Figures that can be drawn by any measure: the view of each, with {} for the measure."""


def _type_finding(rows: Answer) -> str:
    best = [row for row in rows.records() if row["is_best_of_category"] and row["category"]]
    names = [f"{row['category']} {row['value']:.3f}" for row in best]
    return f"Best {rows.values('printed')[0]} of each run type: {', '.join(names)}" if len(names) > 1 else ""


def _grid_finding(rows: Answer) -> str:
    if len(rows.rows) < 2:
        return ""
    easiest, hardest = rows.values("query_id")[0], rows.values("query_id")[-1]
    measure = rows.values("printed")[0]
    return f"By mean {measure} of all runs, topic {hardest} is the hardest and topic {easiest} the easiest"


def _nnlm_finding(rows: Answer) -> str:
    wins = rows.values("outcome").count("win")
    nnlm, trad = rows.values("nnlm_run_id")[0], rows.values("trad_run_id")[0]
    return f"The best nnlm run, {nnlm}, beats the best traditional run, {trad}, on {wins} of {len(rows.rows)} topics"


def _agreement_finding(rows: Answer) -> str:
    taus = {row["printed"]: row["tau_b"] for row in rows.records() if row["tau_b"] is not None}
    if len(taus) < 2:
        return ""
    least, most = min(taus, key=lambda name: (taus[name], name)), max(taus, key=lambda name: (taus[name], name))
    return (
        f"{most} agrees most with nDCG@10 on the order of the runs (τ = {taus[most]:.2f}), {least} least "
        f"(τ = {taus[least]:.2f})"
    )


FIGURES = [
    Figure(
        name="ndcg-by-type",
        topic="Runs",
        title="nDCG@10 of every run, by run type",
        finding=_type_finding,
        look="One bar per submitted run, best first; ◀ marks the best run of each type.",
        needs=RUNS,
        view="systems.run_positions_by('ndcg_cut_10')",
        order="position",
        chart=ndcg_by_type,
        has_measures=True,
        in_site=False,  # the leaderboard contains the same scores, with verdicts
    ),
    Figure(
        name="topic-grid",
        topic="Runs",
        title="nDCG@10 of every run on every topic",
        finding=_grid_finding,
        look="Topics are sorted from the easiest to the hardest, runs from the best to the worst. In a dark row, no "
        "run does well on the topic; a bright cell in a dark row is a run that finds items that others miss. Click a "
        "cell to open its topic.",
        needs=RUNS + ", and scores per topic",
        view="report.topic_grid('ndcg_cut_10')",
        order="position",
        has_measures=True,
        chart=topic_grid,
        is_first=True,
    ),
    Figure(
        name="best-nnlm-vs-trad",
        topic="Runs",
        title="The best nnlm run against the best traditional run, topic by topic",
        finding=_nnlm_finding,
        look="Each line joins the scores of the two runs on a topic. Topics are sorted by the difference: the nnlm run "
        "has its largest lead at the top, the traditional run at the bottom.",
        needs=RUNS + "; at least one run of each type is needed",
        view="systems.best_nnlm_vs_trad",
        order="round(nnlm_ndcg_cut_10 - trad_ndcg_cut_10, 12) desc, position",
        has_topics=True,
        chart=best_nnlm_vs_trad,
    ),
    Figure(
        name="over-editions",
        topic="Runs",
        title="The best and the median run of each edition",
        look="Topics and labels differ from year to year, so differences between years do not show progress. "
        "Choose a team below the chart to see the best run of each year in which it took part.",
        needs="runs of another edition; load them with: dltrack ingest ID",
        view="systems.over_editions",
        order="measure, team nulls first, year",
        has_measures=True,
        chart=over_editions,
        silence=_one_edition,
    ),
    Figure(
        name="pareto",
        topic="Runs",
        title="Effectiveness against numbers in the run notes, such as latency",
        look="Runs on the line are Pareto-optimal: every run with a lower number has a lower score.",
        needs="numbers of runs, such as latency_ms or cost_usd; load them with: dltrack ingest run-notes",
        view="systems.pareto_by('ndcg_cut_10')",
        order="name, number, run_id",
        has_measures=True,
        chart=pareto,
        silence=_one_number,
    ),
    Figure(
        name="fullrank-vs-rerank",
        topic="Runs",
        title="Searching the full collection against reranking given candidates",
        look="Runs are sorted from the best to the worst. Do runs that search the full collection come before runs "
        "that rerank? All reranking runs have the same candidates and therefore the same NCG.",
        needs=RUNS,
        view="systems.run_positions",
        order="position",
        chart=fullrank_vs_rerank,
        condition="ndcg_cut_10 is not null",
        silence=_no_subtask,
    ),
    Figure(
        name="measure-agreement",
        topic="Runs",
        title="How measures agree on the runs",
        finding=_agreement_finding,
        look="Each point is a run; τ is Kendall's tau-b over all runs. Runs more than three standard deviations away "
        "from the regression line are named.",
        needs=RUNS,
        view="report.measure_pairs",
        order="list_position(['rr_ms', 'rr', 'ncg', 'ap'], measure), run_id",
        has_measures=True,
        condition="ndcg_cut_10 is not null",
        chart=measure_agreement,
    ),
    Figure(
        name="run-map",
        topic="Runs",
        title="Which runs do well on the same topics",
        look="Runs near each other do well and badly on the same topics; a cluster of one team often consists of "
        "variants of one system. (Principal components of nDCG@10 per topic.) Click a team or type to see only its "
        "runs.",
        needs="at least four " + RUNS,
        view="report.run_vectors",
        order="run_id",
        chart=map_of_runs,
        prepare=run_map,
    ),
    Figure(
        name="query-length",
        topic="Runs",
        title="Short and long queries",
        look="Each point is a run. If a point is far from the diagonal, the score of the run depends on query length. "
        "Long queries have ten words or more.",
        needs=RUNS,
        view="report.query_length_pairs",
        order="subset_x desc, subset_y, run_id",
        chart=query_length,
        silence=_one_length,
    ),
    Figure(
        name="tie-sensitivity",
        topic="Runs",
        title="How much the tie rule changes the scores of runs",
        look="Each tick is the change of a run's score between rules for ordering items with equal scores (0: ties do "
        "not matter). Click a tick to follow its run through the measures. The run that changes most is named.",
        needs=RUNS,
        view="metrics.tie_sensitivity",
        order="measure, value_range desc, run_id",
        has_measures=True,
        chart=tie_sensitivity,
    ),
]
