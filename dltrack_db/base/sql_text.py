"""Parameters of SQL scripts, and values as SQL text.

Scripts read parameters with `getvariable('name')`; `run_script` sets the variables and executes the script.
`written_out` replaces the variables by literals: DuckDB plans literals better, and users can paste the query into a
DuckDB shell. Values are never bound as parameters, because the first bound parameter makes DuckDB import pandas, which
takes longer than evaluating a run.
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
    """Return a SQL string literal."""
    return "'" + text.replace("'", "''") + "'"


def quote_name(*parts: str) -> str:
    """Return a name as a quoted SQL identifier; several parts are joined by dots."""
    return ".".join('"' + part.replace('"', '""') + '"' for part in parts)


def literal(value: object) -> str:
    """Return a value as a SQL literal: null, boolean, number, list or struct (for a dict); other values become text."""
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
    """Return an exact literal; DuckDB would read more than 15 digits as a decimal and round twice."""
    text = repr(value)
    if not math.isfinite(value):
        return f"{quote_text(text)}::double"
    return text if "e" in text or len(text) <= 16 else f"{text}e0"


def fill_values(query: str, values: Sequence[object] | Mapping[str, object]) -> str:
    """Replace `$1` (for a list of values) or `$name` (for a mapping) in a trusted query by literals."""
    values_by_name = (
        values if isinstance(values, Mapping) else {str(number): value for number, value in enumerate(values, 1)}
    )
    return _PARAMETER.sub(lambda match: literal(values_by_name[match[1]]), query)


def written_out(script: str, values: Mapping[str, object], words: Mapping[str, str] | None = None) -> str:
    """Return a script without its header and with literals in place of variables: a query that any DuckDB can run.

    `words` maps names in the script to SQL text that replaces them, such as a list of columns. Inserted text is not
    searched again.
    """
    texts = words or {}
    pattern = "|".join([_VARIABLE.pattern, *(rf"\b{word}\b" for word in texts)])

    def replacement(found: re.Match[str]) -> str:
        return literal(values[found[1]]) if found[1] else texts[found[0]]

    return re.sub(pattern, replacement, _HEADER.sub("", script)).strip()


def set_variables(con: duckdb.DuckDBPyConnection, **variables: object) -> None:
    """Set variables for several scripts; for a single script, use `run_script`."""
    if variables:
        con.execute(";\n".join(f"set variable {name} = {literal(value)}" for name, value in variables.items()))


def run_script(con: duckdb.DuckDBPyConnection, script: str, **variables: object) -> duckdb.DuckDBPyConnection:
    """Set the variables of a script ('score/evaluate/add_runs'), execute it and return the connection."""
    set_variables(con, **variables)
    return con.execute(resources.script(script))


def insert_row(con: duckdb.DuckDBPyConnection, table: str, row: Mapping[str, object]) -> None:
    """Insert a row, a mapping from column names to values."""
    insert_rows(con, table, [row])


def insert_rows(con: duckdb.DuckDBPyConnection, table: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows, mappings from column names to values; all rows have the same columns."""
    if rows:
        values = ", ".join(f"({', '.join(map(literal, row.values()))})" for row in rows)
        con.execute(f"insert into {table} ({', '.join(rows[0])}) values {values}")
