"""Small corpora for tests: plain tables under the names that views read."""

from __future__ import annotations

import duckdb

from dltrack_db.base.sql_text import insert_rows

COLUMNS = {
    "documents": "corpus varchar, doc_id varchar, url varchar, title varchar, headings varchar, body varchar",
    "passages": "corpus varchar, passage_id varchar, text varchar",
    "passage_documents": "corpus varchar, passage_id varchar, doc_id varchar, spans varchar",
}


def insert(con: duckdb.DuckDBPyConnection, table: str, rows: list[dict[str, object]]) -> None:
    """Insert rows, given as dictionaries with the same keys, into a table."""
    insert_rows(con, table, rows)  # executemany would plan each row


def fill(con: duckdb.DuckDBPyConnection, name: str, rows: list[dict[str, object]]) -> None:
    """Put rows into main.documents, main.passages or main.passage_documents, whatever stores them in earnest."""
    is_view = con.execute(
        "select 1 from duckdb_views() where schema_name = 'main' and view_name = $1", [name]
    ).fetchone()
    con.execute(f"drop {'view' if is_view else 'table'} main.{name}")
    con.execute(f"create table main.{name} ({COLUMNS[name]})")
    insert(con, f"main.{name}", rows)
