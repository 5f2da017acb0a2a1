"""The commands for shared databases: `connect`, `snapshots`, and `lake` for the data files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.cli import lazy
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat, database_place, note
from dltrack_db.errors import UsageError
from dltrack_db.show import Format, print_rows, printable, printable_lines, table

app = typer.Typer(cls=lazy.ListedGroup, no_args_is_help=True, **lazy.SETTINGS)
_STATES = table.Fit(keys=["snapshot"], point=["message", "names"])


@app.callback()
def lake() -> None:
    """Maintain, upgrade, copy, back up and restore a shared database.

    Example: dltrack lake maintain --db group.duckdb
    """


@app.command("maintain")
def maintain(
    keep: Annotated[int, typer.Option("--keep", metavar="DAYS", min=0, help="Delete older unnamed snapshots.")] = 90,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Merge small data files; delete old unnamed snapshots and files of interrupted loads.

    Example: dltrack lake maintain --keep 365 --db group.duckdb

    Other users can continue to work: writers wait, and replaced files remain readable for an hour.
    """
    from dltrack_db.store.lake import snapshots

    report = snapshots.maintain(db, keep, say=_print_note)
    written = f", {report.new_files:,} of them new, with rows from the catalogue" if report.new_files else ""
    print(
        f"{printable(db)} has {report.files_after:,} data files ({report.bytes_after / 1e6:,.1f} MB), merged from "
        f"{report.files_before:,}{written}; {report.num_expired:,} snapshots were deleted"
    )


@app.command("upgrade")
def upgrade(db: Database = DEFAULT_DATABASE) -> None:
    """Upgrade a shared database to this release in one transaction; then all users need this release.

    Example: dltrack lake upgrade --db group.duckdb
    """
    from dltrack_db.store.lake import upgrade as upgrading

    report = upgrading.upgrade(db, say=_print_note)
    if report is None:
        print(f"{printable(db)} is already up to date")
    else:
        print(f"{printable(db)} was upgraded from table schema {report.version}")


@app.command("copy")
def copy(
    source: Annotated[
        Path, typer.Argument(metavar="FROM", help="A database file, or a frozen lake's URL.", parser=database_place)
    ],
    target: Annotated[Path, typer.Argument(metavar="TO", help="A new file, or an empty shared database.")],
) -> None:
    """Copy a shared database into a file, a file into a shared database, or one shared database into another.

    Example: dltrack lake copy group.duckdb mine.duckdb

    The load ledger and the checksums are copied, too. If both are shared databases, named snapshots are copied as well.
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
        Path, typer.Argument(metavar="DIR", help="The folder; if it contains a backup, only new files are copied.")
    ],
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Copy the catalogue and the data files of the current snapshot into a folder; writers wait.

    Example: dltrack lake backup /backup/trec --db group.duckdb
    """
    from dltrack_db.store.lake import backup as keeping

    made = keeping.backup(db, folder, say=_print_note)
    print(
        f"{printable(folder)} contains the catalogue and {made.num_files:,} data files "
        f"({made.num_bytes / 1e6:,.1f} MB); {made.num_copied:,} data files were copied"
    )


@app.command("restore")
def restore(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder written by dltrack lake backup.")],
    catalogue: Annotated[str, typer.Argument(metavar="CATALOGUE", help="A new database: ducklake:postgres:dbname=…")],
    data: Annotated[str, typer.Option("--data", metavar="DIR", help="A new folder for the data files.")],
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
        print(f"{printable(folder)} has no checksums, because an earlier release of dltrack wrote it; back up again")
        raise typer.Exit(4)
    print(f"{printable(folder)}: the checksums of {number:,} data files are correct")


def connect(
    catalogue: Annotated[
        str, typer.Argument(metavar="CATALOGUE", help="ducklake:postgres: and PostgreSQL's connection string.")
    ],
    data: Annotated[
        str,
        typer.Option(
            "--data", metavar="DIR_OR_URL", help="Location of the data files: a folder that all users can open, s3://…"
        ),
    ],
    db: Database = DEFAULT_DATABASE,
    init: Annotated[bool, typer.Option("--init", help="Create the tables of a new lake.")] = False,
    encrypted: Annotated[
        bool, typer.Option("--encrypted", help="With --init: encrypt the data files, with keys in the catalogue.")
    ] = False,
) -> None:
    """Connect FILE to a database that a group shares: tables in DuckLake, their catalogue in PostgreSQL.

    Example: dltrack connect "ducklake:postgres:dbname=trec host=db.lab.org" --data /net/trec --db group.duckdb

    FILE is the file of --db; afterwards, every command accepts it as --db. Passwords belong in ~/.pgpass (or
    PGPASSFILE), never on the command line.
    """
    from dltrack_db.store import lake

    if encrypted and not init:
        raise UsageError("--encrypted is possible only for a new lake; add --init")
    address = lake.parse(catalogue, data)
    made = lake.connect(address, db, init=init, encrypted=encrypted)
    print(f"{printable(db)} points to {printable(address.catalogue)}, data in {printable(address.data)}")
    print("the tables were created" if made else "the tables existed already" if init else "the tables exist")
    if made:
        print("run this in PostgreSQL, once for each writer NAME, and once for the role READERS of all readers:")
        for line in lake.grant_statements(address):
            print(printable_lines(f"  {line};"))
    elif not address.is_frozen and (lack := lake.missing_rights(address)):
        note(lack)
    print("in the DuckDB shell:")
    for line in lake.shell_lines(address):
        print(printable_lines(f"  {line}"))


def snapshots(
    name: Annotated[str, typer.Option("--name", help="Name for the last snapshot, or for that of --at.")] = "",
    at: Annotated[int | None, typer.Option("--at", metavar="NUMBER", help="With --name: the snapshot to name.")] = None,
    restore: Annotated[
        str, typer.Option("--restore", metavar="SNAPSHOT", help="Restore this snapshot, by number or name.")
    ] = "",
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """List the snapshots of a shared database (for --at), name a snapshot, or restore a snapshot.

    Example: dltrack snapshots --name sigir-2027 --db group.duckdb

    Every change creates a snapshot. Maintenance never deletes named snapshots, so a paper can cite them.

    Restoring a snapshot undoes all later changes, also those of other users. It creates a new snapshot, so the undone
    changes can be restored, too.

    Example: dltrack snapshots --restore 41 --db group.duckdb
    """
    from dltrack_db.store.lake import snapshots as states

    if restore:
        if name or at is not None:
            raise UsageError("--restore cannot be combined with --name or --at; leave out --name and --at")
        number = states.restore(db, restore)
        print(f"{printable(db)} was restored to snapshot {number}")
        return
    if name:
        print(f"snapshot {states.set_name(db, name, at)} is named {name}")
        return
    if at is not None:
        raise UsageError(
            "--at works only with --name here; to read a snapshot, pass --at to a reading command, such as dltrack sql"
        )
    columns, rows = states.list_snapshots(db)
    print_rows(columns, rows, format, fit=_STATES)


def _print_note(text: str) -> None:
    print(printable_lines(text), file=sys.stderr)
