"""Overlays: temporary copies of a database with other rows in some tables, such as fewer topics or more labels.

An overlay is a database in memory. It contains the views and macros of the database below, and for each table a view of
this table. Replacing the view of a table changes the rows for every query, and nothing is stored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

import duckdb

from dltrack_db.base import sql_text


@contextmanager
def over(con: duckdb.DuckDBPyConnection) -> Iterator[str]:
    """In the block, make an overlay of the current database the current database.

    The block receives the quoted name of the database below, and may replace the views of the tables.
    """
    ((below,),) = con.execute("select current_database()").fetchall()
    home, name = sql_text.quote_name(below), sql_text.quote_name(f"{below}_overlay")
    con.execute(f"attach ':memory:' as {name}; copy from database {home} to {name} (schema); use {name}")
    try:
        tables = "select schema_name, table_name from duckdb_tables() where database_name = current_database()"
        for table in [sql_text.quote_name(*row) for row in con.execute(tables).fetchall()]:
            con.execute(f"drop table {table}; create view {table} as from {home}.{table}")
        yield home
    finally:
        con.execute(f"use {home}; detach {name}")


@contextmanager
def of_topics(con: duckdb.DuckDBPyConnection, collection: str, topics: Collection[str]) -> Iterator[None]:
    """Within the block, use an overlay that contains only these topics of a collection, and no published means."""
    from dltrack_db import sqlfiles  # slow to import, and needed only here

    others = f"collection <> {sql_text.literal(collection)}"
    with over(con) as home:
        columns = (
            "select schema_name || '.' || table_name from duckdb_columns() where database_name = current_database() "
            "and column_name in ('collection', 'query_id') group by all having count(*) = 2"
        )
        by_topic = {name for (name,) in con.execute(columns).fetchall()} & {one.full_name for one in sqlfiles.tables()}
        condition_on_topics = f"{others} or query_id in ({', '.join(map(sql_text.literal, topics))})"
        for name, condition in {
            **dict.fromkeys(sorted(by_topic), condition_on_topics),
            "main.official_scores": others,
        }.items():
            con.execute(f"create or replace view {name} as from {home}.{name} where {condition}")
        yield
