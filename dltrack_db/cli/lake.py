"""The commands of databases that a group shares: `connect`, `snapshots`, and `lake` for their data files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.cli import lazy
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat, database_place, note
from dltrack_db.errors import UsageError
from dltrack_db.show import Format, print_rows, printable, printable_lines, table

app = typer.Typer(no_args_is_help=True, **lazy.SETTINGS)
_STATES = table.Fit(keys=["snapshot"], point=["message", "names"])


@app.callback()
def lake() -> None:
    """Look after the data files of a shared database.

    Example: dltrack lake maintain --db group.duckdb
    """


@app.command("maintain")
def maintain(
    keep: Annotated[int, typer.Option("--keep", metavar="DAYS", min=0, help="Remove older unnamed states.")] = 90,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Merge small data files, and delete old unnamed states and the remains of interrupted loads.

    Example: dltrack lake maintain --keep 365 --db group.duckdb

    Others can go on working: writers wait, and replaced files are kept for an hour for readers.
    """
    from dltrack_db.store.lake import snapshots

    report = snapshots.maintain(db, keep, say=_print_note)
    written = f", {report.new_files:,} of them new, with rows from the catalogue" if report.new_files else ""
    print(
        f"{printable(db)} has {report.files_after:,} data files ({report.bytes_after / 1e6:,.1f} MB), merged from "
        f"{report.files_before:,}{written}; {report.num_expired:,} states were removed"
    )


@app.command("upgrade")
def upgrade(db: Database = DEFAULT_DATABASE) -> None:
    """Upgrade a shared database of an earlier dltrack in one transaction; then all users need this release.

    Example: dltrack lake upgrade --db group.duckdb
    """
    from dltrack_db.store.lake import upgrade as upgrading

    report = upgrading.upgrade(db, say=_print_note)
    if report is None:
        print(f"{printable(db)} is up to date already")
    else:
        print(f"{printable(db)} was upgraded from table schema {report.version}")


@app.command("copy")
def copy(
    source: Annotated[
        Path, typer.Argument(metavar="FROM", help="A database, or a frozen lake's address.", parser=database_place)
    ],
    target: Annotated[Path, typer.Argument(metavar="TO", help="A new file, or an empty shared database.")],
) -> None:
    """Copy a shared database into a file, a file into a shared database, or one shared database into another.

    Example: dltrack lake copy group.duckdb mine.duckdb

    Ledger and checksums are copied, too; from one shared database to another also the named states.
    """
    from dltrack_db.store import stores

    origin = stores.at(source)
    states = stores.at(target).copy_from(origin, _print_note)
    print(
        f"{printable(target)} is a copy of {printable(origin.name)}" + (f", with {', '.join(states)}" if states else "")
    )


@app.command("backup")
def backup(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder; if it has a backup, only new files are copied.")
    ],
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Copy the catalogue and the data files of one state into a folder; writers wait.

    Example: dltrack lake backup /backup/trec --db group.duckdb
    """
    from dltrack_db.store.lake import backup as keeping

    made = keeping.backup(db, folder, say=_print_note)
    print(
        f"{printable(folder)} holds the catalogue and {made.num_files:,} data files ({made.num_bytes / 1e6:,.1f} MB); "
        f"{made.num_copied:,} were copied now"
    )


@app.command("restore")
def restore(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder written by dltrack lake backup.")],
    catalogue: Annotated[str, typer.Argument(metavar="CATALOGUE", help="A new database: ducklake:postgres:dbname=…")],
    data: Annotated[str, typer.Option("--data", metavar="DIR", help="The new folder of the data files.")],
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Restore a backup into another PostgreSQL database and another folder.

    Example: dltrack lake restore /backup/trec ducklake:postgres:dbname=trec2 --data /net/trec2 --db group2.duckdb
    """
    from dltrack_db.store import lake
    from dltrack_db.store.lake import backup as keeping

    number = keeping.restore(folder, lake.parse(catalogue, data), db, say=_print_note)
    print(f"{printable(db)} points to {printable(catalogue)}, with {number:,} data files in {printable(data)}")


