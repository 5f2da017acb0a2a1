"""The facts that a database states about itself, which dltrack reads before anything else in the file.

The facts are the rows of `main.database_info`: versions of dltrack and of the table schema, views, plug-ins, and the
lake of an overlay. Before they are read, the table must have exactly the definition in `schema/database_info.sql`,
because a generated column, a view or a check would run SQL of the file. Unreadable or unexpected facts are an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import duckdb

from dltrack_db import __version__
from dltrack_db.base import engine, resources
from dltrack_db.errors import DatabaseDamagedError, DatabaseError, UntrustedError
from dltrack_db.store import duckdb_errors
from dltrack_db.store.file_objects import RELOAD, Problem
from dltrack_db.store.versions import OLDEST_SCHEMA, SCHEMA_VERSION

TABLE = "main.database_info"
PLUGINS = "plugins"
"""Key of the note on plug-ins."""
CATALOGUE, DATA = "lake_catalogue", "lake_data"
"""Keys of the address of the lake that an overlay points to."""
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
"""Format of a table schema version: decimal digits without a sign, blank or leading zero."""
_PLUGIN = re.compile(r"(?P<name>\S+) (?P<version>\S+) (?P<checksum>\S+) (?P<tables>\S*)(?: (?P<kinds>\S*))?")
_SHOWN = 60
"""Maximum characters of an unexpected value in a message."""
_MAX_ROWS, _MAX_BYTES = 1000, 16_000_000
"""Maximum number of rows in the table and of bytes in a value, far above those of any real database."""


class PluginNote(NamedTuple):
    """A plug-in that a database was built with, the plug-in's tables, and its kinds of data."""

    name: str
    version: str
    tables: tuple[str, ...]
    kinds: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({', '.join(self.tables)})"


@dataclass(frozen=True)
class Facts:
    """The facts that a database states about itself; a missing fact is None."""

    schema: int
    """number of the table schema"""
    texts: Mapping[str, str]
    """all facts as texts, by key"""
    plugins: tuple[PluginNote, ...] = ()

    @property
    def views_hash(self) -> str | None:
        """Checksum of the SQL files that the views were built from."""
        return self.texts.get("views_hash")

    @property
    def dltrack_version(self) -> str | None:
        """Release of dltrack that built the views."""
        return self.texts.get("dltrack_version")

    @property
    def duckdb_version(self) -> str | None:
        """Release of DuckDB that built the views."""
        return self.texts.get("duckdb_version")

    @property
    def objects(self) -> str:
        """Names of the views and macros that were built, separated by commas."""
        return self.texts.get("objects", "")

    @property
    def is_overlay(self) -> bool:
        """True if the database is an overlay, which points to a lake with the tables."""
        return CATALOGUE in self.texts

    @property
    def is_older(self) -> bool:
        """True if the table schema is not the current one."""
        return self.schema != int(SCHEMA_VERSION)


def read(con: duckdb.DuckDBPyConnection, path: Path, alias: str = "dltrack", *, is_known: bool = False) -> Facts | None:
    """Return the facts of an attached file; None if the file is not a dltrack database, because the table is missing.

    If `is_known`, the file was checked before and the table's definition is not compared again.
    """
    if not is_known and not _has_plain_table(con, path, alias):
        return None
    try:
        rows = con.execute(
            f"select key, case when system.main.strlen(value) <= {_MAX_BYTES} then value end "
            f"from {alias}.{TABLE} limit {_MAX_ROWS + 1}"
        ).fetchall()
    except duckdb.Error as error:
        if duckdb_errors.is_of_machine(error):
            raise
        detail = f"{TABLE} cannot be read: {duckdb_errors.first_line(str(error))}"
        raise DatabaseDamagedError(path, detail, duckdb_errors.RESTORE) from error
    return parse(rows, path)


