"""Sources of a query: the tables, views and macros it names, to cite a number or to explain that there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb

from dltrack_db.store import questions

_HIDING = frozenset(["query", "query_table", "json_execute_serialized_sql"])
"""Functions that run a query given as text, into which nobody looks."""


def named_objects(con: duckdb.DuckDBPyConnection, query: str) -> set[str] | None:
    """The tables, views and functions a query names, with schema, in lower case; None if they cannot be determined.

    Names without a schema get `main`; names of the query's own (`with x as …`) are left out.
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
