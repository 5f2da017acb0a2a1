"""`dltrack reproduce`: the papers' printed numbers against this database."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from dltrack_db import reproduce as library
from dltrack_db.basics.progress import working
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.output import Format, print_result, print_text, printable_lines
from dltrack_db.store import database


def reproduce(
    selection: Annotated[
        str | None,
        typer.Argument(metavar="[ID|EXHIBIT]", help="An edition (trec2021), a paper (A to D) or an exhibit (D-T3)."),
    ] = None,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
    sign: Annotated[
        str | None, typer.Option("--sign", metavar="NAME", help="One line for a log instead: outcome, who, when, data.")
    ] = None,
    cells: Annotated[bool, typer.Option("--cells", help="Without a name: every printed number.")] = False,
) -> None:
    """Compare the printed numbers of the papers with what this database computes.

    Without a name: one line for each table, figure and statement. With a name:
    one line for each printed number. Ends with exit code 1 when a number
    differs without explanation; known misprints and missing data are no errors.

    Columns: match (computed from loaded files), nist (NIST's own scores give
    it, the runs are not loaded), print (follows from other printed numbers),
    misprint (known to be wrong), waiting (needs data), never (needs what nobody
    can load), mismatch.

    Example: dltrack reproduce D-T3 --format csv

    Example: dltrack reproduce D --sign "Jane Doe" >> reproductions.md
    """
    con = database.open_readonly(db, is_locked=False)  # it plans without some optimizers
    try:
        with working("reading"):
            result = library.query(con, selection, cells=cells, is_narrow=format is Format.table)
        if sign is None:
            print_result(result, format)
        else:
            print(printable_lines(library.sign(con, selection, sign)))
        outcome = library.outcome(con, selection)
    finally:
        con.close()
    if sign is None:
        print_text(outcome.sentence, sys.stderr)
    if outcome.mismatches:
        raise typer.Exit(1)
