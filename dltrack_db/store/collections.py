"""Collections in a database, looked up."""

from __future__ import annotations

import gzip
import re
import shlex
import zlib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import UsageError
from dltrack_db.store import database
from dltrack_db.store.lake import session
from dltrack_db.store.patience import USUAL, Patience

if TYPE_CHECKING:
    from dltrack_db.base.recipes import CollectionSpec


def find_collection(
    con: duckdb.DuckDBPyConnection,
    name: str,
    db: Path,
    runs: Sequence[Path] = (),
    *,
    labels: str | None = None,
    is_ranked: bool = False,
) -> str:
    """The loaded collection meant by its own name, that of an edition which has no other, or what others call it.

    Where the edition has several, the document ids of the run files `runs` tell which; what asks for `labels` (""
    for any besides the official ones) can only mean one that knows them, what asks for runs (`is_ranked`) one that
    has some, or scores of some.
    """
    found = find_collections(con, name, db)
    if len(found) > 1 and runs:
        ids = [_first_id(path) for path in runs]
        forms = {each: loaded_collection(con, each)[1].doc_id_pattern for each in found}
        found = [
            each for each in found if all(one and (form := forms[each]) and re.fullmatch(form, one) for one in ids)
        ] or found
    filters = {"labelled": {"labels": labels}} if labels is not None else {}
    for script, values in (filters | ({"ranked": {}} if is_ranked else {})).items():
        if len(found) > 1:
            query = sql_text.written_out(resources.script(f"store/collections/{script}"), {"names": found, **values})
            found = [row[0] for row in con.execute(query).fetchall()] or found
    if len(found) > 1:
        raise UsageError(f"'{name}' is an edition of {', '.join(found)}; say which of them")
    return found[0]


def heading(con: duckdb.DuckDBPyConnection, collection: str) -> str:
    """Return the title of a loaded collection with its name behind it; the name alone where it has no title."""
    query = "select title from main.collections where collection = $1"
    titles = [title for (title,) in con.execute(sql_text.fill_values(query, [collection])).fetchall() if title]
    return f"{titles[0]} ({collection})" if titles else collection


def is_held(con: duckdb.DuckDBPyConnection, name: str) -> bool:
    """Return True if a collection or an edition of that name is loaded."""
    return bool(_query_names(con, name))


def find_collections(con: duckdb.DuckDBPyConnection, name: str, db: Path | str) -> list[str]:
    """The loaded collections that a name may mean: the one of that name, or those of the edition.

    What no collection or edition is called may be a name of ir_datasets, PyTerrier or BEIR.
    """
    found = _query_names(con, name)
    if not found:
        raise UsageError(unknown(con, db, name))
    return [name] if name in found else found


def _query_names(con: duckdb.DuckDBPyConnection, name: str) -> list[str]:
    found = _query(con, "meant", name)
    try:
        aliased = [] if found else _query(con, "aliased", name)
    except duckdb.CatalogException:  # a database of an earlier release, which knows no aliases
        return found
    if len(aliased) > 1:
        raise UsageError(f"'{name}' may mean {' or '.join(aliased)}; say which of them")
    return found or aliased


def _query(con: duckdb.DuckDBPyConnection, script: str, name: str) -> list[str]:
    text = resources.script(f"store/collections/{script}")
    return [str(row[0]) for row in con.execute(sql_text.written_out(text, {"name": name})).fetchall()]


def _first_id(run: Path) -> str:
    """The third column of the first line of a run file, which may lack others; empty where it has none."""
    try:
        with run.open("rb") as file:
            is_packed = file.read(2) == b"\x1f\x8b"
        with gzip.open(run, "rb") if is_packed else run.open("rb") as text:
            lines = (text.readline(4096).decode(errors="replace").split() for _ in range(100))
            return next((line[2] for line in lines if len(line) > 3 and not line[0].startswith("#")), "")
    except (OSError, EOFError, zlib.error):  # the reader of the file reports what is wrong with it
        return ""


def in_database(
    db: Path, collection: str, patience: Patience = USUAL, *, runs: Sequence[Path] = (), is_ranked: bool = False
) -> tuple[str, CollectionSpec]:
    """The edition of a loaded collection, named as for `find_collection`, and its conventions.

    `patience` is how to wait for others who write to the file.
    """

    def ask() -> tuple[str, CollectionSpec]:
        with session.reading(), closing(database.open_readonly(db, patience=patience)) as con:
            return loaded_collection(con, find_collection(con, collection, db, runs, is_ranked=is_ranked))

    return patience.until_reached(ask)


