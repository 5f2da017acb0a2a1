"""Connections to a lake, the snapshot that they read, and clear messages for their errors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import duckdb

from dltrack_db import __version__
from dltrack_db.base import config, plugins, resources
from dltrack_db.base.files import tempfolder
from dltrack_db.base.sql_text import literal
from dltrack_db.errors import (
    DatabaseChangedError,
    DatabaseError,
    DatabaseUnreachableError,
    UntrustedError,
    UsageError,
)
from dltrack_db.store.connection import without_optimizers
from dltrack_db.store.duckdb_errors import first_line
from dltrack_db.store.lake import address as addresses
from dltrack_db.store.lake.address import Address

if TYPE_CHECKING:
    from dltrack_db.store.facts import Facts

NAME = "lake"
"""Catalogue name of an attached lake, used by the overlay's views."""
CATALOGUE = f"__ducklake_metadata_{NAME}"
"""Name that DuckLake gives to an attached lake's PostgreSQL database."""
_followed: ContextVar[Address | None] = ContextVar("followed", default=None)
"""The lake that was last attached for reading."""
_wanted: ContextVar[str | None] = ContextVar("wanted", default=None)
"""Number or name of the requested snapshot; None for the current one."""

_MARK = {"by": "dltrack"}
"""Mark in the snapshots that dltrack makes."""
_FROM_OUTSIDE = (duckdb.IOException, duckdb.TransactionException, duckdb.HTTPException, duckdb.InternalException)
_OTHER_DATA = re.compile(r'existing data path in the catalog "([^"]*)"')
_BEFORE_REASON = re.compile(r'^.*Unable to connect to Postgres at ".*?": ', re.DOTALL)
_DOWN = re.compile(
    r"connection refused|could not connect|No such file|starting up|shutting down|terminat|closed the connection"
    r"|recovery mode|server closed|not yet accepting",
    re.IGNORECASE,
)
"""Matches messages of PostgreSQL and its clients about a server that is down or starting."""
_LOST = re.compile(r"server closed the connection|terminating connection|terminated abnormally")
"""Matches messages about a connection lost during a query, which DuckDB may report as an error in the query."""
_NO_FILE = re.compile(r"Cannot open file .*No such file")
_CLOSED_FILE = re.compile(r'"([^"]*)": Permission denied')
_GONE = re.compile(r"conflict|snapshot|serializ", re.IGNORECASE)


@contextmanager
def reading_at(at: int | str | None) -> Iterator[None]:
    """Read lakes that are opened in the block at this snapshot (number or name); None means the current state."""
    token = _wanted.set(None if at is None else str(at))
    try:
        yield
    finally:
        _wanted.reset(token)


@contextmanager
def reading() -> Iterator[None]:
    """Raise a clear DatabaseError if a lake that the block reads cannot be reached or read."""
    token = _followed.set(None)
    try:
        yield
    except (duckdb.Error, UsageError) as error:
        address, message = _followed.get(), _reason(str(error))
        if address is not None and (lack := _explain_rights(error, address)):
            raise lack from error
        is_foreign = isinstance(error, duckdb.PermissionException)
        if address is None or not (is_foreign or _is_outside(error)):
            raise
        if is_foreign:
            raise DatabaseError(
                f"the catalogue of {address.catalogue} names a file outside of {address.data} ({message}); another "
                "tool changed the catalogue, so ask its owner"
            ) from error
        raise _explain_absence(message, address) from error
    finally:
        _followed.reset(token)


def follow(
    con: duckdb.DuckDBPyConnection, address: Address | None, path: Path, *, trusted: bool = False
) -> Address | None:
    """Attach the lake of an overlay, read-only, at the requested snapshot; return its address, or None for a file."""
    if address is None:
        if _wanted.get() is not None:
            raise UsageError(f"{path} is a file, which has no snapshots; use --at only with shared databases")
        return None
    if not trusted:
        addresses.check(address, path)
    _followed.set(address)
    if not is_attached(con):
        wanted = _wanted.get()
        if wanted is not None:
            address.check_states()
        attach(con, address, read_only=True, at=None if wanted is None else find_snapshot(con, address, wanted))
        check_version(con, address)
    return address


