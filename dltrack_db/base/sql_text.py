"""Parameters of SQL scripts, and values as SQL text.

A script takes its parameters in one way, as `getvariable('name')`: `run_script`
sets them and executes it. `written_out` puts literals in their place where a
query is shown and has to run in a bare shell, where no variable may stay behind
in somebody's connection, and where DuckDB plans a literal better. A query of a
line in Python is written with `literal`. Nothing is bound where a second
counts: the first bound parameter makes DuckDB import pandas, which takes longer
than evaluating a run.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

import duckdb

from dltrack_db.base import resources

_PARAMETER = re.compile(r"\$(\w+)")
_VARIABLE = re.compile(r"getvariable\('(\w+)'\)")
_HEADER = re.compile(r"\A(?:--[^\n]*\n)+")


def quote_text(text: str) -> str:
    """A SQL string literal."""
    return "'" + text.replace("'", "''") + "'"


def quote_name(*parts: str) -> str:
    """A name as a quoted SQL identifier; several parts with dots between them."""
    return ".".join('"' + part.replace('"', '""') + '"' for part in parts)


def literal(value: object) -> str:
    """A value as a SQL literal: numbers, lists and structs (of a dict) as such, everything else as text."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int():
            return repr(value)
        case float():
            return _number(value)
        case list():
            return "[" + ", ".join(literal(each) for each in value) + "]"
        case dict():
            return "{" + ", ".join(f"{quote_text(str(key))}: {literal(each)}" for key, each in value.items()) + "}"
        case _:
            return quote_text(str(value))


def _number(value: float) -> str:
    """A floating-point number to its last digit: of more than 15 DuckDB makes a decimal, which is rounded twice."""
    text = repr(value)
    if not math.isfinite(value):
        return f"{quote_text(text)}::double"
    return text if "e" in text or len(text) <= 16 else f"{text}e0"


def fill_values(query: str, values: Sequence[object] | Mapping[str, object]) -> str:
    """A query of ours with `$1` (a list of values) or `$name` (a mapping) written as literals."""
    values_by_name = (
        values if isinstance(values, Mapping) else {str(number): value for number, value in enumerate(values, 1)}
    )
    return _PARAMETER.sub(lambda match: literal(values_by_name[match[1]]), query)


def written_out(script: str, values: Mapping[str, object], words: Mapping[str, str] | None = None) -> str:
    """Return a script with its variables written as literals and without its header: a query that runs anywhere.

    `words` are SQL text for names of the script that no variable can stand for, such as a list of columns. One pass
    replaces all, so that nothing in a value or a text is taken for a variable or a word.
    """
    texts = words or {}
    pattern = "|".join([_VARIABLE.pattern, *(rf"\b{word}\b" for word in texts)])

    def replacement(found: re.Match[str]) -> str:
        return literal(values[found[1]]) if found[1] else texts[found[0]]

    return re.sub(pattern, replacement, _HEADER.sub("", script)).strip()


def set_variables(con: duckdb.DuckDBPyConnection, **variables: object) -> None:
    """Set variables for several scripts to come; for one, `run_script` does."""
    if variables:
        con.execute(";\n".join(f"set variable {name} = {literal(value)}" for name, value in variables.items()))


def run_script(con: duckdb.DuckDBPyConnection, script: str, **variables: object) -> duckdb.DuckDBPyConnection:
    """Set the variables of a script ('score/evaluate/add_runs') and execute it.

    Returns: the connection, which has the rows of the last statement.
    """
    set_variables(con, **variables)
    return con.execute(resources.script(script))


def insert_row(con: duckdb.DuckDBPyConnection, table: str, row: Mapping[str, object]) -> None:
    """Insert one row given by column name."""
    insert_rows(con, table, [row])


def insert_rows(con: duckdb.DuckDBPyConnection, table: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows given by column name, the same columns in each; of none, nothing is asked."""
    if rows:
        values = ", ".join(f"({', '.join(map(literal, row.values()))})" for row in rows)
        con.execute(f"insert into {table} ({', '.join(rows[0])}) values {values}")
