"""`dltrack snapshots`: the states of a shared database."""

from __future__ import annotations

from typing import Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.errors import UsageError
from dltrack_db.show import Format, print_rows, printable, table

_STATES = table.Fit(keys=["snapshot"], point=["message", "names"])


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
    from dltrack_db.store.lake import snapshots

    if restore:
        if name or at is not None:
            raise UsageError("--restore names the state itself; leave out --name and --at")
        number = snapshots.restore(db, restore)
        print(f"{printable(db)} is as it was in state {number}")
        return
    if name:
        print(f"snapshot {snapshots.set_name(db, name, at)} is named {name}")
        return
    if at is not None:
        raise UsageError("--at names a state here: add --name; reading commands take --at to read one")
    columns, rows = snapshots.list_snapshots(db)
    print_rows(columns, rows, format, fit=_STATES)
