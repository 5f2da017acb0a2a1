"""`dltrack lake`: looking after the files of a shared database."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database, database_place
from dltrack_db.cli.lazy import SETTINGS
from dltrack_db.show import printable, printable_lines

app = typer.Typer(no_args_is_help=True, **SETTINGS)


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


def _print_note(text: str) -> None:
    print(printable_lines(text), file=sys.stderr)
