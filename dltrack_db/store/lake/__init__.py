"""A database shared by a group: tables in DuckLake, their catalogue in PostgreSQL, views in a local overlay.

The overlay is a small database file. It contains the current views and macros, and a view on each table of the lake.
For an overlay, `stores.at` returns a `LakeStore`, and `database.attach` also attaches the lake.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from dltrack_db.errors import UsageError
from dltrack_db.store.lake.address import Address, parse, remember

__all__ = [
    "Address",
    "connect",
    "grant_statements",
    "local_path",
    "missing_rights",
    "parse",
    "shell_lines",
]


def connect(address: Address, path: Path, *, init: bool = False, encrypted: bool = False) -> bool:
    """Write the overlay of a shared database to `path`.

    If `init`, first create the tables of the database, unless they exist; return True if they were created.
    """
    from dltrack_db.store import connection
    from dltrack_db.store.lake import overlay, session

    if init:
        address.check_writable()
    made = overlay.initialize(address, encrypted=encrypted) if init else False
    with closing(connection.connect()) as con:
        session.attach(con, address, read_only=True)
        session.check_version(con, address)
    overlay.create(path, address)
    remember(address)
    return made


def local_path(path: Path | str) -> Path:
    """Return a path unchanged; for a frozen lake's web address, write an overlay to the cache and return its path."""
    text = str(path)
    if not text.startswith(("http://", "https://")):
        return Path(path)
    import hashlib

    from dltrack_db.base import config
    from dltrack_db.store.lake import overlay

    if not text.endswith(".ducklake"):
        example = f"{text.rstrip('/')}/catalog.ducklake"
        raise UsageError(f"{text} is not the address of a frozen lake's catalogue; write it like {example}")
    address = parse(f"ducklake:{text}", "")
    found = config.cache_folder() / "frozen" / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.duckdb"
    found.parent.mkdir(parents=True, exist_ok=True)
    overlay.create(found, address)
    remember(address)
    return found


def missing_rights(address: Address) -> str | None:
    """Describe missing rights of this user or other users, and how to grant them; None if no right is missing."""
    from dltrack_db.store.lake import rights

    return rights.explain_lack(rights.read_at(address), address)


def grant_statements(address: Address) -> list[str]:
    """Return the PostgreSQL statements that let other users write and read a new lake."""
    from dltrack_db.store.lake import rights

    return rights.grant_statements(rights.read_at(address))


def shell_lines(address: Address, at: int | None = None) -> list[str]:
    """Return the statements that attach the lake in a DuckDB shell that has opened the overlay; `at` is a snapshot."""
    from dltrack_db.store.lake import extensions

    needed = extensions.required_extensions(is_remote=address.is_remote, is_frozen=address.is_frozen)
    return [*(f"{extensions.statement(name)};" for name in needed), f"{address.attachment(read_only=True, at=at)};"]
