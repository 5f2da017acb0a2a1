"""`dltrack views` and `dltrack describe`: what the database can be asked, from its own comments."""

from __future__ import annotations

from typing import Annotated

import typer

from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.errors import UsageError
from dltrack_db.output import Format, print_result, print_rows
from dltrack_db.store import catalogue, database

_SHOWN = ("source", "grain", "returns", "caveats")


def views(
    topic: Annotated[str, typer.Argument(metavar="[TOPIC]", help="A schema, or a word to look for.")] = "",
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """List tables, views and macros with one sentence each.

    Example: dltrack views labels

    Example: dltrack views kappa
    """
    con = database.open_readonly(db)
    try:
        count = print_result(catalogue.listed(con, topic), format)
    finally:
        con.close()
    if not count:
        raise UsageError(f"nothing is called or about «{topic}»; see all with: dltrack views")


def describe(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A table, view or macro, with or without its schema.",
            autocompletion=completion.objects,
        ),
    ],
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Show what an object means, where it is from, its columns, and a query to try.

    In formats other than a table only the columns are printed.

    Example: dltrack describe systems.leaderboard
    """
    con = database.open_readonly(db)
    try:
        found = catalogue.find(con, name)
        columns = catalogue.columns(con, found)
        names, rows = [column[0] for column in columns.description or []], columns.fetchall()
    finally:
        con.close()
    if format is not Format.table:
        print_rows(names, rows, format)
        return
    print(f"{found['object']}: {found['kind']}\n\n{found['meaning']}\n")
    for label in _SHOWN:
        if found[label]:
            print(f"{label}: {found[label]}")
    if rows:
        print()
        print_rows(names, rows, format)
    print(f"try: dltrack sql {_quoted(catalogue.call(found))}")


def _quoted(query: str) -> str:
    one_line = " ".join(query.split()).removesuffix(";")
    return '"' + one_line.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$").replace("`", "\\`") + '"'