def find_snapshot(con: duckdb.DuckDBPyConnection, address: Address, wanted: str) -> int:
    """Return the number of a snapshot, given its number or name; attach the lake temporarily if it is not attached."""
    if wanted.isdecimal():
        return int(wanted)
    is_open = is_attached(con)
    if not is_open:
        attach(con, address, read_only=True)
    try:
        check_tables(con, address)
        rows = con.execute(
            f"select snapshot_id from lake.main.snapshot_names where name = {literal(wanted)}"
        ).fetchall()
    finally:
        if not is_open:
            detach(con)
    if not rows:
        raise UsageError(f"there is no snapshot named '{wanted}'; list all snapshots with: dltrack snapshots")
    return int(rows[0][0])


def attach(
    con: duckdb.DuckDBPyConnection,
    address: Address,
    *,
    read_only: bool,
    at: int | None = None,
    creates: bool = False,
    more: str = "",
) -> None:
    """Attach a lake as `lake`; `at` is a snapshot, `creates` and `more` are described in `Address.attachment`."""
    if not read_only:
        address.check_writable()
    for plugin in plugins.active():
        if plugin.tables:
            raise DatabaseError(
                f"the plug-in {plugin.name} adds tables ({', '.join(plugin.tables)}), which a shared "
                "database does not support yet; run without plug-ins: dltrack --no-plugins …"
            )
    from dltrack_db.store.lake import extensions

    needed = extensions.required_extensions(is_remote=address.is_remote, is_frozen=address.is_frozen)
    extensions.load(con, *needed)
    try:
        copied = _copy_catalogue(con, address) if address.is_frozen else None
        if address.is_frozen:
            _check_catalogue(con, copied, address)
        con.execute(address.attachment(read_only=read_only, at=at, creates=creates, more=more, copied=copied))
    except duckdb.Error as error:
        raise explain_refusal(error, address, at) from error


def _copy_catalogue(con: duckdb.DuckDBPyConnection, address: Address) -> Path | None:
    """Copy the catalogue of a frozen lake to the cache, and return the copy's path; None if the cache is not writable.

    Without the copy, DuckDB would send about thirty requests to the server, each for one block or for the whole file.
    """
    import hashlib

    url = address.catalogue.removeprefix("ducklake:")
    ((content,),) = con.execute(f"select content from read_blob({literal(url)})").fetchall()
    copied = config.cache_folder() / "frozen" / f"{hashlib.sha256(url.encode()).hexdigest()[:32]}.ducklake"
    try:
        with tempfolder.folder_in(copied.parent, ".unfinished-") as folder:
            (folder / copied.name).write_bytes(content)
            (folder / copied.name).replace(copied)
    except OSError:
        return None
    return copied


def _check_catalogue(con: duckdb.DuckDBPyConnection, private_copy: Path | None, address: Address) -> None:
    """Raise UntrustedError if the catalogue of a frozen lake contains anything except plain tables.

    The catalogue is an untrusted database file, and a view in it could choose the files that DuckLake reads. So it is
    checked before DuckLake uses it.
    """
    from dltrack_db.store import file_objects

    place = str(private_copy) if private_copy else address.catalogue.removeprefix("ducklake:")
    con.execute(f"attach {literal(place)} as unfinished (type duckdb, read_only)")
    try:
        file_objects.check_plain_tables(con, "unfinished", f"the catalogue {place}")
    finally:
        con.execute("detach unfinished")


def check_tables(con: duckdb.DuckDBPyConnection, address: Address) -> None:
    """Raise UntrustedError if a lake has views in place of the tables that the overlay reads."""
    from dltrack_db import sqlfiles

    query = "select database_name, schema_name, view_name from system.main.duckdb_views()"
    names = {f"{schema}.{name}".lower() for place, schema, name in con.execute(query).fetchall() if place == NAME}
    if found := sorted(names & {"main.snapshot_names", *(table.full_name for table in sqlfiles.tables())}):
        raise UntrustedError(
            f"{address.catalogue} has views instead of tables ({', '.join(found[:5])}); another tool changed the lake, "
            "so ask its owner"
        )


