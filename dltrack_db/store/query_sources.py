"""The tables, views and macros that a query names, to cite a number or to explain an empty result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb

from dltrack_db.store import questions

_HIDING = frozenset(["query", "query_table", "json_execute_serialized_sql"])
"""Functions that run a query in a text argument, which DuckDB does not parse."""


def named_objects(con: duckdb.DuckDBPyConnection, query: str) -> set[str] | None:
    """Return the tables, views and functions that a query names, as 'schema.name' in lower case.

    Return None if the query cannot be parsed or runs a text as SQL. Names without a schema get `main`. Names that the
    query defines (`with x as …`) are left out.
    """
    tree = questions.parse_query(con, query)
    if tree is None:
        return None
    found = set(_walk(tree, frozenset()))
    return None if any(name.split(".")[-1] in _HIDING for name in found) else found


def _walk(node: Any, own: frozenset[str]) -> Iterator[str]:
    if isinstance(node, list):
        for child in node:
            yield from _walk(child, own)
    elif isinstance(node, dict):
        common = node.get("cte_map") or {}
        own |= {str(entry["key"]).lower() for entry in common.get("map", ())}
        if node.get("type") == "BASE_TABLE":
            schema, name = str(node.get("schema_name") or "").lower(), str(node["table_name"]).lower()
            if schema or name not in own:
                yield f"{schema or 'main'}.{name}"
        if "function_name" in node:
            yield f"{node.get('schema') or 'main'}.{node['function_name']}".lower()
        for child in node.values():
            yield from _walk(child, own)
