"""Figures about labels: grades, agreement of label sets, and labels inferred from passages."""

from __future__ import annotations

from typing import Any

import altair as alt

from dltrack_db.base.answer import Answer
from dltrack_db.plugins.report.figure import (
    BLUE,
    DATA,
    GREEN,
    GREY,
    ORANGE,
    PINK,
    WIDTH,
    Chart,
    Figure,
    category_color,
    category_shape,
    color_by_value,
    diagonal,
    horizontal_bars,
    legend_filter,
    number,
    opacity_by_legend,
    run_tooltip,
)

MAPPING = (
    "document labels, passage labels and the mapping of passages to documents; load the mapping with: dltrack ingest "
    "ID --parts mapping"
)


def grade_counts(rows: Answer) -> Chart:
    """Draw the share of each grade in every label set."""
    return horizontal_bars(
        alt.Y("variant:N", title=None),
        alt.X("percent:Q", title="percent of the labelled items", stack="zero", scale=alt.Scale(domain=[0, 100])),
        30,
        [
            alt.Tooltip("variant:N", title="labels"),
            number("relevance", "grade", "d"),
            number("num_items", "items", ",d"),
            number("percent", format=".1f"),
        ],
        color=color_by_value("relevance:O", "grade"),
        order=alt.Order("relevance:Q"),
    )


def _confusion(
    x: str, x_title: str, y: str, y_title: str, items: str, percent: str, variant: str = "", title: str = ""
) -> Any:
    """Return the confusion matrix of a label set, coloured by row percentage; the texts are item counts."""
    base = alt.Chart(DATA).encode(
        x=alt.X(f"{x}:O", title=x_title, axis=alt.Axis(labelAngle=0)),
        y=alt.Y(f"{y}:O", title=y_title, sort="ascending"),
    )
    if variant:
        base = base.transform_filter(alt.datum.variant == variant)
    tooltip = [
        number(y, y_title, "d"),
        number(x, x_title, "d"),
        number(items, "items", ",d"),
        number(percent, "percent of the row", ".1f"),
    ]
    cells = base.mark_rect().encode(
        color=color_by_value(f"{percent}:Q", "% of row", [0, 100]),
        tooltip=tooltip,
    )
    dark = f"datum.{percent} > 60"
    text = base.mark_text(fontSize=13).encode(
        text=alt.Text(f"{items}:Q", format=",d"),
        color=alt.when(dark).then(alt.value("#111")).otherwise(alt.value("#fff")),
    )
    matrix = alt.layer(cells, text).properties(width=alt.Step(62), height=alt.Step(42))
    return matrix.properties(title=title) if title else matrix


def label_confusion(rows: Answer) -> Chart:
    """Draw the confusion matrix of every label set with the official label set."""
    kappas = {row["variant"]: (row["kappa"], row["reason"]) for row in rows.records()}
    titles = {
        variant: f"{variant}, κ = {kappa:.2f}" if kappa is not None else f"{variant}, no κ{f': {why}' if why else ''}"
        for variant, (kappa, why) in kappas.items()
    }
    return alt.concat(
        *(
            _confusion(
                *("other", "other grade", "official", "official grade", "num_items", "percent_of_official"),
                variant=variant,
                title=title,
            )
            for variant, title in titles.items()
        ),
        columns=2,
    )


def _many_sets(rows: Answer) -> str:
    sets = len(rows.distinct("variant"))
    return f"matrices of {sets} label sets would be unreadable; draw the figure 'judges' instead" if sets > 6 else ""


def inferred_vs_actual(rows: Answer) -> Chart:
    """Draw document labels inferred from passages against the actual document labels."""
    return _confusion("inferred", "inferred grade", "actual", "actual grade", "num_docs", "percent_of_actual")


