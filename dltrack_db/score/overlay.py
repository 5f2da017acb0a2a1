"""The database in use with other rows in some tables, for a block: fewer topics, more labels, more measures.

An overlay has the views and macros of the database in memory, over views of its tables. So everything that reads a
table sees the same rows, and nothing is stored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

import duckdb

from dltrack_db.base import sql_text


@contextmanager
def over(con: duckdb.DuckDBPyConnection) -> Iterator[str]:
    """Use an overlay of the database in use for the block, which may replace its tables' views.

    The block receives the quoted name of the database below.
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
    """Use an overlay with only these topics of a collection; its published means over all topics are left out."""
    from dltrack_db import sqlfiles  # not imported by commands that read all topics

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
