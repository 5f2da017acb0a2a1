"""The commands of databases that a group shares: `connect`, `snapshots`, and `lake`, which looks after their files."""

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
    """Merge small data files, delete old states that have no name, and files that killed writers left.

    Example: dltrack lake maintain --keep 365 --db group.duckdb

    Beside writers and readers: writers wait meanwhile, and files stay an hour for those who read them.
    """
    from dltrack_db.store.lake import snapshots

    report = snapshots.maintain(db, keep, say=_print_note)
    written = f", {report.new_files:,} of them new, with rows from the catalogue" if report.new_files else ""
    print(
        f"{printable(db)} has {report.files_after:,} data files ({report.bytes_after / 1e6:,.1f} MB), merged from "
        f"{report.files_before:,}{written}; removed {report.num_expired:,} states"
    )


@app.command("upgrade")
def upgrade(db: Database = DEFAULT_DATABASE) -> None:
    """Bring a shared database of an earlier dltrack forward, in one transaction; everybody then needs this dltrack.

    Example: dltrack lake upgrade --db group.duckdb
    """
    from dltrack_db.store.lake import upgrade as upgrading

    report = upgrading.upgrade(db, say=_print_note)
    if report is None:
        print(f"{printable(db)} has the tables of this dltrack already")
    else:
        print(f"{printable(db)} was brought forward from table schema {report.version}")


@app.command("copy")
def copy(
    source: Annotated[
        Path, typer.Argument(metavar="FROM", help="A database, or a frozen lake's address.", parser=database_place)
    ],
    target: Annotated[Path, typer.Argument(metavar="TO", help="A new file, or an empty shared database.")],
) -> None:
    """Copy a shared database into a file, a file into a shared database, or one shared database into another.

    Example: dltrack lake copy group.duckdb mine.duckdb

    Ledger and checksums come along; from one shared database to another also the states that have names.
    """
    from dltrack_db.store import stores

    origin = stores.at(source)
    states = stores.at(target).copy_from(origin, _print_note)
    print(
        f"{printable(target)} is a copy of {printable(origin.name)}" + (f", with {', '.join(states)}" if states else "")
    )


@app.command("backup")
def backup(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where it goes; a second time only what is new.")],
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Copy catalogue and data files of one state into a folder; writers wait meanwhile.

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
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="What dltrack lake backup wrote.")],
    catalogue: Annotated[str, typer.Argument(metavar="CATALOGUE", help="A new database: ducklake:postgres:dbname=…")],
    data: Annotated[str, typer.Option("--data", metavar="DIR", help="The new folder of the data files.")],
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Make a shared database of a backup, in another database of PostgreSQL and another folder.

    Example: dltrack lake restore /backup/trec ducklake:postgres:dbname=trec2 --data /net/trec2 --db group2.duckdb
    """
    from dltrack_db.store import lake
    from dltrack_db.store.lake import backup as keeping

    number = keeping.restore(folder, lake.parse(catalogue, data), db, say=_print_note)
    print(f"{printable(db)} leads to {printable(catalogue)}, with {number:,} data files in {printable(data)}")


@app.command("verify")
def verify(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="What dltrack lake backup wrote.")],
) -> None:
    """Check that the files of a backup are those that were backed up, by their checksums.

    Example: dltrack lake verify /backup/trec

    The shared database itself is checked by: dltrack verify
    """
    from dltrack_db.store.lake import backup as keeping

    number = keeping.check(folder)
    if number is None:
        print(f"{printable(folder)} has no checksums: an earlier dltrack made it; back up again")
        raise typer.Exit(4)
    print(f"{printable(folder)}: {number:,} data files are what was backed up")


def connect(
    catalogue: Annotated[
        str, typer.Argument(metavar="CATALOGUE", help="ducklake:postgres: and what PostgreSQL calls the database.")
    ],
    data: Annotated[
        str,
        typer.Option("--data", metavar="DIR_OR_URL", help="Where the data files are: a folder all can reach, s3://…"),
    ],
    db: Database = DEFAULT_DATABASE,
    init: Annotated[bool, typer.Option("--init", help="Make the tables, in a new lake.")] = False,
    encrypted: Annotated[
        bool, typer.Option("--encrypted", help="With --init: encrypt the data files; the keys are in the catalogue.")
    ] = False,
) -> None:
    """Make FILE lead to a database that a group shares: tables in DuckLake, their catalogue in PostgreSQL.

    Example: dltrack connect "ducklake:postgres:dbname=trec host=db.lab.org" --data /net/trec --db group.duckdb

    From then on every command takes FILE as --db. Passwords belong into ~/.pgpass (or PGPASSFILE), never in here.
    """
    from dltrack_db.store import lake

    if encrypted and not init:
        raise UsageError("--encrypted is chosen when a lake is made; add --init")
    address = lake.parse(catalogue, data)
    made = lake.connect(address, db, init=init, encrypted=encrypted)
    print(f"{printable(db)} leads to {printable(address.catalogue)}, data in {printable(address.data)}")
    print("made its tables" if made else "its tables were there already" if init else "its tables are there")
    if made:
        print("in PostgreSQL, once for every NAME who writes, and once for the role of all READERS:")
        for line in lake.grant_statements(address):
            print(printable_lines(f"  {line};"))
    elif not address.is_frozen and (lack := lake.missing_rights(address)):
        note(lack)
    print("in the DuckDB shell:")
    for line in lake.shell_lines(address):
        print(printable_lines(f"  {line}"))


def snapshots(
    name: Annotated[str, typer.Option("--name", help="Name a state, the last one or that of --at, and keep it.")] = "",
    at: Annotated[int | None, typer.Option("--at", metavar="NUMBER", help="The state to name.")] = None,
    restore: Annotated[
        str, typer.Option("--restore", metavar="STATE", help="Bring this state back, a number or a name.")
    ] = "",
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """List the states of a shared database, which --at asks for, name one for good, or bring one back.

    Example: dltrack snapshots --name sigir-2027 --db group.duckdb

    Every load and every other change makes one. A paper may cite a state that has a name: maintenance never deletes it.

    To bring a state back is a change like any other: what was done since then goes, also what others did, and can be
    brought back in turn.

    Example: dltrack snapshots --restore 41 --db group.duckdb
    """
    from dltrack_db.store.lake import snapshots as states

    if restore:
        if name or at is not None:
            raise UsageError("--restore names the state itself; leave out --name and --at")
        number = states.restore(db, restore)
        print(f"{printable(db)} is as it was in state {number}")
        return
    if name:
        print(f"snapshot {states.set_name(db, name, at)} is named {name}")
        return
    if at is not None:
        raise UsageError("--at names a state here: add --name; reading commands take --at to read one")
    columns, rows = states.list_snapshots(db)
    print_rows(columns, rows, format, fit=_STATES)


def _print_note(text: str) -> None:
    print(printable_lines(text), file=sys.stderr)