def loaded_collection(con: duckdb.DuckDBPyConnection, collection: str) -> tuple[str, CollectionSpec]:
    """The edition of a collection that is loaded, and its conventions."""
    from dltrack_db.base import recipes

    query = sql_text.fill_values("select * from main.collections where collection = $1", [collection])
    row = con.execute(query).fetchone() or ()
    found = dict(zip([column[0] for column in con.description or []], row, strict=True))
    edition = str(found["edition"])
    known = {field.name for field in fields(recipes.CollectionSpec)}
    spec = recipes.CollectionSpec(**{key: value for key, value in found.items() if key in known})
    if edition in recipes.names():  # what a recipe knows beyond the table, such as the form of document ids
        spec = next((each for each in recipes.load(edition).collections if each.collection == collection), spec)
    return edition, spec


def all_in_database(db: Path, patience: Patience = USUAL) -> dict[str, tuple[str, CollectionSpec]]:
    """All loaded collections by name, each as `in_database` gives it."""
    return {name: in_database(db, name, patience) for name in names(db, patience)}


def names(db: Path, patience: Patience = USUAL) -> list[str]:
    """All loaded collections by name."""
    with closing(database.open_readonly(db, patience=patience)) as con:
        return [row[0] for row in con.execute("select collection from main.collections order by all").fetchall()]


def variants(con: duckdb.DuckDBPyConnection, collection: str, *, official: bool = True) -> list[str]:
    """The sets of labels of a collection, loaded or named by scores, with or without the official one."""
    query = "select variant from labels.known_variants where collection = $1 and ($2 or not is_official) order by all"
    return [row[0] for row in con.execute(sql_text.fill_values(query, [collection, official])).fetchall()]


def awaits_labels(db: Path, edition: str, spec: CollectionSpec, patience: Patience = USUAL) -> bool:
    """Return True if a loaded collection, of no recipe of dltrack's, has none of its official labels yet."""
    from dltrack_db.base import recipes

    if edition in recipes.names():
        return False
    query = "select count(*) from main.qrels where collection = $1 and variant = $2"
    with closing(database.open_readonly(db, patience=patience)) as con:
        row = con.execute(sql_text.fill_values(query, [spec.collection, spec.qrels_variant])).fetchone()
    return row == (0,)


def check_texts(con: duckdb.DuckDBPyConnection, collection: str, corpus: str) -> None:
    """Make sure that texts can become those of a collection: it has none that are loaded, or an official corpus."""
    from dltrack_db.base import recipes

    query = sql_text.written_out(
        resources.script("store/collections/other_texts"),
        {"collection": collection, "corpus": corpus, "official_corpora": list(recipes.corpus_names())},
    )
    if others := con.execute(query).fetchall():
        raise UsageError(f"the texts of {collection} are {others[0][0]}; leave out --collection, or load those")


def set_texts(db: Path, collection: str, corpus: str) -> None:
    """Make loaded texts those of a collection; nothing is changed where they are."""
    from dltrack_db.store import stores

    if in_database(db, collection)[1].corpus == corpus:
        return
    command = shlex.join(["ingest", "corpus", corpus, "-c", collection])
    with closing(database.connect()) as con, stores.at(db).change(con, command=command):
        check_texts(con, collection, corpus)
        sql_text.set_variables(con, collection=collection, corpus=corpus)
        con.execute(resources.script("store/collections/set_texts"))


def unknown(con: duckdb.DuckDBPyConnection, db: Path | str, name: str, runs: Sequence[str] = ()) -> str:
    """Message for an unknown collection or edition: the loaded ones, and those that may be meant.

    Where `runs` could stand in its place, those that may be meant too.
    """
    from dltrack_db.base import recipes

    loaded = [row[0] for row in con.execute("select collection from main.collections order by all").fetchall()]
    message = f"{db} holds no '{name}'; it holds {', '.join(loaded) or 'nothing yet'}"
    if (edition := recipes.find_edition(name)) and name not in loaded:
        whose = "" if name == edition else f", a collection of {edition}"
        return f"{db} holds no '{name}'{whose}; load it with: dltrack ingest {edition}"
    return message + did_you_mean(name, [*loaded, *runs])
