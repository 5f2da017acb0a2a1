"""Checks of users' queries: statements that change DuckDB's process or end it are rejected."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import duckdb

from dltrack_db.base import sql_text
from dltrack_db.errors import UsageError
from dltrack_db.store.connection import STORED

_CHANGING = {
    *("checkpoint", "disable_logging", "disable_profiling", "enable_logging", "enable_profiling", "force_checkpoint"),
    *("json_execute_serialized_sql", "truncate_duckdb_logs"),
}
"""Functions of DuckDB that change its process, may crash a sealed process, or run SQL that cannot be checked."""
_HIDING = re.compile(rf"\b({'|'.join(sorted(_CHANGING))}|query)\"?\s*\(", re.I)
"""Matches a call of `query()` or of a function in `_CHANGING`, in the definition of a view or macro."""
_CALLED = re.compile(r"\s*call\s+(?=(pragma|duckdb)_\w+\s*\(|(?!main\s*\.|system\s*\.)\w+\s*\.\s*\w+\s*\()", re.I)
"""Matches a CALL of an informational function, or of a macro with its schema."""
_COMPOSING = frozenset(["query", "query_table", "json_execute_serialized_sql"])
"""Functions that run a text as SQL; the text may name any catalogue."""
_NAMED = re.compile(rf"\b({'|'.join(sorted(_COMPOSING))})\b", re.I)
_MOVING = re.compile(r"\b(use|schema|search_path)\b", re.I)
"""Matches statements and settings that make names resolve in another catalogue."""
_MOVED = re.compile(rf"{_NAMED.pattern}|{_MOVING.pattern}|\b(attach|detach)\b", re.I)
_PREPARED = "execute question"
_EXPLAINED = re.compile(r"\s*explain\s+(analyze\s+|\([^)]*\)\s*)?", re.I)


def check_reach(con: duckdb.DuckDBPyConnection, text: str) -> None:
    """Reject a query that could use the views and macros in a file that is read through current views.

    A query can use them in four ways: it names the file's catalogue, calls a function that runs a text as SQL, makes
    names resolve in that catalogue, or attaches the file again.
    """
    reason = f"the name '{STORED}' bypasses them" if STORED in text.lower() else ""
    if not reason and _MOVED.search(text) and is_under_overlay(con):
        reason = _reason_of_reach(con, text)
    if reason:
        raise UsageError(
            f"the database file is read through current views, and {reason}; change the query, or update the file "
            "with: dltrack build"
        )


def is_under_overlay(con: duckdb.DuckDBPyConnection) -> bool:
    """Return True if a file is read through current views (`store/cover.py`)."""
    query = f"select 1 from system.main.duckdb_databases() where database_name = '{STORED}'"
    return con.execute(query).fetchone() is not None


def _reason_of_reach(con: duckdb.DuckDBPyConnection, text: str) -> str:
    kinds = duckdb.StatementType
    statements = {statement.type for statement in con.extract_statements(text)}
    if statements & {kinds.ATTACH, kinds.DETACH}:
        return "ATTACH and DETACH could bypass them"
    if statements & {kinds.SET, kinds.PRAGMA} and (match := _MOVING.search(text)):
        return f"{match[1].upper()} could bypass them"
    if match := _NAMED.search(text):  # in the whole text, because DuckDB rewrites PIVOT and PRAGMA
        tree = parse_query(con, text)
        if tree is None or _COMPOSING.intersection(_find_functions(tree)):
            return f"{match[1].lower()}() could bypass them"
    return ""


def _find_functions(tree: Any) -> Iterator[str]:
    for node in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from _find_functions(node)
    if isinstance(tree, dict) and "function_name" in tree:
        yield str(tree["function_name"]).lower()


def run(con: duckdb.DuckDBPyConnection, statement: duckdb.Statement, text: str) -> duckdb.DuckDBPyConnection:
    """Check a statement as `check` does, and execute it; a query is planned only once."""
    check_reach(con, text)
    if statement.type == duckdb.StatementType.SELECT and _is_prepared(con, statement.query):
        _check_plan(con, _PREPARED, text)
        try:
            return con.execute(_PREPARED)
        except duckdb.DataError:  # executing the statement raises the error again, with the position in its text
            pass
    else:
        _check_kind(con, statement, text)
    return con.execute(statement)


def _is_prepared(con: duckdb.DuckDBPyConnection, query: str) -> bool:
    try:
        con.execute(f"prepare question as {query}")
    except duckdb.Error:  # running the query raises a clearer error
        return False
    return True


def check(con: duckdb.DuckDBPyConnection, statement: duckdb.Statement, text: str) -> None:
    """Reject a statement that changes DuckDB's process or ends it; `text` is the whole query.

    DuckDB's plan of the statement contains all functions that would run, including those inside views and macros.
    """
    check_reach(con, text)
    _check_kind(con, statement, text)


def _check_kind(con: duckdb.DuckDBPyConnection, statement: duckdb.Statement, text: str) -> None:
    query = statement.query
    if statement.type == duckdb.StatementType.PRAGMA:
        raise UsageError(f"'{query.strip()[:60]}' changes DuckDB's settings; only queries are allowed")
    if statement.type == duckdb.StatementType.CALL and not _CALLED.match(query):
        raise UsageError(
            "CALL is allowed only for pragma_… and duckdb_… functions and for macros with their schema; use FROM NAME()"
        )
    if statement.type == duckdb.StatementType.EXPLAIN:
        query = _EXPLAINED.sub("", query, count=1)
    _check_plan(con, query, text)


def _check_plan(con: duckdb.DuckDBPyConnection, query: str, text: str) -> None:
    if refused := _reason_to_refuse(con, query, text):
        raise UsageError(f"{refused}; change the query")


def parse_query(con: duckdb.DuckDBPyConnection, query: str) -> Any:
    """Return DuckDB's parse tree of a query; None for anything but a SELECT."""
    row = con.execute(f"select json_serialize_sql({sql_text.quote_text(query)})").fetchone()
    tree = json.loads(row[0]) if row else {"error": True}
    return None if tree.get("error") else tree


def _reason_to_refuse(con: duckdb.DuckDBPyConnection, query: str, text: str) -> str | None:
    try:
        if not query.strip():  # DuckDB rewrites `pivot` into statements without text
            raise duckdb.ParserException
        plans = con.execute(f"explain (format json) {query}").fetchall()
    except duckdb.ParserException:  # without a plan, any occurrence of a name is rejected
        names = [name for name in sorted(_CHANGING) if name in text.lower()]
        if not names and (place := _hiding(con)):
            return f"a statement without a plan, like PIVOT without IN, may run {place}, which may change the process"
    except duckdb.Error:  # running the statement raises a clearer error
        return None
    else:
        names = [name for _, plan in plans for name in _run(json.loads(plan)) if name in _CHANGING]
    return f"{names[0]}() is not allowed, because it changes DuckDB or runs unchecked SQL" if names else None


def _run(plan: Any) -> Iterator[str]:
    for node in plan:
        yield str(node["name"]).strip().lower()
        yield from _run(node["children"])


def _hiding(con: duckdb.DuckDBPyConnection) -> str | None:
    definitions = con.execute(
        "select 'view ' || schema_name || '.' || view_name, sql from system.main.duckdb_views() where not internal "
        "union all select 'macro ' || schema_name || '.' || function_name, macro_definition "
        "from system.main.duckdb_functions() where not internal order by all"
    ).fetchall()
    return next((name for name, definition in definitions if _HIDING.search(definition or "")), None)
