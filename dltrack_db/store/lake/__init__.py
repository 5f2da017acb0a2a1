"""A database shared by a group: tables in DuckLake, their catalogue in PostgreSQL, views in a local overlay.

The overlay is a small database file with today's views and macros, whose
tables are views on the attached lake. `stores.at` makes a `LakeStore` of it, and
`database.attach` follows it to the lake; nobody else needs to know.
"""

from __future__ import annotations

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
    """Write the overlay of a shared database; whether its tables were made, as `init` asks for."""
    from dltrack_db.store import connection
    from dltrack_db.store.lake import overlay, session

    if init:
        address.check_writable()
    made = overlay.initialize(address, encrypted=encrypted) if init else False
    con = connection.connect()
    try:
        session.attach(con, address, read_only=True)
        session.check_version(con, address)
    finally:
        con.close()
    overlay.create(path, address)
    remember(address)
    return made


def local_path(path: Path | str) -> Path:
    """The file that stands for a database: a path as it is; for a frozen lake's address an overlay in the cache."""
    text = str(path)
    if not text.startswith(("http://", "https://")):
        return Path(path)
    import hashlib

    from dltrack_db.base import config
    from dltrack_db.store.lake import overlay

    if not text.endswith(".ducklake"):
        example = f"{text.rstrip('/')}/catalog.ducklake"
        raise UsageError(f"{text} is not the catalogue of a frozen lake; write it like {example}")
    address = parse(f"ducklake:{text}", "")
    found = config.cache_folder() / "frozen" / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.duckdb"
    found.parent.mkdir(parents=True, exist_ok=True)
    overlay.create(found, address)
    remember(address)
    return found


def missing_rights(address: Address) -> str | None:
    """Say what is closed to oneself or would be to others, and what opens it; None where nothing is."""
    from dltrack_db.store.lake import rights

    return rights.explain_lack(rights.read_at(address), address)


def grant_statements(address: Address) -> list[str]:
    """Statements by which the owner of a new lake lets others write and read, in PostgreSQL."""
    from dltrack_db.store.lake import rights

    return rights.grant_statements(rights.read_at(address))


def shell_lines(address: Address, at: int | None = None) -> list[str]:
    """Statements that attach the lake in a DuckDB shell that opened the overlay, today or at a snapshot."""
    from dltrack_db.store.lake import extensions

    needed = extensions.required_extensions(is_remote=address.is_remote, is_frozen=address.is_frozen)
    return [*(f"{extensions.statement(name)};" for name in needed), f"{address.attachment(read_only=True, at=at)};"]
