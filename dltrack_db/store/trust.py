"""Databases that somebody else made: what in them could pass for dltrack's own, and a connection it cannot get out of.

A database carries its views and macros, and DuckDB takes a macro in it before a
function of its own: `main.sum`, even `main."+"`. So before a file is read its
objects are held against those of the package. The queries here call
`system.main` by name and use no operator, for the same reason.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import duckdb

from dltrack_db import __version__, config, resources
from dltrack_db.errors import SourceError, UntrustedError
from dltrack_db.files import tempfolder
from dltrack_db.store import sqltext
from dltrack_db.store.lake import address as addresses

SHOWN = 5
"""Names in a message."""
_CATALOGUES = frozenset(
    ["memory", "temp", "system", "dltrack", "lake", "loaded", "known", "checked", "unfinished", "information_schema"]
)
"""What dltrack and DuckDB attach; a schema of such a name would make `temp.x` mean something else."""
_UNQUALIFIED = ("main", "pg_catalog")
_BUCKETS = 256
"""So many notes of checked files are kept at most."""
_DEFINED = re.compile(r'CREATE (?P<kind>TABLE|VIEW|MACRO) (?P<name>(?:"[^"]*"|[\w.])+)')


@dataclass(frozen=True)
class Problem:
    """An object that changes what dltrack or its user reads."""

    kind: str
    name: str
    why: str
    can_be_built: bool = False
    """whether `dltrack build` mends it"""

    def __str__(self) -> str:
        return f"{self.kind} {self.name} ({self.why})"


def seal(con: duckdb.DuckDBPyConnection, folder: Path | None = None, shared: str | None = None) -> None:
    """Take files and network from a connection, for good; it may write into one folder, if given.

    What is left of them is `shared`, the place of the data of the lake that the database leads to, if it does.
    """
    allowed = ([str(folder.resolve())] if folder is not None else []) + ([shared] if shared else [])
    if allowed:
        con.execute(f"set allowed_directories = {sqltext.literal(allowed)}")
    con.execute("set enable_external_access = false")


def check(con: duckdb.DuckDBPyConnection, path: Path, alias: str = "dltrack", *, to_build: bool = False) -> None:
    """Refuse an attached database whose objects change what is read; a file that was checked before is not again.

    `to_build` lets pass what building the views anew mends.

    Raises:
        UntrustedError: there are such objects; the message names them.
    """
    if is_checked(path):
        return
    stamp = _stamp(path)
    found = shadows(con, alias)
    if not found and not to_build:
        found = altered(con, alias)
    if found:
        raise UntrustedError(_refusal(path, found), found)
    if stamp and not to_build and stamp == _stamp(path):
        _note(path, stamp, write=True)


def is_checked(path: Path) -> bool:
    """Whether this very file was found to be dltrack's, and nobody has written to it since."""
    stamp = _stamp(path)
    return bool(stamp) and _note(path, stamp) == stamp


def vouch_for_new(path: Path, written: os.stat_result) -> None:
    """Note that a file that just got its name holds only what dltrack put into it; `written` is its state before.

    Where another file has the name, or somebody has written to it, nothing is noted.
    """
    with suppress(OSError):
        if _content_state(path.stat()) == _content_state(written) and (stamp := _stamp(path)):
            _note(path, stamp, write=True)


def _content_state(state: os.stat_result) -> tuple[int, int, int, int]:
    """What a change of name leaves as it is."""
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


def vouch(con: duckdb.DuckDBPyConnection, path: Path, alias: str = "dltrack") -> None:
    """Note that a file that was checked, and is attached for writing since, holds only what dltrack put into it.

    Nobody else can write as long as it is attached. What closing it would still write is written first; if
    anything is after all, the note does not fit the file, and it is checked again.
    """
    with suppress(duckdb.Error):
        con.execute(f"checkpoint {alias}")
        if stamp := _stamp(path):
            _note(path, stamp, write=True)


def shadows(con: duckdb.DuckDBPyConnection, alias: str = "dltrack") -> list[Problem]:
    """Objects in the place of others: macros named like DuckDB's own functions, views where a table must be."""
    functions = con.execute(
        "select database_name, schema_name, function_name, internal from system.main.duckdb_functions()"
    ).fetchall()
    views = con.execute(
        "select database_name, schema_name, view_name, internal from system.main.duckdb_views()"
    ).fetchall()
    tables = con.execute("select database_name, schema_name, table_name from system.main.duckdb_tables()").fetchall()
    schemas = con.execute("select database_name, schema_name, internal from system.main.duckdb_schemas()").fetchall()
    own = {name.lower() for _, _, name, is_internal in functions if is_internal}
    own_views = {name.lower() for _, schema, name, is_internal in views if is_internal and schema in _UNQUALIFIED}
    must_be_table, must_be_view = _places(is_shared=addresses.of(con, alias) is not None)
    found = [
        Problem("schema", schema, "has the name of a catalogue")
        for place, schema, is_internal in schemas
        if place == alias and not is_internal and schema.lower() in _CATALOGUES
    ]
    found += [
        Problem("macro", f"{schema}.{name}", "has the name of a function of DuckDB")
        for place, schema, name, is_internal in functions
        if place == alias and not is_internal and name.lower() in own
    ]
    for kind, rows in (("view", [row[:3] for row in views if not row[3]]), ("table", tables)):
        for place, schema, name in rows:
            full = f"{schema}.{name}".lower()
            if place != alias:
                continue
            if name.lower() in own_views:
                found.append(Problem(kind, f"{schema}.{name}", "has the name of a view of DuckDB"))
            elif full in (must_be_table if kind == "view" else must_be_view):
                found.append(Problem(kind, f"{schema}.{name}", f"must be a {'table' if kind == 'view' else 'view'}"))
    return sorted(set(found), key=str)


