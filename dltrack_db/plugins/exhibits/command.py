"""`dltrack reproduce`: compare the papers' printed numbers with those computed from this database."""

from __future__ import annotations

import itertools
import sys
from typing import Annotated

import typer

from dltrack_db.base.answer import Answer
from dltrack_db.base.progress import working
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.plugins.exhibits import reproduce as library
from dltrack_db.show import Format, print_answer, print_rows, print_text, printable_lines, table
from dltrack_db.store import database

_EXHIBITS = table.Fit(
    keys=["exhibit"],
    point=["status"],
    expendable=["print", "nist", "misprint", "never", "match", "mismatch", "waiting"],
)
_CELLS = table.Fit(
    keys=["exhibit", "row_key", "column"],
    point=["published", "computed", "status"],
    expendable=["title", "reason"],
)


def reproduce(
    selection: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID|EXHIBIT|WORDS]",
            help="An edition (trec2021), a paper (A to D), an exhibit (D-T3), or words in titles (table3).",
        ),
    ] = None,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
    sign: Annotated[
        str | None,
        typer.Option("--sign", metavar="NAME", help="Print only a line for a log: outcome, this name, date, data."),
    ] = None,
    cells: Annotated[
        bool, typer.Option("--cells", help="Print every number of the selection, or of all exhibits.")
    ] = False,
) -> None:
    """Compare the numbers that the papers print with those computed from this database.

    Example: dltrack reproduce D-T3 --format csv

    Without a selection, print one line for each table, figure and statement. For
    a paper or an edition, print the numbers that differ or need data, grouped by
    reason. For an exhibit, with --cells, or in a format other than table, print
    one line for each number. The exit code is 1 if a number differs without
    explanation; known misprints and missing data are not errors.

    Columns: match (equal to the number computed from loaded files), nist (equal
    to the number computed from NIST's scores, because the runs are not loaded),
    print (equal to the number computed from other printed numbers), misprint
    (known to be wrong), waiting (needs data), never (needs data that is not
    published), mismatch (differs without explanation).

    Example: dltrack reproduce D --sign "Jane Doe" >> reproductions.md
    """
    con = database.open_readonly(db, is_locked=False)  # `compare` turns an optimizer off, which a lock would forbid
    try:
        with working("reading"):
            answer = library.compare(con, selection, cells=cells, is_short=format is Format.table)
        if sign is None:
            if format is Format.table:
                _print_for_people(answer)
            else:
                print_answer(answer, format)
        else:
            print(printable_lines(library.sign(con, selection, sign)))
        outcome = library.outcome(con, selection)
    finally:
        con.close()
    if sign is None:
        print_text(outcome.sentence, sys.stderr)
    if outcome.mismatches:
        raise typer.Exit(1)


def _print_for_people(answer: Answer) -> None:
    """Print a table of exhibits for each paper, or a table of numbers, with whole numbers without decimals."""
    if answer.columns[0] == "paper":
        for paper, rows in itertools.groupby(answer.rows, key=lambda row: row[0]):
            print_rows(answer.columns[1:], [row[1:] for row in rows], title=paper, fit=_EXHIBITS)
        return
    whole = [
        [int(value) if isinstance(value, float) and value.is_integer() else value for value in row]
        for row in answer.rows
    ]
    print_rows(answer.columns, whole, fit=_CELLS)
