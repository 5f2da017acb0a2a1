"""`dltrack check`: is a run fit to be submitted."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.output import Format, print_rows, printable

UNFIT = 1
"""Exit code when a run has an error."""


def check(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Run files, or folders of them.")],
    collection: Annotated[
        str | None, typer.Option("--collection", "-c", help="The collection the runs answer, for topics and depth.")
    ] = None,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Check runs before they are submitted or loaded: form, tag, topics, depth, duplicates, order, ties, ids.

    Ends with exit code 0 when no run has an error (warnings and notes do not count), 1 when one has.

    Example: dltrack check my_run.txt --collection trec2021-passages
    """
    from dltrack_db.checking import check as findings_of

    checked, findings = findings_of(runs, db, collection)
    columns = ["run_id", "severity", "rule", "found", "line", "detail", "file"]
    rows = [tuple(getattr(one, column) for column in columns) for one in findings]
    if rows or format is not Format.table:
        print_rows(columns, rows, format)
    if format is Format.table:
        for run in checked:
            counts = Counter(
                one.severity for one in {(f.rule, f.severity): f for f in findings if f.run_id == run}.values()
            )
            said = ", ".join(
                f"{counts[kind]} {kind}{'s' * (counts[kind] != 1)}" for kind in ("error", "warning", "note")
            )
            print(f"{printable(run)}: {'unfit' if counts['error'] else 'fit'}: {said}")
    if any(one.severity == "error" for one in findings):
        raise typer.Exit(UNFIT)
