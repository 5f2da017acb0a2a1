"""Look-up of collections in a database."""

from __future__ import annotations

import gzip
import re
import shlex
import zlib
from collections.abc import Iterable, Sequence
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
    """Return the loaded collection with this name or alias, or the only collection of the edition with this name.

    If an edition has several collections, these filters choose one; a filter that excludes all of them is ignored:

    - `runs`: the document ids in these run files have the form of the collection's ids;
    - `labels`: the collection has this label set, or, for "", any unofficial label set;
    - `is_ranked`: the collection has runs, or scores of submitted runs.
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
        raise UsageError(f"'{name}' is an edition with several collections: {', '.join(found)}; choose one")
    return found[0]


def heading(con: duckdb.DuckDBPyConnection, collection: str) -> str:
    """Return the title of a loaded collection followed by its name; only the name if it has no title."""
    query = "select title from main.collections where collection = $1"
    titles = [title for (title,) in con.execute(sql_text.fill_values(query, [collection])).fetchall() if title]
    return f"{titles[0]} ({collection})" if titles else collection


def collection_of_run(db: Path, run_id: str, patience: Patience = USUAL) -> str:
    """Return the only collection that contains this run; raise UsageError if no collection or several contain it."""
    with closing(database.open_readonly(db, patience=patience)) as con:
        owners = _query(con, "of_run", run_id)
    if len(owners) > 1:
        raise UsageError(
            f"several collections have a run '{run_id}' ({', '.join(owners)}); choose one with --collection"
        )
    if not owners:
        raise UsageError(f"no run '{run_id}' is loaded; load it first with: dltrack ingest runs FILE -c COLLECTION")
    return owners[0]


def is_held(con: duckdb.DuckDBPyConnection, name: str) -> bool:
    """Return True if a collection with this name, edition or alias is loaded."""
    return bool(_query_names(con, name))


def find_collections(con: duckdb.DuckDBPyConnection, name: str, db: Path | str) -> list[str]:
    """Return the loaded collections that a name refers to: one by name or alias, or all collections of an edition."""
    found = _query_names(con, name)
    if not found:
        raise UsageError(unknown(con, db, name))
    return [name] if name in found else found


def _query_names(con: duckdb.DuckDBPyConnection, name: str) -> list[str]:
    found = _query(con, "meant", name)
    try:
        aliased = [] if found else _query(con, "aliased", name)
    except duckdb.CatalogException:  # a database of an earlier release has no aliases
        return found
    if len(aliased) > 1:
        raise UsageError(f"'{name}' may mean {' or '.join(aliased)}; choose one")
    return found or aliased


def _query(con: duckdb.DuckDBPyConnection, script: str, name: str) -> list[str]:
    text = resources.script(f"store/collections/{script}")
    return [str(row[0]) for row in con.execute(sql_text.written_out(text, {"name": name})).fetchall()]


def _first_id(run: Path) -> str:
    try:
        with run.open("rb") as file:
            is_packed = file.read(2) == b"\x1f\x8b"
        with gzip.open(run, "rb") if is_packed else run.open("rb") as text:
            lines = (text.readline(4096).decode(errors="replace").split() for _ in range(100))
            return next((line[2] for line in lines if len(line) > 3 and not line[0].startswith("#")), "")
    except (OSError, EOFError, zlib.error):  # the code that reads the run reports the error
        return ""


def in_database(
    db: Path, collection: str, patience: Patience = USUAL, *, runs: Sequence[Path] = (), is_ranked: bool = False
) -> tuple[str, CollectionSpec]:
    """Return the edition and the conventions of a loaded collection; the arguments are those of `find_collection`."""

    def ask() -> tuple[str, CollectionSpec]:
        with session.reading(), closing(database.open_readonly(db, patience=patience)) as con:
            return loaded_collection(con, find_collection(con, collection, db, runs, is_ranked=is_ranked))

    return patience.until_reached(ask)


def loaded_collection(con: duckdb.DuckDBPyConnection, collection: str) -> tuple[str, CollectionSpec]:
    """Return the edition and the conventions of a loaded collection."""
    from dltrack_db.base import recipes

    query = sql_text.fill_values("select * from main.collections where collection = $1", [collection])
    row = con.execute(query).fetchone() or ()
    found = dict(zip([column[0] for column in con.description or []], row, strict=True))
    edition = str(found["edition"])
    known = {field.name for field in fields(recipes.CollectionSpec)}
    spec = recipes.CollectionSpec(**{key: value for key, value in found.items() if key in known})
    if edition in recipes.names():  # a recipe has fields that the table does not have
        spec = next((each for each in recipes.load(edition).collections if each.collection == collection), spec)
    return edition, spec


def all_in_database(db: Path, patience: Patience = USUAL) -> dict[str, tuple[str, CollectionSpec]]:
    """Return all loaded collections by name, each with its edition and conventions."""
    return {name: in_database(db, name, patience) for name in names(db, patience)}


def names(db: Path, patience: Patience = USUAL) -> list[str]:
    """Return the names of all loaded collections."""
    with closing(database.open_readonly(db, patience=patience)) as con:
        return [row[0] for row in con.execute("select collection from main.collections order by all").fetchall()]


def variants(con: duckdb.DuckDBPyConnection, collection: str, *, official: bool = True) -> list[str]:
    """Return the label sets that are loaded or used by loaded scores, without the official set unless `official`."""
    query = "select variant from labels.known_variants where collection = $1 and ($2 or not is_official) order by all"
    return [row[0] for row in con.execute(sql_text.fill_values(query, [collection, official])).fetchall()]


def check_labels(collection: str, labels: Iterable[str], variants: Sequence[str]) -> None:
    """Raise UsageError if one of `labels` is not among `variants`, the label sets of the collection."""
    for name in labels:
        if name not in variants:
            suggestion = did_you_mean(name, variants) or f"; valid names: {', '.join(variants)}"
            raise UsageError(f"{collection} has no labels '{name}'{suggestion}")


def awaits_labels(db: Path, edition: str, spec: CollectionSpec, patience: Patience = USUAL) -> bool:
    """Return True if the official labels are not loaded and dltrack has no recipe for the edition."""
    from dltrack_db.base import recipes

    if edition in recipes.names():
        return False
    query = "select count(*) from main.qrels where collection = $1 and variant = $2"
    with closing(database.open_readonly(db, patience=patience)) as con:
        row = con.execute(sql_text.fill_values(query, [spec.collection, spec.qrels_variant])).fetchone()
    return row == (0,)


def check_texts(con: duckdb.DuckDBPyConnection, collection: str, corpus: str) -> None:
    """Raise UsageError if a collection already has another corpus that is loaded or official."""
    from dltrack_db.base import recipes

    query = sql_text.written_out(
        resources.script("store/collections/other_texts"),
        {"collection": collection, "corpus": corpus, "official_corpora": list(recipes.corpus_names())},
    )
    if others := con.execute(query).fetchall():
        raise UsageError(
            f"the corpus of {collection} is {others[0][0]}, not {corpus}; leave out --collection or load "
            f"{others[0][0]} instead"
        )


def set_texts(db: Path, collection: str, corpus: str) -> None:
    """Set the corpus of a collection to a loaded corpus, unless it is set already."""
    from dltrack_db.store import stores

    if in_database(db, collection)[1].corpus == corpus:
        return
    command = shlex.join(["ingest", "corpus", corpus, "-c", collection])
    with closing(database.connect()) as con, stores.at(db).change(con, command=command):
        check_texts(con, collection, corpus)
        sql_text.set_variables(con, collection=collection, corpus=corpus)
        con.execute(resources.script("store/collections/set_texts"))


def unknown(con: duckdb.DuckDBPyConnection, db: Path | str, name: str, runs: Sequence[str] = ()) -> str:
    """Return the message for an unknown name, with the loaded collections and similar names, including `runs`."""
    from dltrack_db.base import recipes

    loaded = [row[0] for row in con.execute("select collection from main.collections order by all").fetchall()]
    message = f"{db} does not contain '{name}'; loaded collections: {', '.join(loaded) or 'none'}"
    if (edition := recipes.find_edition(name)) and name not in loaded:
        owner = "" if name == edition else f", a collection of {edition}"
        return f"{db} does not contain '{name}'{owner}; load it with: dltrack ingest {edition}"
    return message + did_you_mean(name, [*loaded, *runs])
