"""`dltrack judges`: compare other labels with the official labels."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from dltrack_db.ask.judges import StudyPart, compare_filled
from dltrack_db.base.progress import working
from dltrack_db.cli import completion
from dltrack_db.cli.common import (
    DEFAULT_DATABASE,
    DEFAULT_MEASURE,
    FILL,
    Database,
    Measures,
    OutputFormat,
    check_number_of_results,
)
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.show import Format, print_answer, print_notes, table
from dltrack_db.store import database

_FITS = {
    StudyPart.study: table.Fit(
        keys=["variant"],
        point=["kappa", "tau"],
        expendable=[
            *("provenance", "topics", "tau_top_10", "tau_ap", "kappa_binary", "kind", "model", "flipped", "alpha"),
            *("tau_low", "tau_high", "bias", "num_runs", "num_topics", "kappa_low", "kappa_high"),
        ],
    ),
    StudyPart.shift: table.Fit(
        keys=["run_id"], point=["official_rank", "rank", "shift"], expendable=["provenance", "topics_down", "topics_up"]
    ),
    StudyPart.bias: table.Fit(keys=["variant", "aspect", "group_name"], point=["bias"], expendable=["mean_official"]),
    StudyPart.panel: table.Fit(
        keys=["rule", "size", "chosen"], point=["kappa", "best_single"], expendable=["num_panels"]
    ),
}


@partial(with_option_groups, more="judges")
def judges(
    collection: Annotated[
        str, typer.Argument(help="A collection, e.g. trec2023-passages.", autocompletion=completion.collections)
    ],
    part: Annotated[StudyPart, typer.Option("--part", help="The table to print.")] = (StudyPart.study),
    labels: Annotated[str, typer.Option("--labels", metavar="NAMES", help="Compare only these labels.")] = "",
    fill: Annotated[list[str] | None, FILL] = None,
    truth: Annotated[
        str, typer.Option("--truth", metavar="NAMES", help="Reference labels; with --scores, a judge.")
    ] = "",
    common: Annotated[bool, typer.Option("--common", help="Use only items that all labels grade.")] = False,
    cuts: Annotated[str, typer.Option("--cuts", metavar="LIST", help="With --labels: cut points, e.g. 0.5,1.5.")] = "",
    measures: Measures = DEFAULT_MEASURE,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Compare other labels with the official ones: do they agree, and do they rank the runs alike?

    Example: dltrack judges trec2021-passages --part shift --labels syndl-gpt4

    Agreement is measured on items that both sets of labels grade. Runs are ranked
    on topics that both sets judge or, if there are no common topics, on the
    topics of each set. Separate NAMES by commas. More: docs/judges.md.
    """
    check_number_of_results(format, measures)
    for measure in measures:
        with database.reader(db) as con, working("comparing labels"):
            answer = compare_filled(
                con,
                db,
                collection,
                labels=labels,
                fill=fill or [],
                part=part,
                measure=measure,
                cuts=cuts,
                truth=truth,
                common=common,
            )
        print_answer(answer, format, fit=_FITS[part])
        print_notes(answer.notes, format)
