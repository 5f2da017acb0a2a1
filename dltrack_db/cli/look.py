"""`dltrack sql`, `shell`, `status` and `validations`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shlex import quote
from typing import Annotated

import duckdb
import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat, note
from dltrack_db.errors import DltrackError, UsageError
from dltrack_db.show import Format, print_result, print_text, table
from dltrack_db.store import connection, database, duckdb_errors, questions

_READ_BY_PEOPLE = (Format.table, Format.markdown, Format.latex, Format.latex_siunitx)

_REFUSED_LOADS = "refused_loads"
"""The table of `store.refusals`, which is imported only for queries that name it."""

_STATUS = table.Fit(
    keys=("collection", "part", "name"),
    point=("loaded", "expected", "status"),
    expendable=("verified", "files", "rows_loaded", "unit", "edition"),
)
_VALIDATIONS = table.Fit(
    keys=("edition", "suite", "expectation"), point=("success",), expendable=("batch_id", "published_at", "checked_at")
)
_REFUSED = table.Fit(
    keys=("refused_at", "expectation"),
    point=("examples",),
    expendable=("suite", "severity", "meaning", "unexpected_rows", "edition"),
)


def sql(
    query: Annotated[str, typer.Argument(help="A query in DuckDB's SQL; - reads it from standard input.")],
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Run a query, read-only: no writing, no files, no network.

    Example: dltrack sql "from systems.leaderboard limit 5" --format csv

    Separate several queries by semicolons; their results are printed in this order. This works in the formats table,
    markdown, latex and latex-siunitx.
    """
    _print(db, sys.stdin.read() if query == "-" else query, format, older=note, fit=table.Fit(is_whole=True))


def shell(
    db: Database = DEFAULT_DATABASE,
    write: Annotated[bool, typer.Option("--write", help="Open the file for writing, too.")] = False,
    copy: Annotated[bool, typer.Option("--copy", help="Open a private copy, so that loads need not wait.")] = False,
) -> None:
    """Open the DuckDB shell on the database, read-only unless --write is given.

    Example: dltrack shell --db dltrack.duckdb
    """
    from dltrack_db.store import states, stores

    unchecked: list[str] = []
    with closing(database.open_readonly(db, older=unchecked.append)) as con:
        at = states.snapshot_number(con)
        if questions.is_under_overlay(con):
            unchecked.append(
                f"the shell uses the views stored in {db}, which were not checked and may return wrong results"
            )
    for text in unchecked:
        note(f"{text}, so the shell cannot read other files or the network")
    own_program = Path(sys.executable).parent / "duckdb"
    program = str(own_program) if own_program.exists() else shutil.which("duckdb")
    if program is None:
        raise DltrackError("the DuckDB shell is not installed; get it with: pip install duckdb-cli")
    if copy and write:
        raise UsageError("--copy cannot be combined with --write, because changes of the copy are lost; leave out one")
    store = stores.at(db)
    options = store.shell_options(at=at, write=write, is_sealed=bool(unchecked))
    if copy and store.readers_block_writers:
        with store.private_copy() as file:
            sys.exit(subprocess.run([program, *options, str(file)], check=False).returncode)
    os.execv(program, [program, *options, str(db)])


def status(db: Database = DEFAULT_DATABASE, format: OutputFormat = Format.table) -> None:
    """Show the loaded data of each edition, next to the data of a complete copy.

    Example: dltrack status --format markdown
    """
    from dltrack_db.store import leftovers, stores

    if format is Format.table:
        _print(db, stores.at(db).overview, title=str(db))
        for one in leftovers.find(db):
            note(f"{one.path.name} ({one.num_bytes / 1e6:,.1f} MB) is next to the database: {one.meaning}")
    _print(db, "select * from catalog.status", format, fit=_STATUS)


def validations(
    db: Database = DEFAULT_DATABASE,
    failed: Annotated[bool, typer.Option("--failed", help="Only failed expectations.")] = False,
    refused: Annotated[
        bool, typer.Option("--refused", help="Only refused loads, with their failed expectations.")
    ] = False,
    format: OutputFormat = Format.table,
) -> None:
    """Show the checks (expectations) of every load, and whether they passed.

    Example: dltrack validations --failed

    A refused load does not change the database. The user's cache records the failed expectations of the last 20
    refused loads. They are listed after the loads of the database, or alone with --refused. In dltrack sql, they are
    the table refused_loads.

    Example: dltrack validations --refused
    """
    from dltrack_db.store import refusals

    if not refused:
        _print(
            db, f"select * from catalog.validations{' where not success' if failed else ''}", format, fit=_VALIDATIONS
        )
    has_refused = bool(refusals.read(db))
    if refused and not has_refused:
        note(f"no refused load into {db} is recorded in your cache")
    if has_refused if format is Format.table else refused:
        with closing(connection.connect()) as con:
            refusals.fill(con, db)
            rows = con.execute(f"from {refusals.TABLE} order by refused_at, suite, expectation")
            print_result(rows, format, title="refused loads", fit=_REFUSED)


def _print(
    db: Path,
    query: str,
    format: Format = Format.table,
    title: str = "",
    *,
    older: Callable[[str], None] | None = None,
    fit: table.Fit = table.ANY,
) -> None:
    """Run queries read-only and print their rows.

    If `older` is given, a database of another release is also accepted: its own views are used, and `older` is called
    with a note. If `fit.is_whole`, empty columns are printed, and '0 rows' for an empty result.
    """
    con = database.open_readonly(db, older=older)
    try:
        statements = con.extract_statements(query)
        if len(statements) > 1 and format not in _READ_BY_PEOPLE:
            raise UsageError(
                f"{len(statements)} queries were given, but {format} can contain only one result; run them one by one"
            )
        if _REFUSED_LOADS in query:
            from dltrack_db.store import refusals

            refusals.fill(con, db)
        for statement in statements:
            shown = print_result(questions.run(con, statement, query), format, title=title, fit=fit)
            if not shown:
                if fit.is_whole and format is not Format.table:
                    typer.echo("0 rows", err=True)
                _print_reason(con, statement.query)
    except duckdb.Error as error:
        if isinstance(error, duckdb.InvalidInputException) and "read-only mode" in str(error):
            raise UsageError(
                f"dltrack sql cannot write; to change {db} use: dltrack shell --write --db {quote(str(db))}"
            ) from error
        if duckdb_errors.is_of_machine(error):
            raise
        from dltrack_db.store import catalogue  # imported only here, for a fast start

        raise UsageError(catalogue.explain_error(con, error, query)) from error
    finally:
        connection.release(con)


def _print_reason(con: duckdb.DuckDBPyConnection, query: str) -> None:
    """Print why a query returns no rows, if data that it needs are not loaded."""
    from dltrack_db.store import empty_answers

    reasons = (empty_answers.name_unloaded, empty_answers.explain_lack, empty_answers.name_unknown)
    if reason := next(filter(None, (explain(con, query) for explain in reasons)), ""):
        print_text(reason, sys.stderr)
