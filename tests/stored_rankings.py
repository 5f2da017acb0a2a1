"""Putting rankings into the tables behind main.rankings without a load."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import duckdb

from dltrack_db.base.sql_text import insert_rows

COLUMNS = ("collection", "run_id", "query_id", "doc_id", "submitted_rank", "score", "rank")


def add_rankings(con: duckdb.DuckDBPyConnection, relation: str) -> None:
    """Store the rows of a relation with the columns of main.rankings: topics that no run in it has answered yet."""
    con.execute(
        "insert into main.run_topics "
        "select collection, run_id, query_id, count(*) as num_ret, "
        "(select coalesce(max(answer_id), 0) from main.run_topics) "
        "+ row_number() over (order by collection, run_id, query_id) as answer_id "
        f"from {relation} group by collection, run_id, query_id"
    )
    con.execute(
        "insert into store.rankings "
        "select answers.answer_id, given.doc_id, given.submitted_rank, given.score, given.rank "
        f"from {relation} as given "
        "inner join main.run_topics as answers using (collection, run_id, query_id)"
    )


def insert_rankings(con: duckdb.DuckDBPyConnection, rows: Iterable[Mapping[str, object]]) -> None:
    """The same for rows given as dictionaries by column."""
    con.execute(
        "create or replace temp table given_rankings (collection varchar, run_id varchar, query_id varchar, "
        "doc_id varchar, submitted_rank integer, score double, rank integer)"
    )
    insert_rows(con, "given_rankings", [{column: row[column] for column in COLUMNS} for row in rows])
    add_rankings(con, "given_rankings")
