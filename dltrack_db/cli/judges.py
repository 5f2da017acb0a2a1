"""`dltrack judges`: can other labels replace the official ones."""

from __future__ import annotations

from typing import Annotated

import typer

from dltrack_db.basics.progress import working
from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.errors import UsageError
from dltrack_db.output import Format, print_rows
from dltrack_db.scoring.judges import MEASURES, Part, ask
from dltrack_db.store import database

TITLES = {
    Part.study: "{0}: labels held against the official ones; rankings by {1}",
    Part.shift: "{0}: places of the runs by {1}, official labels and {2}",
    Part.bias: "{0}: grade less official grade, by what the items are",
    Part.panel: "{0}: kappa of panels of models with the official labels",
}


def judges(
    collection: Annotated[
        str,
        typer.Argument(
            help="A judged task, e.g. trec2023-passages, or an edition of which only one has such labels.",
            autocompletion=completion.collections,
        ),
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
    """Compare other labels with the official ones: do they agree, and do they rank the runs alike?

    Agreement is over the pairs of topic and document that both grade; rankings
    are over the topics that both judge, or, where they share none, each set
    over its own. docs/judges.md tells how to read the numbers.

    Example: dltrack judges trec2023-passages

    Example: dltrack judges trec2021-passages --part shift --labels syndl-gpt4
    """
    con = database.open_readonly(db)
    try:
        with working("comparing labels"):
            name, measure, result = ask(con, db, collection, part=part, labels=labels, measure=measure)
            columns, rows = [column[0] for column in result.description or []], result.fetchall()
    finally:
        con.close()
    if part is Part.shift and not rows:
        raise UsageError(f"no run of {name} is scored by «{labels}» and by the official labels; load runs or scores")
    expendable = ["provenance", "topics", "tau_top_10", "tau_ap", "kappa_binary", "kind", "model", "topics_down"]
    print_rows(columns, rows, format, title=TITLES[part].format(name, measure, labels), expendable=expendable)
