"""The overlay: a small database file with the current views and macros, and with a view on each table of the lake.

A lake contains only tables, and every client has its own views and macros. The reasons: a lake cannot contain macros
with null defaults, and views in it would have to work with the oldest client. Reference data are also in the overlay,
because each version of dltrack ships its own.
"""

from __future__ import annotations

import shutil
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import duckdb

from dltrack_db import __version__, sqlfiles
from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import access, tempfolder
from dltrack_db.errors import DatabaseError
from dltrack_db.store import (
    change_log,
    checked_files,
    connection,
    cover,
    database_cache,
    facts,
    reference,
    template,
    versions,
)
from dltrack_db.store.facts import Facts
from dltrack_db.store.lake import address as addresses
from dltrack_db.store.lake import lock, session
from dltrack_db.store.lake.address import Address
from dltrack_db.store.patience import USUAL

OWN = cover.own_tables() | {"main.database_info"}
"""Tables that an overlay stores itself."""
_OF_LAKES = frozenset(["main.database_info", "main.snapshot_names"])
"""Tables that only a lake has, see the script `own_tables`."""
_CHAINED = "catalog.state"
"""View that reads `database_info` for the change log; in an overlay, it must read the table of the lake."""


def shared_tables() -> frozenset[str]:
    """Return the names of the tables in the lake."""
    return frozenset(obj.full_name for obj in sqlfiles.tables()) - OWN


def cached_overlay() -> Path | None:
    """Return the path of an overlay without a lake in the cache; None if the cache cannot be written."""
    base = template.cached_template()
    if base is None:
        return None
    try:
        return database_cache.keep(_cache_path, lambda new: _make(base, new))
    except (OSError, duckdb.Error):
        return None


def _cache_path() -> Path:
    base = template.cache_path()
    return base.parent.with_name("overlays") / base.name


def create(path: Path, address: Address) -> None:
    """Write an overlay of a lake; replace an existing overlay, but no other file."""
    connection.check_path(path, read_only=False)
    if path.exists() and find_address(path) is None:
        raise DatabaseError(f"{path} exists and is not an overlay of a shared database; choose another file with --db")
    path = path.resolve()  # a symbolic link stays, and the file that it points to is replaced
    try:
        with tempfolder.folder_in(path.parent, f".{path.name}.unfinished-") as folder:
            _write(folder / "overlay.duckdb", address)
            if path.exists():
                access.copy_access(path, folder / "overlay.duckdb")
            written = (folder / "overlay.duckdb").stat()
            (folder / "overlay.duckdb").replace(path)
            checked_files.note_new(path, written, has_own_tables=False)
    except OSError as error:
        raise DatabaseError(f"{path} cannot be written ({error.strerror}); choose another path with --db") from error


def write_empty(path: Path) -> None:
    """Write an overlay without a lake to `path`, which is in a temporary folder."""
    source = cached_overlay()
    if source is not None:
        shutil.copyfile(source, path)
        return
    base = path.with_name("base.duckdb")
    template.make(base)
    _make(base, path)


def _write(path: Path, address: Address) -> None:
    write_empty(path)
    with closing(connection.connect()) as con:
        con.execute(f"attach {sql_text.literal(path)} as dltrack (type duckdb)")
        for key, value in ((facts.CATALOGUE, address.catalogue), (facts.DATA, address.data)):
            con.execute(
                "insert or replace into dltrack.main.database_info (key, value) "
                f"values ({sql_text.literal(key)}, {sql_text.literal(value)})"
            )


def find_address(path: Path) -> Address | None:
    """Return the address in the overlay of a lake; None for any other path."""
    return addresses.find_cached(path, lambda: _read(path)) if path.is_file() else None


def _read(path: Path) -> Address | None:
    with closing(connection.connect(threads=1)) as con:
        try:
            con.execute(f"attach {sql_text.literal(path.absolute())} as dltrack (type duckdb, read_only)")
        except duckdb.Error:  # opening the database later raises a clearer error
            return None
        file_facts = facts.read(con, path)
        return addresses.from_facts(file_facts)


