"""`dltrack judges`: may other labels stand in for the official ones."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat, working
from dltrack_db.errors import UsageError
from dltrack_db.output import Format, print_rows
from dltrack_db.store import collections, database, sqltext

if TYPE_CHECKING:
    import duckdb

MEASURES = ("ndcg_cut_10", "map", "recip_rank")


class Part(StrEnum):
    """What can be asked for alone."""

    study = "study"
    shift = "shift"
    bias = "bias"
    panel = "panel"


QUERIES = {
    Part.study: "select variant, kind, model, num_pairs, kappa, kappa_binary, alpha, bias, num_runs, tau, tau_ap, "
    "tau_top_10, flipped, topics, provenance from labels.judge_study where collection = $1 and measure = $2 "
    "and ($3 = '' or variant = $3) order by kappa desc nulls last, variant",
    Part.shift: "select variant, run_id, official_rank, rank, shift, official, value, topics_up, topics_down, "
    "provenance from labels.rank_shift where collection = $1 and measure = $2 and variant = $3 "
    "order by shift desc, run_id",
    Part.bias: "select variant, aspect, group_name, num_pairs, mean_official, mean_relevance, bias, "
    "relative_bias from labels.judge_bias where collection = $1 and ($3 = '' or variant = $3) order by all",
    Part.panel: "select rule, size, chosen, num_panels, kappa, kappa_low, kappa_high, best_single "
    "from labels.judge_panel() where collection = $1 order by all",
}
VARIANTS = (
    "select distinct judged.variant from (select collection, variant from main.qrels_variants union all "
    "select collection, variant from main.submitted_scores) as judged inner join main.collections using (collection) "
    "where collection = $1 and judged.variant <> collections.qrels_variant order by all"
)
"""Those that labels.judge_study has rows for, without computing it."""
TITLES = {
    Part.study: "{0}: labels held against the official ones; rankings by {1}",
    Part.shift: "{0}: places of the runs by {1}, official labels and {2}",
    Part.bias: "{0}: grade less official grade, by what the items are",
    Part.panel: "{0}: kappa of panels of models with the official labels",
}


def judges(
    collection: Annotated[
        str, typer.Argument(help="A judged task, e.g. trec2023-passages.", autocompletion=completion.collections)
    ],
    part: Annotated[Part, typer.Option("--part", help="Agreement, runs that move, where judges differ, or panels.")] = (
        Part.study
    ),
    labels: Annotated[str, typer.Option("--labels", metavar="VARIANT", help="Only these labels.")] = "",
    measure: Annotated[
        str, typer.Option("--measure", "-m", metavar="MEASURE", help=f"One of {', '.join(MEASURES)}.")
    ] = MEASURES[0],
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Hold other labels against the official ones: do they agree, and do they rank the runs alike?

    Agreement is over the pairs of topic and document that both grade; rankings
    are over the topics that both judge, or, where they share none, each set
    over its own. docs/judges.md tells how to read the numbers.

    Example: dltrack judges trec2023-passages

    Example: dltrack judges trec2021-passages --part shift --labels syndl-gpt4
    """
    if measure not in MEASURES:
        raise UsageError(f"--measure knows {', '.join(MEASURES)}, not «{measure}»")
    con = database.open_readonly(db)
    try:
        name = collections.named(con, collection, db)
        _check_labels(con, name, labels, part, db)
        with working("comparing labels"):
            result = con.execute(sqltext.filled(QUERIES[part], [name, measure, labels]))
            columns, rows = [column[0] for column in result.description or []], result.fetchall()
    finally:
        con.close()
    if part is Part.shift and not rows:
        raise UsageError(f"no run of {name} is scored by «{labels}» and by the official labels; load runs or scores")
    expendable = ["provenance", "topics", "tau_top_10", "tau_ap", "kappa_binary", "kind", "model", "topics_down"]
    print_rows(columns, rows, format, title=TITLES[part].format(name, measure, labels), expendable=expendable)


def _check_labels(con: duckdb.DuckDBPyConnection, collection: str, labels: str, part: Part, db: Path) -> None:
    """Make sure that the labels asked for are there.

    Raises:
        UsageError: the collection has no such labels, or the part needs some.
    """
    from dltrack_db.suggest import did_you_mean

    rows = con.execute(sqltext.filled(VARIANTS, [collection])).fetchall()
    known = [row[0] for row in rows]
    if not known:
        raise UsageError(
            f"{collection} in {db} has no other labels than the official ones; load some with: dltrack ingest qrels "
            f"FILES -c {collection}"
        )
    if labels and labels not in known:
        raise UsageError(
            f"{collection} has no labels «{labels}»{did_you_mean(labels, known) or '; it has ' + ', '.join(known)}"
        )
    if part is Part.shift and not labels:
        raise UsageError(f"--part shift needs --labels; there are {', '.join(known)}")