def explain_refusal(error: duckdb.Error, address: Address, at: int | None = None) -> DatabaseError:
    """Return the error to raise if a lake cannot be attached."""
    message = str(error)
    if address.is_frozen:
        return DatabaseUnreachableError(
            f"the frozen lake {address.catalogue.removeprefix('ducklake:')} cannot be opened: {first_line(message)}; "
            "check the address and the server"
        )
    if at is not None and ("snapshot" in message.lower() or "out of range" in message):
        return DatabaseError(f"snapshot {at} does not exist or was deleted; list all snapshots with: dltrack snapshots")
    if moved := _OTHER_DATA.search(message):
        return DatabaseError(
            f"the data files of {address.catalogue} are in {moved[1]}, not in {address.data}; connect with --data "
            f"{moved[1]}"
        )
    if "does not exist" in message and "ducklake" in message.lower() and 'role "' not in message:
        return DatabaseError(
            f"there is no shared database at {address.catalogue} yet; create it with: dltrack connect … --init"
        )
    if lack := _explain_rights(error, address):
        return lack
    kind = DatabaseUnreachableError if _DOWN.search(message) else DatabaseError
    return kind(
        f"the shared database {address.catalogue} cannot be opened: {_reason(message)}; check that PostgreSQL is "
        "running and that ~/.pgpass has your password"
    )


def is_attached(con: duckdb.DuckDBPyConnection) -> bool:
    """Return True if a lake is attached to the connection."""
    return con.execute("select 1 from duckdb_databases() where database_name = 'lake'").fetchone() is not None


def search_lake(con: duckdb.DuckDBPyConnection) -> None:
    """Make names of tables refer to the lake, and all other names to the overlay, which is attached as `dltrack`."""
    row = con.execute(resources.script("store/lake/search_path")).fetchone()
    con.execute(f"set search_path = {literal(row[0] if row else '')}")


def detach(con: duckdb.DuckDBPyConnection) -> None:
    """Detach the lake."""
    con.execute(f"detach database if exists {NAME}")


def planned_quickly(con: duckdb.DuckDBPyConnection) -> AbstractContextManager[None]:
    """Plan the queries of the block without statistics from PostgreSQL, which takes a third of the time.

    This suits queries over small tables, and joins with the small table on the right. To plan the query for the
    checksums of a dozen tables, DuckLake would otherwise send 363 queries to PostgreSQL.
    """
    return without_optimizers(con, "statistics_propagation", "join_order")


def wanted_snapshot() -> str | None:
    """Return the requested snapshot as the user wrote it; None for the current state."""
    return _wanted.get()


def snapshot_number(con: duckdb.DuckDBPyConnection) -> int | None:
    """Return the number of the requested snapshot in an attached lake; None for the current state."""
    return None if _wanted.get() is None else current_snapshot(con)


def check_today(why: str) -> None:
    """Raise UsageError if the user requested a snapshot, which would be ignored; `why` is the reason."""
    if _wanted.get() is not None:
        raise UsageError(f"--at does not apply here: {why}; leave out --at")


def current_snapshot(con: duckdb.DuckDBPyConnection) -> int:
    """Return the number of the snapshot that the connection reads."""
    row = con.execute(f"from {NAME}.current_snapshot()").fetchone()
    return int(row[0]) if row else 0


def check_version(con: duckdb.DuckDBPyConnection, address: Address) -> None:
    """Raise DatabaseError if dltrack did not create the lake, or if the lake has another table schema."""
    from dltrack_db.store import versions

    file_facts, today = read_facts(con, address), int(versions.SCHEMA_VERSION)
    if file_facts.schema != today:
        older = "use the group's version of dltrack, or upgrade the lake for everyone with: dltrack lake upgrade"
        fix = "update dltrack" if file_facts.schema > today else older
        raise DatabaseError(
            f"{address.catalogue} has table schema {file_facts.schema}, made by dltrack {file_facts.dltrack_version}, "
            f"but this dltrack {__version__} needs schema {today}; {fix}"
        )


