"""`dltrack explain`: which choices give the number that somebody printed."""

from __future__ import annotations

from contextlib import closing
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
from dltrack_db.show import Format, print_rows, print_text, table
from dltrack_db.store import database

SHOWN = 10


def explain(
    run: Annotated[str, typer.Argument(help="A loaded run, or a run file (with --collection).")],
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="The number as it was printed, like 0.712.")],
    measures: Annotated[list[str], measures_option("The measure it is meant to be, or several.")] = DEFAULT_MEASURE,
    collection: CollectionOfRuns = None,
    everything: Annotated[
        bool, typer.Option("--all", help="All combinations, not only the hits and the nearest.")
    ] = False,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Find the choices that give a number: relevance level, tie rule, topics, depth, gain, judged items only.

    Example: dltrack explain p_bm25 0.464 -m nDCG@10

    `is_hit` marks those that print as the number, the one nearest to the collection's conventions first;
    `departures` counts in how many choices a combination differs from them.
    """
    check_number_of_results(format, measures)
    for measure in measures:
        with closing(database.open_readonly(db)) as con, working("trying all combinations"):
            found = library.explain(con, db, run, number, measure=measure, collection=collection, option="--collection")
        _print(found, number, measure, format, shows_all=everything)


def _print(found: library.Explained, number: str, measure: str, format: Format, *, shows_all: bool) -> None:
    """Print the combinations, and under them the number of hits and a tie rule that explains the first."""
    columns, rows, rule = found.columns, found.rows, found.tie_rule
    hits = sum(row[0] for row in rows)
    shown = rows if shows_all else rows[: max(hits, SHOWN)]
    print_rows(
        columns,
        shown,
        format,
        title=f"{found.run} in {found.collection}: what gives {number} as {measure}",
        fit=table.Fit(keys=["is_hit", "value"], point=["measure"], expendable=["departures", "difference"]),
    )
    if format is Format.table:
        what = f"{hits} of them print{'s' * (hits == 1)} as {number}" if hits else f"none of them prints as {number}"
        print_text(f"{len(rows)} different values tried; {what}")
        first = dict(zip(columns, rows[0], strict=True)) if hits else {"tie_rule": rule}
        if first["tie_rule"] != rule:
            print_text(
                f"equal scores are ordered by '{rule}' in {found.collection}, in that number by '{first['tie_rule']}': "
                "ingest collection --tie-rule, or tie_rule in a recipe, sets it for the collection"
            )
