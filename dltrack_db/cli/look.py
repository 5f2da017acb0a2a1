"""Commands that look at a database: sql, shell, status, validations."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Annotated

import duckdb
import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.errors import DltrackError, UsageError
from dltrack_db.output import Format, print_result
from dltrack_db.store import database


def sql(
    query: Annotated[str, typer.Argument(help="A query in DuckDB's SQL; - reads it from standard input.")],
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Run a query, read-only: no writing, no files, no network.

    Example: dltrack sql "from systems.leaderboard limit 5" --format csv
    """
    _print(db, sys.stdin.read() if query == "-" else query, format)


def shell(
    db: Database = DEFAULT_DATABASE,
    write: Annotated[bool, typer.Option("--write", help="Open the file for writing too.")] = False,
) -> None:
    """Open the DuckDB shell on the database, read-only unless --write is given.

    Example: dltrack shell --db dltrack.duckdb
    """
    database.open_readonly(db).close()
    beside = Path(sys.executable).parent / "duckdb"
    program = str(beside) if beside.exists() else shutil.which("duckdb")
    if program is None:
        raise DltrackError("the DuckDB shell is not installed; get it with: pip install duckdb-cli")
    os.execv(program, [program, *([] if write else ["-readonly"]), str(db)])


def status(db: Database = DEFAULT_DATABASE, format: OutputFormat = Format.table) -> None:
    """Show what is loaded, against what a complete copy of each edition holds.

    Example: dltrack status --format markdown
    """
    if format is Format.table:
        _print(db, "select * from catalog.database", title=str(db))
    _print(db, "select * from catalog.status", format)


def validations(
    db: Database = DEFAULT_DATABASE,
    failed: Annotated[bool, typer.Option("--failed", help="Only expectations that did not hold.")] = False,
    format: OutputFormat = Format.table,
) -> None:
    """Show what was expected of every load, and whether it held.

    Example: dltrack validations --failed
    """
    _print(db, f"select * from catalog.validations{' where not success' if failed else ''}", format)


def _print(
    db: Path, query: str, format: Format = Format.table, values: list[str] | None = None, title: str = ""
) -> None:
    """Run a query read-only and print what it returns.

    Raises:
        UsageError: DuckDB refuses the query.
    """
    con = database.open_readonly(db)
    try:
        print_result(con.execute(query, values), format, title=title)
    except duckdb.Error as error:
        raise UsageError(str(error)) from error
    finally:
        con.close()
