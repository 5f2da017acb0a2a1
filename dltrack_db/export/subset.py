"""SQL conditions for the rows of a database that belong to some collections, for pages and frozen lakes."""

from __future__ import annotations

from dltrack_db.sqlfiles import dependencies, part_queries
from dltrack_db.store import reference

CORPORA = (
    *("store.corpora", "store.members", "store.passages", "store.documents"),
    *("store.distinct_passages", "store.near_duplicates"),
)
"""Tables of corpora, which are never exported, except users' own texts for a page (`texts`)."""
PRIVATE = ("main.changes", "main.table_checksums", "main.loads", "main.load_expectations", "main.source_lines")
"""Tables about changes, loads and files on the owner's machine, which are not exported."""
COLLECTIONS = " where list_contains(getvariable('collections'), collection)"
"""Condition for tables with a column `collection`; the variable `collections` is a list."""


def texts(table: str, source: str) -> str:
    """Return the query for the rows of a corpus table that belong to the corpora in variable `texts`, without paths."""
    columns = "select * replace ('' as source) " if table == "store.corpora" else ""
    if table in ("store.corpora", "store.passages", "store.documents"):
        return (
            f"{columns}from {source}.{table} where load_no in (select load_no from {source}.store.corpora "
            "where is_published and list_contains(getvariable('texts')::varchar[], corpus))"
        )
    return f"from {source}.{table} where false"


def condition(table: str, columns: frozenset[str], source: str) -> str:
    """Return the condition for the rows of a table that belong to the collections in variable `collections`.

    `columns` are the table's columns. `source` is the catalogue with the complete `main.collections` and
    `main.run_topics`. An empty text means all rows.
    """
    if table == "store.rankings":
        return (
            f" where answer_id in (select run_topics.answer_id from {source}.main.run_topics as run_topics "
            "where list_contains(getvariable('collections'), run_topics.collection))"
        )
    if (obj := dependencies.find_object(table)) and obj.header.page == "none":  # the data's terms forbid redistribution
        return " where false"
    if table in reference.tables():
        return ""  # reference data are small and public, and exhibits need the rows of all years
    if "collection" in columns:
        return COLLECTIONS
    if "query_set" in columns:
        return (
            f" where query_set in (select query_set from {source}.main.collections "
            "where list_contains(getvariable('collections'), collection))"
        )
    schema, _, name = table.partition(".")
    owned = part_queries.owned_rows(name, "collections", f"{source}.") if schema == "main" else ""
    return f" where {owned}" if owned else ""