def read_facts(con: duckdb.DuckDBPyConnection, address: Address, at: int | None = None) -> Facts:
    """Return the facts that an attached lake states about itself, in its current state or `at` a snapshot."""
    from dltrack_db.store import facts

    check_tables(con, address)
    try:
        then = "" if at is None else f" at (version => {at})"
        rows = con.execute(f"select key, value from {NAME}.{facts.TABLE}{then}").fetchall()
    except (duckdb.CatalogException, duckdb.BinderException) as error:
        if at is not None and isinstance(error, duckdb.BinderException):
            raise
        raise DatabaseError(
            f"{address.catalogue} is a lake that dltrack did not create; use another PostgreSQL database"
        ) from error
    return facts.parse(rows, address.catalogue)


def describe(con: duckdb.DuckDBPyConnection, command: str, token: str = "") -> None:
    """Set author and message of the snapshot that this transaction creates, and a token to find the snapshot again."""
    from dltrack_db.store.lake import rights

    author, extra_info = (
        rights.session_user(con, CATALOGUE),
        json.dumps({**_MARK, **({"token": token} if token else {})}),
    )
    con.execute(
        f"call {NAME}.set_commit_message({literal(author)}, {literal(command)}, extra_info => {literal(extra_info)})"
    )


def is_committed(con: duckdb.DuckDBPyConnection, address: Address, token: str) -> bool:
    """Return True if the lake has a snapshot with this token, so that its change was committed before an outage."""
    attach(con, address, read_only=True)
    try:
        query = f"from {NAME}.snapshots() where contains(commit_extra_info, {literal(token)})"
        return con.execute(query).fetchone() is not None
    finally:
        detach(con)


@contextmanager
def explain_errors(address: Address) -> Iterator[None]:
    """Turn errors of PostgreSQL, DuckLake and the network into clear messages."""
    try:
        yield
    except duckdb.Error as error:
        if lack := _explain_rights(error, address, "nothing was changed; "):
            raise lack from error
        if not _is_outside(error):
            raise
        message = first_line(str(error))
        if isinstance(error, duckdb.TransactionException) and _GONE.search(message):
            raise DatabaseChangedError(
                f"{address.catalogue} was changed by another command in the meantime ({message}); run this command "
                "again"
            ) from error
        raise _explain_absence(message, address, "nothing was changed; ") from error


def _explain_rights(error: BaseException, address: Address, outcome: str = "") -> DatabaseError | None:
    """Run `rights.explain`, importing its module only after an error."""
    from dltrack_db.store.lake import rights

    return rights.explain(error, address, outcome)


def _is_outside(error: BaseException | None) -> bool:
    """Return True if PostgreSQL, the network or the data files caused an error, directly or as its `__cause__`."""
    if isinstance(error, UsageError):
        return _is_outside(error.__cause__)
    # DuckLake raises the plain class when a server goes away
    return isinstance(error, _FROM_OUTSIDE) or type(error) is duckdb.Error or bool(_LOST.search(str(error)))


def _explain_absence(message: str, address: Address, outcome: str = "") -> DatabaseError:
    """Return the error to raise if a lake becomes unreachable; `outcome` is a text on the failed change."""
    if closed := _CLOSED_FILE.search(message):
        return DatabaseError(
            f"you may not open {closed[1]} of {address.catalogue}; {outcome}ask its owner or an administrator to give "
            f"the group access: chmod -R g+rwX {quote(address.data)}, or g+rX if the group only reads"
        )
    if _NO_FILE.search(message):
        return DatabaseUnreachableError(
            f"data files of {address.catalogue} are missing in {address.data} ({message}); {outcome}mount that folder, "
            "or restore the files from a backup with: dltrack lake restore"
        )
    return DatabaseUnreachableError(
        f"the connection to the shared database {address.catalogue} was lost ({message}); {outcome}try again when "
        "PostgreSQL and the data files can be reached"
    )


def _reason(message: str) -> str:
    """Return PostgreSQL's message without the text that DuckDB puts before it."""
    return first_line(_BEFORE_REASON.sub("", message))