def parse(rows: Iterable[tuple[Any, Any]], path: Path | str) -> Facts:
    """Return the facts in rows of keys and values; `path` names the database in messages."""

    def refuse(fault: str) -> DatabaseDamagedError:
        return DatabaseDamagedError(path, f"its table {TABLE} {fault}", duckdb_errors.RESTORE)

    texts: dict[str, str] = {}
    for number, (key, value) in enumerate(rows, 1):
        if number > _MAX_ROWS:
            raise refuse(f"has more than {_MAX_ROWS} rows")
        if not isinstance(key, str) or not isinstance(value, str):
            raise refuse(f"has a value of {_show(key)} that is not text of at most {_MAX_BYTES:,} bytes")
        if key in texts:
            raise refuse(f"has two rows with the key {_show(key)}")
        texts[key] = value
    version = texts.get("schema_version")
    if version is None:
        raise refuse("has no schema_version")
    if not _NUMBER.fullmatch(version):
        raise refuse(f"has the schema_version {_show(version)}, which must be a number like {SCHEMA_VERSION}")
    catalogue, data = texts.get(CATALOGUE), texts.get(DATA)
    if bool(catalogue) != bool(data) or "" in (catalogue, data):
        raise refuse(f"has only one of {CATALOGUE} and {DATA}")
    plugins = []
    for line in texts.get(PLUGINS, "").split("\n") if PLUGINS in texts else ():
        if not (match := _PLUGIN.fullmatch(line)):
            raise refuse(f"has a malformed entry for a plug-in: {_show(line)}")
        tables, kinds = (tuple(filter(None, (match[group] or "").split(","))) for group in ("tables", "kinds"))
        plugins.append(PluginNote(match["name"], match["version"], tables, kinds))
    return Facts(int(version), MappingProxyType(texts), tuple(plugins))


_attached: WeakKeyDictionary[duckdb.DuckDBPyConnection, dict[str, Facts | None]] = WeakKeyDictionary()
"""The facts of the files attached to each connection, by catalogue."""


def keep(con: duckdb.DuckDBPyConnection, alias: str, file_facts: Facts | None) -> None:
    """Store the facts of a file that was just attached as `alias`, for `get`."""
    _attached.setdefault(con, {})[alias] = file_facts


def are_kept(con: duckdb.DuckDBPyConnection) -> bool:
    """Return True if `database.attach` has attached a file to this connection; False for a caller's own connection."""
    return con in _attached


def get(con: duckdb.DuckDBPyConnection, alias: str = "dltrack") -> Facts | None:
    """Return the facts of an attached file, as `database.attach` read them."""
    return _attached[con][alias]


def cursor(con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Return another connection to the same attached files, with their facts."""
    own = con.cursor()
    _attached[own] = _attached[con]
    return own


def check_version(con: duckdb.DuckDBPyConnection, path: Path, *, older: bool = False, alias: str = "dltrack") -> Facts:
    """Return the facts of an attached database; raise DatabaseError unless its table schema is current.

    If `older`, an earlier schema that `dltrack build` can upgrade is accepted, too. The caller may then query only the
    views in the file.
    """
    return check_schema(get(con, alias), path, older=older)


def check_schema(facts: Facts | None, path: Path, *, older: bool = False) -> Facts:
    """Return the facts of a database, with the same checks as `check_version`."""
    if facts is None:
        raise DatabaseError(f"{path} is not a dltrack database; make one with: dltrack ingest sample --db FILE")
    today = int(SCHEMA_VERSION)
    can_be_built = OLDEST_SCHEMA <= facts.schema < today
    if facts.schema == today or (older and can_be_built):
        return facts
    fix = "update dltrack" if facts.schema > today else "load the data again into another file"
    raise DatabaseError(
        f"{path} has table schema {facts.schema}, written by dltrack {facts.dltrack_version}, but this dltrack "
        f"{__version__} needs schema {SCHEMA_VERSION}; {'upgrade it with: dltrack build' if can_be_built else fix}"
    )


def _has_plain_table(con: duckdb.DuckDBPyConnection, path: Path, alias: str) -> bool:
    """Return True if the file has the table as dltrack defines it, False if no object has its name; else raise."""
    full = TABLE.split(".")
    for kind, function, column in (("table", "duckdb_tables", "table_name"), ("view", "duckdb_views", "view_name")):
        rows = con.execute(f"select database_name, schema_name, {column}, sql from system.main.{function}()").fetchall()
        definitions = [
            (name, sql)
            for place, schema, name, sql in rows
            if [schema.lower(), name.lower()] == full and place == alias
        ]
        if [sql for _, sql in definitions] == [_definition()] and kind == "table":
            return True
        for _, sql in definitions:
            problem = Problem(kind, TABLE, "differs from dltrack's definition", fix=RELOAD)
            raise UntrustedError(
                f"{path} has a {kind} {TABLE} that dltrack did not create "
                f"({_show(' '.join(str(sql).split()))}), so the file was not read; {RELOAD}",
                [problem],
            )
    return False


@cache
def _definition() -> str:
    text = (resources.SCHEMA / "database_info.sql").read_text(encoding="utf-8")
    with closing(engine.connect()) as con:
        con.execute(text)
        ((sql,),) = con.execute("select sql from duckdb_tables()").fetchall()
    return str(sql)


def _show(value: object) -> str:
    text = str(value)
    return f"'{text[:_SHOWN]}…'" if len(text) > _SHOWN else f"'{text}'"
