"""`dltrack explain`: find the settings that reproduce a printed number."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from dltrack_db.ask import explain as library
from dltrack_db.base.progress import working
from dltrack_db.cli.common import (
    DEFAULT_DATABASE,
    DEFAULT_MEASURE,
    CollectionOfRuns,
    Database,
    OutputFormat,
    check_number_of_results,
    measures_option,
)
from dltrack_db.show import Format, print_answer, print_notes, table

SHOWN = 10
"""Minimum number of combinations to list."""
_FIT = table.Fit(keys=["is_hit", "value"], point=["measure"], expendable=["departures", "difference"])


def explain(
    run: Annotated[str, typer.Argument(help="A loaded run, or a run file (with --collection).")],
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="The number as printed, e.g. 0.712.")],
    measures: Annotated[
        list[str], measures_option("The measure of the number, or several candidates.")
    ] = DEFAULT_MEASURE,
    collection: CollectionOfRuns = None,
    everything: Annotated[
        bool, typer.Option("--all", help="List all combinations, not only hits and nearest values.")
    ] = False,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Find the settings behind a number: relevance level, tie rule, topics, depth, gain, judged items only.

    Example: dltrack explain p_bm25 0.464 -m nDCG@10

    The command tries all combinations of these settings. `is_hit` is true if the value, rounded, is the number.
    `departures` is the number of settings that differ from the collection's conventions; hits with few departures come
    first.
    """
    check_number_of_results(format, measures)
    for measure in measures:
        with working("trying all combinations"):
            answer = library.explain(db, run, number, measure=measure, collection=collection, option="--collection")
        rows = answer.rows if everything else answer.rows[: max(sum(answer.values("is_hit")), SHOWN)]
        print_answer(replace(answer, rows=rows), format, fit=_FIT)
        if format is Format.table:
            print_notes(answer.notes, format)