def attach(con: duckdb.DuckDBPyConnection, path: Path, address: Address, *, rebuild: bool = False) -> Facts | None:
    """Attach an overlay as `dltrack`, and return its facts.

    If `rebuild` is set or the overlay is outdated, first rewrite it, and return None.
    """
    attachment = f"attach {sql_text.literal(path.absolute())} as dltrack (type duckdb, read_only)"
    con.execute(attachment)
    file_facts = facts.read(con, path)
    if (
        file_facts
        and file_facts.views_hash == reference.views_hash()
        and addresses.from_facts(file_facts) == address
        and not rebuild
    ):
        return file_facts
    con.execute("detach dltrack")
    create(path, address)
    con.execute(attachment)
    return None


def initialize(address: Address, *, encrypted: bool = False) -> bool:
    """Create the tables of a lake, in one snapshot; return False if they exist already."""
    with closing(connection.connect()) as con:
        with session.explain_errors(address), lock.hold_lock(con, address, USUAL):
            make_folders(address)
            session.attach(con, address, read_only=False, creates=True, more=", encrypted" if encrypted else "")
            if _has_tables(con):
                session.check_version(con, address)
                return False
            with _template_attached(con):
                statements = [table for _, table, _ in cover.statements(con, session.NAME, OWN)]
            with _views_attached(con), connection.transaction(con):
                con.execute("create schema lake.store")
                for table in statements:
                    con.execute(table)
                con.execute(resources.script("store/lake/own_tables"))
                texts = {
                    "schema_version": versions.SCHEMA_VERSION,
                    "dltrack_version": __version__,
                    "duckdb_version": duckdb.__version__,
                }
                for key, value in texts.items():
                    row = f"({sql_text.literal(key)}, {sql_text.literal(value)})"
                    con.execute(f"insert into lake.main.database_info (key, value) values {row}")
                session.describe(con, "init")
                session.search_lake(con)
                with session.planned_quickly(con):
                    change_log.note(con, "init")
                con.execute("use memory")
            con.execute(resources.script("store/lake/options"))
        return True


def make_folders(address: Address) -> None:
    """Create the folder of every table with the mode of the data folder; DuckDB would give the group no access."""
    if address.is_remote:
        return
    data = Path(address.data)
    try:
        data.mkdir(parents=True, exist_ok=True)
        mode = stat.S_IMODE(data.stat().st_mode)
        for name in sorted(shared_tables() | _OF_LAKES):
            for folder in (data / name.split(".")[0], data.joinpath(*name.split("."))):
                if not folder.exists():
                    folder.mkdir()
                    folder.chmod(mode)
    except OSError as error:
        raise DatabaseError(
            f"{error.filename}: {error.strerror}; give everyone who loads data write access to this folder"
        ) from error


def _has_tables(con: duckdb.DuckDBPyConnection) -> bool:
    return con.execute("select 1 from duckdb_tables() where database_name = 'lake' limit 1").fetchone() is not None


@contextmanager
def _template_attached(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    with tempfolder.folder() as folder:
        path = template.cached_template() or folder / "base.duckdb"
        if not path.exists():
            template.make(path)
        con.execute(f"attach {sql_text.literal(path.absolute())} as dltrack (type duckdb, read_only)")
        yield
        con.execute("detach dltrack")


@contextmanager
def _views_attached(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    with tempfolder.folder() as folder:
        write_empty(folder / "views.duckdb")
        con.execute(f"attach {sql_text.literal(folder / 'views.duckdb')} as dltrack (type duckdb, read_only)")
        yield
        con.execute("detach dltrack")


def table_statements() -> list[tuple[str, str, dict[str, str]]]:
    """Return name, creating statement, and columns with types of each current table of a lake."""
    with closing(connection.connect()) as con, _template_attached(con):
        return [
            (name, table, {row[0]: row[1] for row in con.execute(f"describe dltrack.{name}").fetchall()})
            for name, table, _ in cover.statements(con, session.NAME, OWN)
        ]


def _make(base: Path, target: Path) -> None:
    """Make an overlay from the empty database `base`; its views are created on an empty lake in memory."""
    cover.make(base, target, session.NAME, OWN, _chain)


def _chain(con: duckdb.DuckDBPyConnection) -> None:
    """Create the view `catalog.state` so that it reads `database_info` of the lake, not of the overlay."""
    con.execute(f"create table {session.NAME}.main.database_info (key varchar, value varchar)")
    state = sqlfiles.load_object(resources.SQL / f"{_CHAINED.replace('.', '/')}.sql", resources.SQL)
    con.execute(state.statement.replace("main.database_info", "lake.main.database_info"))
    con.execute(";\n".join(sqlfiles.comments(state)))
