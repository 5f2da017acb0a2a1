"""`dltrack views` and `dltrack describe`: what the database can be asked, from its own comments."""

from __future__ import annotations

from typing import Annotated, Any

import duckdb
import typer

from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.errors import UsageError
from dltrack_db.output import Format, print_result, print_rows
from dltrack_db.store import database

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
    query = (
        "select object, kind, summary from catalog.objects where $1 = '' or schema = $1 "
        "or ($1 not in (select schema from catalog.objects) and contains(lower(object || ' ' || meaning), lower($1))) "
        "order by schema <> 'main', object"
    )
    try:
        count = print_result(con.execute(query, [topic]), format)
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
        found = _find(con, name)
        columns = con.execute(
            "select role, name, type, meaning from catalog.columns where object = $1 order by role desc, position",
            [found["object"]],
        )
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
    print(f"try: dltrack sql {_quoted(found['example'] or _call(found))}")


def _find(con: duckdb.DuckDBPyConnection, name: str) -> dict[str, Any]:
    result = con.execute(
        "from catalog.objects where object = $1 or name = $1 order by object = $1 desc, schema = 'main', object", [name]
    )
    columns = [column[0] for column in result.description or []]
    rows = [dict(zip(columns, row, strict=True)) for row in result.fetchall()]
    if not rows:
        near = con.execute(
            "select object from catalog.objects order by jaro_winkler_similarity(name, split_part($1, '.', -1)) desc, "
            "object limit 3",
            [name],
        ).fetchall()
        raise UsageError(f"there is no «{name}»; did you mean {', '.join(row[0] for row in near)}?")
    if len(rows) > 1 and rows[0]["object"] != name:
        raise UsageError(f"«{name}» is one of {', '.join(row['object'] for row in rows)}; say which")
    return rows[0]


def _call(found: dict[str, Any]) -> str:
    if found["kind"] == "macro":
        return f"select {found['object']}({', '.join(found['parameters'])})"
    return f"from {found['object']}" + (f"({', '.join(found['parameters'])})" if found["parameters"] else " limit 10")


def _quoted(query: str) -> str:
    one_line = " ".join(query.split()).removesuffix(";")
    return '"' + one_line.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$").replace("`", "\\`") + '"'
