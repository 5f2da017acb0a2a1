"""`dltrack verify` and `dltrack build`: is a database what it should be, and make it so."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.show import Format, print_rows, printable, table

FAULT = 3
"""Exit code when something is wrong."""
UNCHECKED = 4
"""Exit code when nothing was found wrong, but not everything could be checked."""
_FINDINGS = table.Fit(keys=["check", "subject"], point=["detail", "cure"])


def verify(db: Database = DEFAULT_DATABASE, format: OutputFormat = Format.table) -> None:
    """Check a database again: every loaded or shipped fact against its checksum, and all that is computed from them.

    Example: dltrack verify --db dltrack.duckdb

    Ends with exit code 0 when all is sound, 3 when something is wrong, 4 when some loads could not be checked, or
    nothing, because this user never connected to the shared database.
    Changes by hand or by a failing disk are found, not those of somebody who writes new checksums too.
    """
    from dltrack_db.store.verify import verify_apart

    findings = verify_apart(db)
    if len(findings) == 1 and not findings[0].is_fault and format is Format.table:
        found = findings[0]
        for text in (f"{found.subject} was not checked", found.detail, found.fix):
            print(printable(text))  # a command in one line, so that it can be copied
    elif findings or format is not Format.table:
        rows = [(one.check, one.subject, one.detail, one.fix) for one in findings]
        print_rows(["check", "subject", "detail", "cure"], rows, format, fit=_FINDINGS)
    else:
        print(f"{printable(db)} is sound: ledger, facts, corpora, rules, derived tables, views and blocks")
    if findings:
        raise typer.Exit(FAULT if any(one.is_fault for one in findings) else UNCHECKED)


def build(
    db: Database = DEFAULT_DATABASE,
    accept: Annotated[
        bool, typer.Option("--accept", help="Accept the tables as they are, even if they were changed by hand.")
    ] = False,
) -> None:
    """Bring views, macros and derived tables of a database up to date with this dltrack.

    Example: dltrack build --db dltrack.duckdb

    A database of an earlier release is rewritten; the old file stays as FILE.before-RELEASE.
    """
    from dltrack_db.load import publish
    from dltrack_db.store import migrate

    if migrate.is_needed(db):
        result = migrate.migrate(db, accept=accept, say=lambda text: print(printable(text), file=sys.stderr))
        print(
            f"{printable(db)} has today's tables and views, and is sound; the old file is {printable(result.kept_file)}"
        )
        for finding in result.unchecked:
            print(f"{finding.check}: {printable(finding.subject)}, for {printable(finding.detail)}; {finding.fix}")
        return
    collections = publish.rebuild(db, accept=accept)
    if collections is None:
        print(f"{printable(db)} has today's views and derived tables; there is nothing to do")
        return
    print(f"rebuilt the views, and the derived tables of {collections} collections, in {printable(db)}")


def compact(db: Database = DEFAULT_DATABASE) -> None:
    """Free the space of replaced and dropped rows in the file: a new file is written, checked, and renamed.

    Example: dltrack compact --db dltrack.duckdb
    """
    from dltrack_db.store.compact import compact as compacted

    size_before, size_after = compacted(db)
    print(f"{printable(db)} has {size_after / 1e6:,.1f} MB; it had {size_before / 1e6:,.1f} MB")
