"""Search for tables, views and macros by name or by word, in `catalog.objects`."""

from __future__ import annotations

import re
from typing import Any

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.errors import UsageError
from dltrack_db.sqlfiles import lists

_IS_OBJECT = (
    "select 1 from catalog.objects where $1 in (object, name) "
    "or (alias is not null and name = lower(replace($1, '-', '_')))"
)
_NOT_FOUND = re.compile(r"Table (?P<called>Function )?with name \"?(?P<name>\w+)\"? does not exist")
_COLUMNS = "select role, name, type, meaning from catalog.columns where object = $1 order by role desc, position"


def list_objects(con: duckdb.DuckDBPyConnection, topic: str = "") -> duckdb.DuckDBPyConnection:
    """Return object, kind and summary of the objects in schema `topic` or matching the words in `topic`; "" for all."""
    script = lists.fill(resources.script("store/catalogue/listed"))
    return con.execute(sql_text.written_out(script, {"topic": topic}))


def find(con: duckdb.DuckDBPyConnection, name: str) -> dict[str, Any]:
    """Return the row of `catalog.objects` for a table, view or macro; `name` may include the schema."""
    result = con.execute(
        sql_text.fill_values(
            "from catalog.objects where object = $1 or name = $1 "
            "or (alias is not null and name = lower(replace($1, '-', '_'))) "
            "order by object = $1 desc, schema = 'main', object",
            [name],
        )
    )
    columns = [column[0] for column in result.description or []]
    rows = [dict(zip(columns, row, strict=True)) for row in result.fetchall()]
    if not rows:
        raise UsageError(f"there is no '{name}'{near(con, name) or '; see all objects with: dltrack views'}")
    if len(rows) > 1 and rows[0]["object"] != name:
        # views in `report` and tables in `store` share names with views in other schemas
        rows = [row for row in rows if row["schema"] not in ("report", "store")] or rows
    if len(rows) > 1 and rows[0]["object"] != name:
        raise UsageError(
            f"'{name}' may mean {' or '.join(row['object'] for row in rows)}; write the schema and the name"
        )
    return rows[0]


def near(con: duckdb.DuckDBPyConnection, name: str, *, is_object: bool = False) -> str:
    """Return '; did you mean …?' with similar names, or an empty text; if `is_object`, only objects and schemas."""
    script = resources.script("store/catalogue/near")
    found = con.execute(sql_text.written_out(script, {"name": name, "is_object": is_object})).fetchall()
    return f"; did you mean {', '.join(row[0] for row in found)}?" if found else ""


def explain_error(con: duckdb.DuckDBPyConnection, error: duckdb.Error, query: str) -> str:
    """Return the message of a DuckDB error in a query; for an unknown name, with the right call or similar names."""
    message = str(error)
    if not (isinstance(error, duckdb.CatalogException) and (match := _NOT_FOUND.search(message))):
        return message
    schema = re.search(rf'(\w+)"?\s*\.\s*"?{match["name"]}\b', query, re.IGNORECASE)
    name = f"{schema[1]}.{match['name']}" if schema else match["name"]
    try:
        if not con.execute(sql_text.fill_values(_IS_OBJECT, [name])).fetchone():
            suggestion = near(con, name, is_object=True).removeprefix("; d")
            return re.sub(r"\nDid you mean .*", f"\nD{suggestion}", message) if suggestion else message
        obj = find(con, name)
    except (duckdb.Error, UsageError):  # a database of an earlier release, or an ambiguous name
        return message
    if bool(match["called"]) == ("macro" in obj["kind"]):
        return message
    if match["called"]:
        return f"{obj['object']} is a {obj['kind']}; leave out the parentheses: from {obj['object']}"
    return f"{obj['object']} is a macro and needs parentheses, for example: {call(obj)}"


def facts(con: duckdb.DuckDBPyConnection, name: str) -> tuple[str, list[str], list[Any]] | None:
    """Describe a run, collection, edition, label set, measure, or anything else that is not a table, view or macro.

    Plug-ins add kinds of names. The last kind is a word that column descriptions quote. Return the kind of `name`, the
    columns and the rows. Return None if the name is unknown, or if a table, view or macro has the name of labels, a
    measure or a word, because the object takes precedence.
    """
    kinds = {kind: f"store/describe/{kind}" for kind in ("run", "collection", "labels", "measure")}
    for kind, script in (kinds | lists.scripts("describe") | {"word": "store/describe/word"}).items():
        if kind == "labels" and con.execute(sql_text.fill_values(_IS_OBJECT, [name])).fetchone():
            return None
        result = con.execute(sql_text.written_out(lists.fill(resources.script(script)), {"name": name}))
        if rows := result.fetchall():
            return kind, [column[0] for column in result.description or []], rows
    return None


def columns(con: duckdb.DuckDBPyConnection, found: dict[str, Any]) -> duckdb.DuckDBPyConnection:
    """Return role, name, type and meaning of the columns and parameters of an object from `find`."""
    return con.execute(sql_text.fill_values(_COLUMNS, [found["object"]]))


def call(found: dict[str, Any]) -> str:
    """Return an example query for an object from `find`: the example in its header, or a generated query."""
    if found["example"]:
        return str(found["example"])
    if found["kind"] == "macro":
        return f"select {found['object']}({', '.join(found['parameters'])})"
    return f"from {found['object']}" + (f"({', '.join(found['parameters'])})" if found["parameters"] else " limit 10")
