"""Writing of a frozen lake: collections as Parquet files with a catalogue, which any web server can serve.

The lake contains the tables, without corpora, and the views that read only these tables and each other. All other views
and macros are in a script next to the lake, for the DuckDB shell, because macros in a lake would depend on the name
under which it is attached. The ledger contains only the sources of the rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import duckdb

from dltrack_db import __version__, sqlfiles
from dltrack_db.base import names, resources, sql_text
from dltrack_db.base.files import tempfolder
from dltrack_db.errors import UsageError
from dltrack_db.export import subset
from dltrack_db.sqlfiles import SqlObject
from dltrack_db.store import collections as held
from dltrack_db.store import database, plugin_notes, trust
from dltrack_db.store.connection import without_optimizers
from dltrack_db.store.lake import extensions
from dltrack_db.store.lake.session import NAME as LAKE
from dltrack_db.store.versions import SCHEMA_VERSION

CATALOGUE, DATA, OVERLAY = "catalog.ducklake", "data/", "overlay.sql"
"""Names of the catalogue, the data folder and the overlay script in the folder of a frozen lake."""
_SOURCE = "loaded"
_LEDGER = "main.loads"
_LEFT_OUT = {"main.database_info", *subset.CORPORA, *subset.PRIVATE} - {_LEDGER}
_HEAD = """\
-- The views and macros of dltrack {version} over a frozen lake of {name}, for the plain DuckDB shell:
--     attach 'ducklake:{place}{catalogue}' as {lake} (read_only{data});  -- DuckDB 1.5 and later
--     .read {overlay}
--     from systems.leaderboard;
"""


def freeze(path: Path, name: str, folder: Path, *, url: str | None = None) -> int:
    """Write an edition or a collection into a new folder as a frozen lake; return the number of runs with rankings.

    If `url`, the future address of the folder, is given, users can attach the lake by its catalogue's address alone.
    Otherwise the folder can be moved anywhere, and users must also name the data path.
    """
    place = f"{url.rstrip('/')}/" if url else ""
    if "'" in place or any(not char.isprintable() or char.isspace() for char in place):
        raise UsageError(f"{names.displayed_name(place)} is not a valid URL; write it like https://example.org/{name}/")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        if folder.exists() and any(folder.iterdir()):
            raise UsageError(f"{folder} is not empty; name a new or an empty folder")
        with tempfolder.folder_in(folder.absolute().parent, f".{folder.name}.unfinished-") as unfinished:
            new = unfinished / "lake"
            new.mkdir()
            num_runs = _write(path, name, new, place)
            with suppress(FileNotFoundError):
                folder.rmdir()
            new.replace(folder)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written ({error.strerror}); name another folder") from error
    return num_runs


def _write(path: Path, name: str, folder: Path, place: str) -> int:
    objects = sqlfiles.all_objects()
    catalogue, data = folder / CATALOGUE, folder / DATA
    with closing(database.connect()) as con:
        extensions.load(con, extensions.LAKE)
        database.attach(con, path, read_only=True, alias=_SOURCE, is_current=False)
        con.execute(f"use {_SOURCE}")
        plugin_notes.check_all_here(database.check_version(con, path, alias=_SOURCE), path)
        collections = held.find_collections(con, name, str(path))
        con.execute(
            f"attach {sql_text.literal(f'ducklake:{catalogue}')} as {LAKE} (data_path {sql_text.literal(f'{data}/')})"
        )
        trust.seal(con, [folder])
        sql_text.set_variables(con, collections=collections)
        with database.transaction(con):
            tables = [obj for obj in objects if obj.kind == "table"]
            con.execute(f"use {LAKE}")
            for schema in sorted({obj.schema for obj in objects} - {"main"}):
                con.execute(f"create schema {schema}")
            for obj in tables:
                _copy(con, obj)
            _describe(con)
            _hold_views(con, objects)
        _compute(con, objects)
        num_runs = _number(con, f"select count(distinct (collection, run_id)) from {LAKE}.main.run_topics")
        con.execute("use memory")
        con.execute(f"detach {LAKE}")
    _lead(catalogue, place)
    where = "" if place else f", data_path '{DATA}', override_data_path true"
    head = _HEAD.format(
        version=__version__, name=name, place=place, catalogue=CATALOGUE, lake=LAKE, data=where, overlay=OVERLAY
    )
    (folder / OVERLAY).write_text(head + _overlay(objects), encoding="utf-8")
    return num_runs


def _copy(con: duckdb.DuckDBPyConnection, obj: SqlObject) -> None:
    """Create a table in the lake with the rows of the exported collections, but without keys and checks."""
    table = obj.full_name
    described = con.execute(f"describe {_SOURCE}.{table}").fetchall()
    columns = ", ".join(
        f"{column} {kind}{'' if null == 'YES' else ' not null'}" for column, kind, null, *_ in described
    )
    con.execute(f"create table {LAKE}.{table} ({columns})")
    con.execute(";\n".join(sqlfiles.comments(obj)))
    if table not in _LEFT_OUT:
        con.execute(f"insert into {LAKE}.{table} by name {_rows(con, obj)}")


def _describe(con: duckdb.DuckDBPyConnection) -> None:
    texts = {"schema_version": SCHEMA_VERSION, "dltrack_version": __version__, "duckdb_version": duckdb.__version__}
    for key, value in texts.items():
        con.execute(
            f"insert into {LAKE}.main.database_info (key, value) "
            f"values ({sql_text.literal(key)}, {sql_text.literal(value)})"
        )


def _hold_views(con: duckdb.DuckDBPyConnection, objects: list[SqlObject]) -> None:
    """Create the views that read only the lake's tables and each other; they work whatever name the lake gets."""
    names = {obj.full_name for obj in objects}
    there = {obj.full_name for obj in objects if obj.kind == "table"}
    for obj in objects:  # in build order
        is_whole = obj.references & names <= there and "duckdb_" not in obj.statement
        if obj.kind == "view" and is_whole and obj.header.page != "slow":
            con.execute(obj.statement)
            con.execute(";\n".join(text for text in sqlfiles.comments(obj) if text.startswith("comment on view")))
            there.add(obj.full_name)