@app.command("verify")
def verify(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder written by dltrack lake backup.")],
) -> None:
    """Check the files of a backup by their checksums.

    Example: dltrack lake verify /backup/trec

    `dltrack verify` checks the shared database itself.
    """
    from dltrack_db.store.lake import backup as keeping

    number = keeping.check(folder)
    if number is None:
        print(f"{printable(folder)} has no checksums: an earlier dltrack made it; back up again")
        raise typer.Exit(4)
    print(f"{printable(folder)}: the checksums of {number:,} data files are correct")


def connect(
    catalogue: Annotated[
        str, typer.Argument(metavar="CATALOGUE", help="ducklake:postgres: and PostgreSQL's connection string.")
    ],
    data: Annotated[
        str,
        typer.Option(
            "--data", metavar="DIR_OR_URL", help="Location of the data files: a folder that all can reach, s3://…"
        ),
    ],
    db: Database = DEFAULT_DATABASE,
    init: Annotated[bool, typer.Option("--init", help="Create the tables of a new lake.")] = False,
    encrypted: Annotated[
        bool, typer.Option("--encrypted", help="With --init: encrypt the data files; the keys are in the catalogue.")
    ] = False,
) -> None:
    """Connect FILE to a database that a group shares: tables in DuckLake, their catalogue in PostgreSQL.

    Example: dltrack connect "ducklake:postgres:dbname=trec host=db.lab.org" --data /net/trec --db group.duckdb

    Then every command accepts FILE as --db. Passwords belong in ~/.pgpass (or PGPASSFILE), never on the command line.
    """
    from dltrack_db.store import lake

    if encrypted and not init:
        raise UsageError("--encrypted is possible only for a new lake; add --init")
    address = lake.parse(catalogue, data)
    made = lake.connect(address, db, init=init, encrypted=encrypted)
    print(f"{printable(db)} points to {printable(address.catalogue)}, data in {printable(address.data)}")
    print("created its tables" if made else "its tables existed already" if init else "its tables exist")
    if made:
        print("run this in PostgreSQL, once for each writer NAME, and once for the role of all READERS:")
        for line in lake.grant_statements(address):
            print(printable_lines(f"  {line};"))
    elif not address.is_frozen and (lack := lake.missing_rights(address)):
        note(lack)
    print("in the DuckDB shell:")
    for line in lake.shell_lines(address):
        print(printable_lines(f"  {line}"))


def snapshots(
    name: Annotated[str, typer.Option("--name", help="Give the last state, or that of --at, a permanent name.")] = "",
    at: Annotated[int | None, typer.Option("--at", metavar="NUMBER", help="The state to name.")] = None,
    restore: Annotated[
        str, typer.Option("--restore", metavar="STATE", help="Restore a state, by number or name.")
    ] = "",
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """List the states of a shared database (for --at), give one a permanent name, or restore one.

    Example: dltrack snapshots --name sigir-2027 --db group.duckdb

    Every change creates a state. Maintenance never deletes named states, so a paper can cite them.

    Restoring creates a new state: later changes, also those of others, are undone, and can be restored in turn.

    Example: dltrack snapshots --restore 41 --db group.duckdb
    """
    from dltrack_db.store.lake import snapshots as states

    if restore:
        if name or at is not None:
            raise UsageError("--restore cannot be combined with --name or --at; leave them out")
        number = states.restore(db, restore)
        print(f"{printable(db)} was restored to state {number}")
        return
    if name:
        print(f"snapshot {states.set_name(db, name, at)} is named {name}")
        return
    if at is not None:
        raise UsageError("--at needs --name here; to read a state, use --at with a reading command")
    columns, rows = states.list_snapshots(db)
    print_rows(columns, rows, format, fit=_STATES)


def _print_note(text: str) -> None:
    print(printable_lines(text), file=sys.stderr)