def inferred_scores(rows: Answer) -> Chart:
    """Draw nDCG@10 of the runs by actual and by inferred labels."""
    legend = legend_filter()
    values = rows.values("ndcg_cut_10_actual") + rows.values("ndcg_cut_10_inferred")
    points = (
        alt.Chart()
        .mark_point(filled=True, size=55)
        .encode(
            x=alt.X("ndcg_cut_10_actual:Q", title="nDCG@10, actual labels", scale=alt.Scale(zero=False)),
            y=alt.Y("ndcg_cut_10_inferred:Q", title="nDCG@10, inferred labels", scale=alt.Scale(zero=False)),
            color=category_color(rows),
            shape=category_shape(rows),
            opacity=opacity_by_legend(legend),
            tooltip=[each for each in run_tooltip() if "team" not in str(each)]
            + [number("ndcg_cut_10_actual", "actual"), number("ndcg_cut_10_inferred", "inferred")],
        )
        .add_params(legend)
    )
    line = diagonal(min(values), max(values))
    return (
        alt.layer(line, points, data=DATA)
        .properties(width=WIDTH // 2 - 60, height=280)
        .facet(alt.Facet("documents:N", title="documents"), columns=2)
    )


_KINDS = alt.Scale(domain=["human", "llm", "synthetic", "inferred"], range=[GREEN, BLUE, PINK, ORANGE])
"""Colours by type of judge, see main.qrels_variants."""
_NEAR = alt.Scale(zero=False)
_TWO_PLACES = alt.Axis(format=".2f")
"""Axis with two decimals; Vega would round the only tick of a single point to a whole number."""


def judges(rows: Answer) -> Chart:
    """Draw every label set by its agreement with the official labels, and by how similarly both rank the runs."""
    return _named_points(
        alt.X("kappa:Q", title="kappa with the official labels", scale=_NEAR, axis=_TWO_PLACES),
        alt.Y("tau:Q", title="Kendall's tau of the runs by nDCG@10", scale=_NEAR, axis=_TWO_PLACES),
        alt.Color("kind:N", title="labelled by", scale=_KINDS, legend=alt.Legend(orient="bottom")),
        [
            alt.Tooltip("variant:N", title="labels"),
            alt.Tooltip("model:N"),
            number("num_pairs", "pairs", ",d"),
            number("kappa"),
            number("alpha"),
            number("num_runs", "runs", "d"),
            number("tau"),
            number("tau_top_10", "tau of the best ten runs"),
        ],
        height=320,
    )


def _named_points(x: alt.X, y: alt.Y, color: alt.Color, tooltip: list[alt.Tooltip], height: int) -> Chart:
    """Return a plot of label sets as points with names."""
    points = alt.Chart(DATA).mark_point(filled=True, size=70).encode(x=x, y=y, color=color, tooltip=tooltip)
    names = alt.Chart(DATA).mark_text(align="left", dx=8).encode(x=x.shorthand, y=y.shorthand, text="variant:N")
    return alt.layer(points, names).properties(width=WIDTH, height=height)


def judge_leaderboards(rows: Answer) -> Chart:
    """Draw the agreement of each judge's leaderboard with the official leaderboard, with its interval over topics."""
    base = alt.Chart(DATA).encode(y=alt.Y("judge:N", title=None, sort=None))
    ranges = base.mark_rule(strokeWidth=2, color=GREY).encode(
        x=alt.X("tau_b_low:Q", title="Kendall's tau with the order by nDCG@10"), x2="tau_b_high:Q"
    )
    points = base.mark_point(filled=True, size=70).encode(
        x=alt.X("tau_b:Q", scale=_NEAR, axis=_TWO_PLACES),
        color=alt.Color("printed:N", title="measure of the judge"),
        tooltip=[
            alt.Tooltip("judge:N"),
            alt.Tooltip("printed:N", title="measure"),
            alt.Tooltip("model:N"),
            number("num_runs", "runs", "d"),
            number("num_topics", "topics", "d"),
            number("tau_b", "tau"),
            number("tau_b_low", "from"),
            number("tau_b_high", "to"),
            number("tau_ap", "tau_ap"),
            number("spearman"),
            number("flipped", "significant pairs flipped"),
        ],
    )
    return alt.layer(ranges, points).properties(width=WIDTH, height=alt.Step(22))


def methods(rows: Answer) -> Chart:
    """Draw every labelling method by its agreement with official labels, and by how similarly both rank the runs."""
    return _named_points(
        alt.X("agreement:Q", title="Spearman's rho with the official labels", scale=_NEAR, axis=_TWO_PLACES),
        alt.Y("tau:Q", title="Kendall's tau of the runs by Compatibility", scale=_NEAR, axis=_TWO_PLACES),
        alt.Color("scale:N", title="scale of the labels", legend=alt.Legend(orient="bottom")),
        [
            alt.Tooltip("variant:N", title="labels"),
            alt.Tooltip("model:N"),
            alt.Tooltip("method:N"),
            number("num_labels", "labels or votes", ",d"),
            number("num_topics", "topics", "d"),
            number("agreement"),
            number("tau"),
            number("tau_ascending", "tau, equal scores by rising ids"),
        ],
        height=400,
    )


def preferences(rows: Answer) -> Chart:
    """Draw the agreement of preference judges for each dimension."""
    return horizontal_bars(
        alt.Y("dimension:N", title=None, sort="-x"),
        alt.X("alpha:Q", title="Krippendorff's alpha"),
        24,
        [
            alt.Tooltip("source:N", title="preferences"),
            alt.Tooltip("dimension:N"),
            number("alpha"),
            number("num_pairs", "pairs", ",d"),
            number("num_votes", "votes", ",d"),
        ],
        row=alt.Row("source:N", title=None),
    )


FIGURES = [
    Figure(
        name="methods",
        topic="Labels",
        title="Labelling methods: agreement with the official labels, and agreement of the rankings",
        look="Methods at the upper right could replace the official labels, whatever their scale.",
        needs="labels, preferences or nuggets of the judged topics, and runs; load labels with: dltrack ingest qrels",
        view="labels.method_study",
        condition="agreement is not null and tau is not null",
        order="tau desc, variant",
        chart=methods,
        in_page=False,  # as slow as `judges`
    ),
    Figure(
        name="preferences",
        uses_runs=False,
        topic="Labels",
        title="Agreement of preference judges, by dimension",
        look="1 is perfect agreement, 0 agreement by chance. Votes are compared whichever item of a pair came first.",
        needs="preferences; load them with: dltrack ingest preferences",
        view="preferences.agreement",
        condition="alpha is not null",
        order="source, dimension",
        chart=preferences,
    ),
    Figure(
        name="judges",
        topic="Labels",
        title="Judges: agreement with the official labels, and agreement of the rankings",
        look="Label sets at the upper right could replace the official labels. Label sets that agree little can still "
        "rank the runs alike.",
        needs="a second set of labels with several grades for the judged topics, and runs or their scores; "
        "load labels with: dltrack ingest qrels",
        view="labels.judge_study",
        condition="measure = 'ndcg_cut_10' and kappa is not null and tau is not null",
        order="kappa desc, variant",
        chart=judges,
        in_page=False,  # takes as long as the rest of the page
    ),
    Figure(
        name="judge-leaderboards",
        uses_runs=False,
        topic="Labels",
        title="Agreement of judges' leaderboards with the official order, with 95 % intervals over topics",
        look="Further right is better. Judges with overlapping intervals may be equally good.",
        needs="leaderboards of judges, and runs or their scores; load one with: dltrack ingest scores --judge",
        view="labels.judge_leaderboards('ndcg_cut_10')",
        condition="tau_b is not null",
        order="tau_b desc, judge, measure",
        has_measures=True,
        chart=judge_leaderboards,
    ),
    Figure(
        name="grade-counts",
        uses_runs=False,
        topic="Labels",
        title="Grades in every label set",
        look="Label sets with different bars used the scale differently. Grade 0 is not relevant. The lowest grade "
        "that binary measures treat as relevant is at the top of this section.",
        needs="labels; load them with: dltrack ingest ID",
        view="labels.grade_counts",
        order="variant, relevance",
        chart=grade_counts,
    ),
    Figure(
        name="label-confusion",
        uses_runs=False,
        topic="Labels",
        title="Other labels against the official labels",
        look="Numbers are counts of items with both labels; the colour is the share of the row; κ is Cohen's kappa.",
        needs="a second label set, such as MS MARCO's sparse labels; load one with: dltrack ingest qrels",
        view="report.label_confusion",
        order="variant, official, other",
        chart=label_confusion,
        silence=_many_sets,
    ),
    Figure(
        name="inferred-vs-actual",
        uses_runs=False,
        topic="Labels",
        title="Document labels inferred from passages against the actual document labels",
        look="The inferred label of a document is the highest grade of its judged passages. Documents off the diagonal "
        "were inferred wrongly.",
        needs=MAPPING,
        view="labels.inferred_vs_actual",
        condition="rule = 'max'",
        order="actual, inferred",
        chart=inferred_vs_actual,
    ),
    Figure(
        name="inferred-scores",
        topic="Labels",
        title="Runs scored by actual and by inferred document labels",
        look="Runs off the diagonal gain or lose by inferred labels. 'all': each label set with all its labels. "
        "'common': only documents that have both labels.",
        needs=MAPPING,
        view="labels.inferred_scores",
        condition="rule = 'max' and ndcg_cut_10_actual is not null and ndcg_cut_10_inferred is not null",
        order="documents, run_id",
        chart=inferred_scores,
    ),
]
