"""Collections in a database: looking one up, dropping one."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import duckdb

from dltrack_db import recipes, resources
from dltrack_db.errors import UsageError
from dltrack_db.recipes import CollectionSpec
from dltrack_db.store import database, sqltext, writing
from dltrack_db.suggest import did_you_mean


def named(con: duckdb.DuckDBPyConnection, name: str, db: Path) -> str:
    """The loaded collection meant by its own name, or by that of an edition which has no other.

    Raises:
        UsageError: the database holds neither, or the edition has several collections.
    """
    found = meant(con, name, db)
    if len(found) > 1:
        raise UsageError(f"«{name}» is an edition of {', '.join(found)}; say which of them")
    return found[0]


def meant(con: duckdb.DuckDBPyConnection, name: str, db: Path) -> list[str]:
    """The loaded collections that a name may mean: the one of that name, or those of the edition.

    Raises:
        UsageError: the database holds neither.
    """
    script = resources.script("store/collections_meant")
    rows = con.execute(sqltext.written_out(script, {"name": name})).fetchall()
    if not rows:
        raise UsageError(unknown(con, db, name))
    found = [str(row[0]) for row in rows]
    return [name] if name in found else found


def in_database(db: Path, collection: str, wait: float | None = None) -> tuple[str, CollectionSpec]:
    """The edition of a loaded collection, and its conventions; others may write to the file for `wait` seconds.

    Raises:
        UsageError: the database holds no such collection.
    """
    con = database.open_readonly(db, wait=wait)
    try:
        row = con.execute(
            sqltext.filled("select * from main.collections where collection = $1", [collection])
        ).fetchone()
        if row is None:
            raise UsageError(unknown(con, db, collection))
        found = dict(zip([column[0] for column in con.description or []], row, strict=True))
    finally:
        con.close()
    edition = str(found["edition"])
    known = {field.name for field in fields(CollectionSpec)}
    spec = CollectionSpec(**{key: value for key, value in found.items() if key in known})
    if edition in recipes.names():  # what a recipe knows beyond the table, such as the form of document ids
        spec = next((each for each in recipes.load(edition).collections if each.collection == collection), spec)
    return edition, spec


def all_in_database(db: Path, wait: float | None = None) -> dict[str, tuple[str, CollectionSpec]]:
    """All loaded collections by name, each as `in_database` gives it."""
    con = database.open_readonly(db, wait=wait)
    try:
        names = [row[0] for row in con.execute("select collection from main.collections order by all").fetchall()]
    finally:
        con.close()
    return {name: in_database(db, name, wait) for name in names}


def variants(con: duckdb.DuckDBPyConnection, collection: str, *, official: bool = True) -> list[str]:
    """The sets of labels of a collection, loaded or named by scores, with or without the official one."""
    query = "select variant from labels.known_variants where collection = $1 and ($2 or not is_official) order by all"
    return [row[0] for row in con.execute(sqltext.filled(query, [collection, official])).fetchall()]


def drop(db: Path, name: str) -> list[tuple[str, int]]:
    """Remove an edition, a collection or a study of simulations; each with its number of ranking rows or judgments.

    Raises:
        UsageError: the database holds nothing of that name.
    """
    database.open_readonly(db).close()
    con = database.connect()
    try:
        with writing.writing(con, db, command="drop"):
            dropped = con.execute(
                sqltext.filled(
                    "select collection, (select count(*) from main.rankings where rankings.collection = c.collection) "
                    "from main.collections as c where collection = $1 or edition = $1 order by collection",
                    [name],
                )
            ).fetchall()
            sqltext.set_variables(con, study=name)
            if not dropped and (studies := con.execute(resources.script("store/drop_study/1_count")).fetchall()):
                con.execute(resources.script("store/drop_study/2_remove"))
                return studies
            if not dropped:
                raise UsageError(unknown(con, db, name))
            sqltext.set_variables(con, names=[collection for collection, _ in dropped])
            for script in resources.scripts("store/drop"):
                con.execute(script)
    finally:
        con.close()
    return dropped


def is_known(db: Path, name: str) -> bool:
    """Whether a name is one that `drop` knows, or none of a run either, so that `drop` may say what there is."""
    con = database.open_readonly(db)
    try:
        runs = con.execute(
            sqltext.filled("select 1 from main.runs where run_id = $1 and source_file is not null", [name])
        ).fetchall()
        held = con.execute(
            sqltext.filled("select 1 from main.collections where $1 in (collection, edition)", [name])
        ).fetchall()
    finally:
        con.close()
    return bool(held) or not runs


def unknown(con: duckdb.DuckDBPyConnection, db: Path, name: str) -> str:
    """That the database holds no collection or edition of this name, which it holds, and which may be meant."""
    loaded = [row[0] for row in con.execute("select collection from main.collections order by all").fetchall()]
    return f"{db} holds no «{name}»; it holds {', '.join(loaded) or 'nothing yet'}{did_you_mean(name, loaded)}"
