"""Display of DuckDB's relations as HTML tables in notebooks, with IPython's hooks."""

from __future__ import annotations

import sys

import duckdb

from dltrack_db.show import html


def show_relations() -> None:
    """Make the current notebook display DuckDB's relations as tables; outside of notebooks, do nothing."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None:
        return
    formatter = shell.display_formatter.formatters["text/html"]
    if duckdb.DuckDBPyRelation not in formatter:
        formatter.for_type(duckdb.DuckDBPyRelation, render_relation)


def render_relation(relation: duckdb.DuckDBPyRelation) -> str:
    """Return the first rows of a query as HTML; other rows are not computed."""
    return html.table(relation.columns, relation.limit(html.ROWS + 1).fetchall())
