"""`dltrack verify` and `dltrack build`: is a database what it should be, and make it so."""

from __future__ import annotations

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.output import Format, print_rows, printable

FINDINGS = 1
"""Exit code when something was found."""


def verify(db: Database = DEFAULT_DATABASE, format: OutputFormat = Format.table) -> None:
    """Check a database again: ledger against tables, rules, derived tables, views against their files, blocks.

    Ends with exit code 0 when all is sound, 1 when not.

    Example: dltrack verify --db dltrack.duckdb
    """
    from dltrack_db.store.verify import verify as findings_of

    findings = findings_of(db)
    if findings or format is not Format.table:
        rows = [(one.check, one.subject, one.detail, one.cure) for one in findings]
        print_rows(["check", "subject", "detail", "cure"], rows, format)
    else:
        print(f"{printable(db)} is sound: ledger, rules, derived tables, views and blocks")
    if findings:
        raise typer.Exit(FINDINGS)


def build(db: Database = DEFAULT_DATABASE) -> None:
    """Bring views, macros and derived tables of a database up to date with this dltrack.

    Example: dltrack build --db dltrack.duckdb
    """
    from dltrack_db.ingest import publish

    collections = publish.rebuild(db)
    print(f"rebuilt the views, and the derived tables of {collections} collections, in {printable(db)}")
