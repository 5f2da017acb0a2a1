"""`dltrack judges`: may other labels stand in for the official ones."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dltrack_db import resources
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
    """Hold other labels against the official ones: do they agree, and do they rank the runs alike?

    Agreement is over the pairs of topic and document that both grade; rankings
    are over the topics that both judge, or, where they share none, each set
    over its own. docs/judges.md tells how to read the numbers.

    Example: dltrack judges trec2023-passages

    Example: dltrack judges trec2021-passages --part shift --labels syndl-gpt4
    """
    con = database.open_readonly(db)
    try:
        measure = _measure(con, measure)
        name = collections.find_collection(con, collection, db, labels=labels, is_ranked=True)
        _check_labels(con, name, labels, part, db)
        with working("comparing labels"):
            result = con.execute(sqltext.fill_values(resources.script(f"cli/judges/{part}"), [name, measure, labels]))
            columns, rows = [column[0] for column in result.description or []], result.fetchall()
    finally:
        con.close()
    if part is Part.shift and not rows:
        raise UsageError(f"no run of {name} is scored by «{labels}» and by the official labels; load runs or scores")
    expendable = ["provenance", "topics", "tau_top_10", "tau_ap", "kappa_binary", "kind", "model", "topics_down"]
    print_rows(columns, rows, format, title=TITLES[part].format(name, measure, labels), expendable=expendable)


def _measure(con: duckdb.DuckDBPyConnection, measure: str) -> str:
    """The measure of those that are compared, however it was written.

    Raises:
        UsageError: it is none of them.
    """
    if measure in MEASURES:
        return measure
    from dltrack_db.scoring import catalogue, requests

    refused = f"--measure knows {', '.join(MEASURES)}, not «{measure}»"
    try:
        asked = requests.resolve([measure], catalogue.read(con))
    except UsageError:
        raise UsageError(refused) from None
    name = requests.stored_name(asked[0]) if len(asked) == 1 else None
    if name not in MEASURES or asked[0].min_relevance is not None:
        raise UsageError(refused)
    return name


def _check_labels(con: duckdb.DuckDBPyConnection, collection: str, labels: str, part: Part, db: Path) -> None:
    """Make sure that the labels asked for are there.

    Raises:
        UsageError: the collection has no such labels, or the part needs some.
    """
    from dltrack_db.suggest import did_you_mean

    known = collections.variants(con, collection, official=False)
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