def _overlay(objects: Sequence[SqlObject]) -> str:
    """Return the statements of the overlay script: all views and macros, and a view on each table of the lake."""
    parts = [f"create schema if not exists {schema}" for schema in sorted({obj.schema for obj in objects} - {"main"})]
    for number, obj in enumerate(objects):
        commented = obj
        if obj.kind == "table" or obj.header.page == "slow":
            commented = replace(obj, kind="view")
            parts.append(f"create or replace view {obj.full_name} as from {LAKE}.{obj.full_name}")
        else:
            parts.append(_number_windows(obj.statement, number).strip().rstrip(";"))
        parts += sqlfiles.comments(commented)
    return ";\n".join(parts) + ";\n"


def _compute(con: duckdb.DuckDBPyConnection, objects: Sequence[SqlObject]) -> None:
    """Write the rows of slow views into tables of the lake.

    The rows are computed from the loaded database: DuckDB plans queries on it four times as fast as queries on a lake.
    """
    con.execute("use memory")
    slow_views = {obj.full_name for obj in objects if obj.header.page == "slow"}
    needed = {name for name, _ in sqlfiles.required_objects(slow_views)}
    for schema in sorted({name.partition(".")[0] for name in needed} - {"main"}):
        con.execute(f"create schema {schema}")
    # DuckDB spends most of the time on planning
    with without_optimizers(con, "compressed_materialization", "statistics_propagation"):
        for obj in objects:  # in build order, so that slow views read the computed rows of earlier slow views
            name = obj.full_name
            if name in needed:
                con.execute(f"create view {name} as {_rows(con, obj)}" if obj.kind == "table" else obj.statement)
            if name in slow_views:
                con.execute(f"create table {LAKE}.{name} as from {name}")
                con.execute(f"create or replace view {name} as from {LAKE}.{name}")


def _rows(con: duckdb.DuckDBPyConnection, obj: SqlObject) -> str:
    """Return the query for the rows that the lake's copy of a table contains."""
    table = obj.full_name
    if table == _LEDGER:
        collections = con.execute("select getvariable('collections')").fetchone()
        return sql_text.written_out(
            resources.script("export/prepare/ledger"), {"collections": (collections or ([],))[0]}
        )
    columns = frozenset(row[0] for row in con.execute(f"describe {_SOURCE}.{table}").fetchall())
    return (
        f"from {_SOURCE}.{table}{' where false' if table in _LEFT_OUT else subset.condition(table, columns, _SOURCE)}"
    )


def _number_windows(statement: str, number: int) -> str:
    """Make the window names in a statement unique, because they may occur only once in a DuckDB script."""
    for name in sorted(set(re.findall(r"\b(\w+) as \(\s*(?:partition|order) by", statement))):
        used, defined = rf"\bover (\(?\s*){name}\b", rf"\b{name}(?= as \(\s*(partition|order) by)"
        statement = re.sub(used, rf"over \1{name}_{number}", statement)
        statement = re.sub(defined, f"{name}_{number}", statement)
    return statement


def _lead(catalogue: Path, place: str) -> None:
    """Set the data path in the catalogue, to the folder's URL or to a relative path, and shrink the catalogue.

    Most of the catalogue's tables have few rows. With DuckDB's smallest blocks, and an old storage format with short
    statistics, the file has a tenth of its size.
    """
    new = catalogue.with_suffix(".new")
    with closing(database.connect()) as con:
        con.execute(f"attach {sql_text.literal(str(catalogue))} as catalogue (type duckdb, read_only)")
        con.execute(
            f"attach {sql_text.literal(str(new))} as new (type duckdb, block_size 16384, storage_version 'v1.2.0')"
        )
        con.execute("copy from database catalogue to new")
        where = sql_text.literal(place + DATA)
        con.execute(f"update new.main.ducklake_metadata set value = {where} where key = 'data_path'")
    new.replace(catalogue)


def _number(con: duckdb.DuckDBPyConnection, query: str) -> int:
    row = con.execute(query).fetchone()
    return int(row[0]) if row else 0
