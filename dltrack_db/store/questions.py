"""Which statements a question may be: what changes or ends the process that answers is refused, wherever it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import duckdb

from dltrack_db.errors import UsageError
from dltrack_db.store import sqltext

_CHANGING = {
    *("checkpoint", "disable_logging", "disable_profiling", "enable_logging", "enable_profiling", "force_checkpoint"),
    *("json_execute_serialized_sql", "truncate_duckdb_logs"),
}
"""Functions of DuckDB that change its process, where a sealed one may abort, or run what nobody can look into."""
_TEXT_RUN = "query"
"""The function that runs a query given as text."""
_BUILT_IN = ("", "main")
"""Where functions of DuckDB are called from; no file may have others of their names (`trust.shadows`)."""
_CALLED = re.compile(r"\s*call\s+(?=(pragma|duckdb)_\w+\s*\(|(?!main\s*\.|system\s*\.)\w+\s*\.\s*\w+\s*\()", re.I)
"""A CALL of what only tells, or of a macro with its schema."""
_EXPLAINED = re.compile(r"\s*explain\s+(analyze\s+)?", re.I)
_WORD = re.compile(r"\w+")


def check(con: duckdb.DuckDBPyConnection, statement: duckdb.Statement, text: str) -> None:
    """Refuse a statement that changes or ends the process; `text` is the question in which it stands.

    Raises:
        UsageError: it is one; the message names the function.
    """
    query = statement.query or text  # what DuckDB makes of `pivot` has no text of its own
    if statement.type == duckdb.StatementType.PRAGMA:
        raise UsageError(f"«{query.strip()[:60]}» changes how DuckDB works, and questions only read; leave it out")
    if statement.type == duckdb.StatementType.CALL:
        found = _CALLED.match(query)
        if not found:
            raise UsageError("CALL takes pragma_… and duckdb_… functions and macros with their schema; use FROM NAME()")
        query = f"from {query[found.end() :]}"
    elif statement.type == duckdb.StatementType.EXPLAIN:
        query = _EXPLAINED.sub("", query, count=1)
    if refused := next(_refusals(con, query), None):
        raise UsageError(f"{refused} changes the process that answers, or hides what it runs, and is refused")


def parse_query(con: duckdb.DuckDBPyConnection, query: str) -> Any:
    """The tree of a query as DuckDB parses it; None where it writes down none, because it is more than a SELECT."""
    row = con.execute(f"select json_serialize_sql({sqltext.quote_text(query)})").fetchone()
    tree = json.loads(row[0]) if row else {"error": True}
    return None if tree.get("error") else tree


def _refusals(con: duckdb.DuckDBPyConnection, query: str) -> Iterator[str]:
    tree = parse_query(con, query)
    if tree is not None:
        yield from _walk(con, tree)
    else:  # by word, in texts and comments too
        words = {word.lower() for word in _WORD.findall(query)}
        yield from (f"{name}()" for name in sorted(words & {*_CHANGING, _TEXT_RUN}))


def _walk(con: duckdb.DuckDBPyConnection, node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for child in node:
            yield from _walk(con, child)
    elif isinstance(node, dict):
        name = str(node.get("function_name", "")).lower()
        if name and str(node.get("schema") or "").lower() in _BUILT_IN:
            if name in _CHANGING:
                yield f"{name}()"
            elif name == _TEXT_RUN:
                given = (node.get("children") or [{}])[0].get("value")
                text = given.get("value") if isinstance(given, dict) else None
                if isinstance(text, str):
                    yield from _refusals(con, text)
                else:
                    yield "query() of anything but one plain text"
        for child in node.values():
            yield from _walk(con, child)