def altered(con: duckdb.DuckDBPyConnection, alias: str = "dltrack") -> list[Problem]:
    """Objects of dltrack that are not as this dltrack defines them, in a database that says it has today's.

    Told from the statements by which DuckDB would make them again, the only
    place where the defaults of a macro's parameters show. Another release of
    DuckDB may write them otherwise: then, and without a cache for the template,
    nothing is compared here, and `dltrack verify` tells.
    """
    try:
        facts = dict(con.execute(f"select key, value from {alias}.main.database_info").fetchall())
    except duckdb.Error:  # no database of dltrack, which others say better
        return []
    wanted = _todays(addresses.CATALOGUE in facts) if facts.get("views_hash") == _todays_hash() else None
    if wanted is None or facts.get("duckdb_version") != duckdb.__version__:
        return []
    text = _statements(con, alias)
    if text is None or text == wanted:
        return []
    try:
        live, ours = ([one.query.strip("; \n") for one in con.extract_statements(each)] for each in (text, wanted))
    except duckdb.Error as error:
        return [Problem("catalogue", alias, f"cannot be read: {str(error).splitlines()[0]}")]
    held = set(live)
    missing = [match for one in ours if one not in held and (match := _DEFINED.match(one))]
    return [
        Problem(
            match["kind"].lower(), _full(match["name"]), "is not as this dltrack defines it", match["kind"] != "TABLE"
        )
        for match in missing
    ]


def _full(name: str) -> str:
    plain = name.replace('"', "")
    return plain if "." in plain else f"main.{plain}"


def _statements(con: duckdb.DuckDBPyConnection, alias: str) -> str | None:
    """The statements that would make all objects of a database again; None where there is no room to write them.

    Leaves the connection with names resolved in its memory.
    """
    try:
        with tempfolder.folder() as folder:  # which the next command removes, when this one is killed
            con.execute("attach ':memory:' as checked")
            try:
                con.execute(f"copy from database {alias} to checked (schema)")
                con.execute("use checked")
                con.execute(f"export database {sqltext.literal(f'{folder}/out')}")
            finally:
                con.execute("use memory")
                con.execute("detach checked")
            return (folder / "out" / "schema.sql").read_text(encoding="utf-8")
    except (OSError, SourceError):
        return None


@cache
def _todays_hash() -> str:
    from dltrack_db.store import reference, sqlfiles

    return sqlfiles.content_hash([*reference.files()])


@cache
def _todays(is_shared: bool) -> str | None:
    """The statements of an empty database of this dltrack, or of an overlay; None where it cannot be kept."""
    from dltrack_db.store import template
    from dltrack_db.store.lake import overlay

    path = overlay.kept() if is_shared else template.kept()
    if path is None:
        return None
    con = duckdb.connect()
    try:
        quoted = str(path.absolute()).replace("'", "''")
        con.execute(f"attach '{quoted}' as template (type duckdb, read_only)")
        return _statements(con, "template")
    except duckdb.Error:
        return None
    finally:
        con.close()


@cache
def _places(is_shared: bool) -> tuple[frozenset[str], frozenset[str]]:
    """The names of tables, and those of views and macros, as the files of the package say; those of an overlay."""

    from dltrack_db.store import sqlfiles

    def names(root: Path) -> Iterator[str]:
        for path in sqlfiles.object_files(root):
            yield ".".join(("main", *path.relative_to(root).with_suffix("").parts)[-2:])

    tables, views = frozenset(names(resources.SCHEMA)), frozenset(names(resources.SQL))
    if is_shared:
        from dltrack_db.store.lake import overlay

        own = overlay.OWN & tables
        return own, views | tables - own
    return tables, views


def _refusal(path: Path, found: list[Problem]) -> str:
    named = ", ".join(map(str, found[:SHOWN])) + (f" and {len(found) - SHOWN} more" if len(found) > SHOWN else "")
    cure = (
        f"make them anew with: dltrack build --db {path}"
        if all(one.can_be_built for one in found)
        else "drop or rename them in the DuckDB shell"
    )
    return (
        f"{path} holds objects that change what is read: {named}; {cure}, or, if you made them yourself, "
        "read the file in Python with dl.open(path, trusted=True)"
    )


def _stamp(path: Path) -> str:
    """What changes whenever the file, or the log beside it, is written or replaced; empty when it cannot be told."""
    try:
        state = [__version__, duckdb.__version__, ascii(str(path.resolve()))]
        for each in (path, path.with_name(path.name + ".wal")):
            if each.exists():
                now = each.stat()
                state.append(f"{now.st_dev} {now.st_ino} {now.st_size} {now.st_mtime_ns} {now.st_ctime_ns}")
    except OSError:
        return ""
    return "\n".join(state)


def _note(path: Path, stamp: str, *, write: bool = False) -> str | None:
    """The note in the user's cache on the last checked file of this bucket of names."""
    bucket = zlib.crc32(str(path.absolute()).encode(errors="surrogateescape")) % _BUCKETS
    place = config.cache_folder() / "checked" / f"{bucket:02x}"
    with suppress(OSError):
        if write:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(stamp, encoding="utf-8")
        return place.read_text(encoding="utf-8")
    return None
