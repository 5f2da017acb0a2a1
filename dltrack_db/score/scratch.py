"""Scratch databases: databases in memory that contain only the objects for scoring the requested measures.

The tables, macros and views are defined in `schema/` and `sql/`; only the named objects and their dependencies are
created. Creating macros takes DuckDB as long as scoring. Therefore the objects that all scoring needs are built once,
cached as a file, and copied from the cache; a second file contains all measures.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

import duckdb

from dltrack_db import __version__, sqlfiles
from dltrack_db.base import config, engine, resources, sql_text
from dltrack_db.base.sql_text import run_script as run_script
from dltrack_db.score import catalogue
from dltrack_db.sqlfiles import places
from dltrack_db.store import connection, database_cache

SCORING = (
    *catalogue.NEEDED, "metrics.known_tie_rule", "metrics.answers", "metrics.exclusions", "main.rankings",
    "metrics.place", "metrics.is_ahead", "metrics.judged_orders", "metrics.run_scores", "metrics.stand_in_scores",
    "main.subtopic_qrels", "labels.level", "labels.samples", "metrics.orders_nothing", "metrics.directions",
    "metrics.reading_depth", "judging.unjudged_shares", "systems.excluded_items", "validity.selection_bias",
)  # fmt: skip
"""Objects that all scoring needs; macros of measures are expanded into one statement (`sqlfiles/linking.py`)."""

TEXTS = {
    "systems.complete_corpora": "corpus varchar",
    "systems.corpus_ids": "corpus varchar, doc_id varchar, stem varchar, key bigint",
}
"""Tables, with their columns, for the document ids of a loaded corpus; they replace the views of the same names."""


def connect(objects: Iterable[str], *, is_small: bool = False) -> duckdb.DuckDBPyConnection:
    """Return an in-memory DuckDB with the named objects (e.g. 'metrics.precision') and their dependencies.

    If `is_small`, it uses one thread until `expect` is called with files that are not small.
    """
    con = connection.connect(threads=1 if is_small else None)
    names = list(objects)
    if names:
        if not _copy_kept(con, "scoring", names):
            _copy_kept(con, "measures")
        build(con, names)
    return con


_idle: list[tuple[int, duckdb.DuckDBPyConnection]] = []
"""Unused connections, each with its process: a forked process must not use connections of its parent."""


def borrow(objects: Iterable[str]) -> duckdb.DuckDBPyConnection:
    """Return a connection with the named objects: the one that `give_back` kept, or a new one.

    All callers must name the same objects. Reuse saves time: creating and closing a database takes as long as scoring a
    small run.
    """
    while _idle:
        process, con = _idle.pop()
        if process == os.getpid():
            return con
    return connect(objects, is_small=True)


def give_back(con: duckdb.DuckDBPyConnection) -> None:
    """Keep a connection from `borrow`, with empty tables, for the next call of `borrow`; only one is kept."""
    if _idle:
        con.close()
    else:
        _idle.append((os.getpid(), con))


def expect(con: duckdb.DuckDBPyConnection, paths: Iterable[Path]) -> None:
    """Let the connection use all threads if these files are not small."""
    if sum(path.stat().st_size for path in paths) > connection.SMALL:
        connection.use_all_threads(con)


def build(con: duckdb.DuckDBPyConnection, objects: Iterable[str], there: Collection[str] | None = None) -> None:
    """Create the named objects and their dependencies, in dependency order, without comments.

    `there` names existing objects, whose dependencies exist, too; by default the objects copied from the cache.
    """
    schemas = {"main"}
    for name, statement in sqlfiles.required_objects(objects, _cached_objects(con) if there is None else there):
        schema = name.split(".")[0]
        if schema not in schemas:
            con.execute(f"create schema if not exists {schema}")
            schemas.add(schema)
        con.execute(statement)


def build_over(con: duckdb.DuckDBPyConnection, objects: Iterable[str], tables: Mapping[str, str]) -> None:
    """Do the same as `build`, with empty tables in place of some views; `tables` has their columns by name."""
    existing_objects = _cached_objects(con)
    for table, columns in tables.items():
        con.execute(f"create schema if not exists {table.split('.')[0]}")
        con.execute(f"create table {table} ({columns})")
    build(con, objects, {*existing_objects, *tables})


def _copy_kept(con: duckdb.DuckDBPyConnection, kind: str, wanted: Collection[str] = ()) -> bool:
    """Copy the cached objects of a kind, 'scoring' or 'measures'; return whether this succeeded.

    It fails if no cache can be written, or if one of the `wanted` measures is not cached; then `build` must create the
    objects.
    """
    mark = ""

    def place() -> Path:
        nonlocal mark
        mark = "\n".join([__version__, duckdb.__version__, str(resources.SQL), sqlfiles.file_state(), *SCORING])
        return config.cache_folder() / kind / f"{zlib.crc32(mark.encode()):08x}.duckdb"

    try:
        path = database_cache.keep(place, lambda new: _make(new, kind, mark))
        con.execute(f"attach {sql_text.literal(path.absolute())} as kept (type duckdb, read_only)")
    except (OSError, duckdb.Error):
        return False
    try:
        ((kept_mark, objects),) = con.execute(
            "select mark, (select list(object) from kept.scratch.held) from kept.scratch.mark"
        ).fetchall()
        if kept_mark != mark or any(name.startswith("metrics.") and name not in objects for name in wanted):
            return False
        con.execute("copy from database kept to memory")
    finally:
        con.execute("detach kept")
    return True


def _make(path: Path, kind: str, mark: str) -> None:
    con = engine.connect(path)
    try:
        files = sqlfiles.object_files(resources.SQL, "metrics")
        objects = [sqlfiles.load_object(file, places.find_root(file, resources.SQL)) for file in files]
        names = [*SCORING, *(one.full_name for one in objects if kind == "measures" or one.kind == "macro")]
        build(con, names, ())
        con.execute("create schema scratch")
        con.execute(f"create table scratch.mark as select {sql_text.literal(mark)} as mark")
        object_names = [name for name, _ in sqlfiles.required_objects(names)]
        con.execute(f"create table scratch.held as select unnest({sql_text.literal(object_names)}) as object")
    finally:
        con.close()


def _cached_objects(con: duckdb.DuckDBPyConnection) -> set[str]:
    """Return the objects that a connection copied from the cache."""
    try:
        return {name for (name,) in con.execute("select object from scratch.held").fetchall()}
    except duckdb.CatalogException:
        return set()
