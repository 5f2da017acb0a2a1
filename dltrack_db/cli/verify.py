"""`dltrack verify`, `build` and `compact`: check, update and shrink a database."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.show import Format, print_rows, printable, table

FAULT = 3
"""Exit code if something is wrong."""
UNCHECKED = 4
"""Exit code if no error was found, but some loads, or the whole database, could not be checked."""
_FINDINGS = table.Fit(keys=["check", "subject"], point=["detail", "cure"])


def verify(db: Database = DEFAULT_DATABASE, format: OutputFormat = Format.table) -> None:
    """Check a database: compare facts with their checksums, and compute derived tables again.

    Example: dltrack verify --db dltrack.duckdb

    It finds manual changes and damage by disks. It does not find changes by someone who also changes the checksums.

    Exit code: 0 if no error was found; 3 if there is an error; 4 if some loads could not be checked, or the whole
    database, because this user never connected to it with dltrack connect.
    """
    from dltrack_db.store.verify import verify_apart

    findings = verify_apart(db)
    if len(findings) == 1 and not findings[0].is_fault and format is Format.table:
        found = findings[0]
        for text in (f"{found.subject} was not checked", found.detail, found.fix):
            print(printable(text))  # unwrapped, so that commands can be copied
    elif findings or format is not Format.table:
        rows = [(one.check, one.subject, one.detail, one.fix) for one in findings]
        print_rows(["check", "subject", "detail", "cure"], rows, format, fit=_FINDINGS)
    else:
        print(f"{printable(db)} is sound: ledger, facts, corpora, rules, derived tables, views and blocks")
    if findings:
        raise typer.Exit(FAULT if any(one.is_fault for one in findings) else UNCHECKED)


def build(
    db: Database = DEFAULT_DATABASE,
    accept: Annotated[bool, typer.Option("--accept", help="Accept tables that were changed manually.")] = False,
) -> None:
    """Update the views, macros and derived tables of a database to this release of dltrack.

    Example: dltrack build --db dltrack.duckdb

    A database of an earlier release is rewritten; the old file is kept as FILE.before-RELEASE.
    """
    from dltrack_db.load import publish
    from dltrack_db.store import migrate

    if migrate.is_needed(db):
        result = migrate.migrate(db, accept=accept, say=lambda text: print(printable(text), file=sys.stderr))
        print(
            f"{printable(db)} was updated to the current tables and views, and checked; the old file is "
            f"{printable(result.kept_file)}"
        )
        for finding in result.unchecked:
            print(f"{finding.check}: {printable(finding.subject)}, for {printable(finding.detail)}; {finding.fix}")
        return
    collections = publish.rebuild(db, accept=accept)
    if collections is None:
        print(f"{printable(db)} has the current views and derived tables; there is nothing to do")
        return
    print(f"rebuilt the views of {printable(db)}, and the derived tables of {collections} collections")


def compact(db: Database = DEFAULT_DATABASE) -> None:
    """Free the space of replaced and dropped rows: write a new file, check it, and rename it.

    Example: dltrack compact --db dltrack.duckdb
    """
    from dltrack_db.store.compact import compact as compacted

    size_before, size_after = compacted(db)
    print(f"{printable(db)} has {size_after / 1e6:,.1f} MB; before, it had {size_before / 1e6:,.1f} MB")
