"""`dltrack connect`: the overlay of a database that a group shares."""

from __future__ import annotations

from typing import Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database, note
from dltrack_db.show import printable, printable_lines


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
    from dltrack_db.errors import UsageError
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
