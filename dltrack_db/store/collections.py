"""Collections in a database: looking one up, dropping one."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import duckdb

from dltrack_db import recipes, resources
from dltrack_db.errors import UsageError
from dltrack_db.recipes import CollectionSpec
from dltrack_db.store import database, sqltext, writing


def in_database(db: Path, collection: str) -> tuple[str, CollectionSpec]:
    """The edition of a loaded collection, and its conventions.

    Raises:
        UsageError: the database holds no such collection.
    """
    con = database.open_readonly(db)
    try:
        row = con.execute("select * from main.collections where collection = $1", [collection]).fetchone()
        if row is None:
            raise UsageError(_unknown(con, db, collection))
        found = dict(zip([column[0] for column in con.description or []], row, strict=True))
    finally:
        con.close()
    edition = str(found["edition"])
    known = {field.name for field in fields(CollectionSpec)}
    spec = CollectionSpec(**{key: value for key, value in found.items() if key in known})
    if edition in recipes.names():  # what a recipe knows beyond the table, such as the form of document ids
        spec = next((each for each in recipes.load(edition).collections if each.collection == collection), spec)
    return edition, spec


def drop(db: Path, name: str) -> list[tuple[str, int]]:
    """Remove an edition or one collection; each collection removed with its number of ranking rows.

    Raises:
        UsageError: the database holds neither an edition nor a collection of that name.
    """
    database.open_readonly(db).close()
    con = database.connect()
    try:
        with writing.writing(con, db):
            database.check_version(con, db)
            dropped = con.execute(
                "select collection, (select count(*) from main.rankings where rankings.collection = c.collection) "
                "from main.collections as c where collection = $1 or edition = $1 order by collection",
                [name],
            ).fetchall()
            if not dropped:
                raise UsageError(_unknown(con, db, name))
            sqltext.set_variables(con, names=[collection for collection, _ in dropped])
            for file in sorted((resources.INGEST / "drop").glob("*.sql")):
                con.execute(file.read_text(encoding="utf-8"))
    finally:
        con.close()
    return dropped


def _unknown(con: duckdb.DuckDBPyConnection, db: Path, name: str) -> str:
    loaded = [row[0] for row in con.execute("select collection from main.collections order by all").fetchall()]
    return f"{db} holds no «{name}»; it holds {', '.join(loaded) or 'nothing yet'}"
