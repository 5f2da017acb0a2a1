"""Backups of a shared database: a folder with the catalogue as one DuckDB file and the data files, without a server."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.errors import DatabaseDamagedError, DatabaseError, UsageError
from dltrack_db.store import database
from dltrack_db.store.lake import address as addresses
from dltrack_db.store.lake import extensions, lock, overlay, session
from dltrack_db.store.lake.address import Address
from dltrack_db.store.patience import Patience

CATALOGUE, DATA = "catalogue.duckdb", "data"
"""Names of the catalogue file and the data folder in a backup."""
_SUMS = "dltrack_checksums"
"""Table in a backup's catalogue with name, size in bytes and SHA-256 of each data file."""
_BLOCK = 1 << 20
_FIX = "delete it and back up again, or use another backup"
_PG = "catalogue_server"
_KEPT = "kept"
_Checksum = tuple[int, str]


@dataclass(frozen=True)
class BackupReport:
    """The number of data files in a backup, how many of them were copied now, and their total size in bytes."""

    num_files: int
    num_copied: int
    num_bytes: int


def backup(path: Path, folder: Path, *, say: Callable[[str], None] = print) -> BackupReport:
    """Copy the catalogue and data files of the current state into a folder, while holding the lake's lock.

    Data files never change, so files that the backup in the folder already has are not copied again. The catalogue,
    which includes the checksums, is replaced last, so that an interrupted backup does not damage the previous backup.
    """
    address = _folder_address(path)
    addresses.check(address, path)
    source, target = Path(address.data), folder / DATA
    with (
        closing(database.connect()) as con,
        session.explain_errors(address),
        lock.hold_lock(con, address, Patience(say=say)),
    ):
        try:
            target.mkdir(parents=True, exist_ok=True)
            new = folder / f".{CATALOGUE}.unfinished"
            new.unlink(missing_ok=True)
            names = _copy_catalogue(con, address, new)
            known = _read_checksums(con, folder / CATALOGUE) or {}
            sums: dict[str, _Checksum] = {}
            for name in names:
                if _is_kept(target / name, source / name, known.get(name)):
                    sums[name] = known[name]
                else:
                    sums[name] = _copy_file(source / name, target / name)
            _write_checksums(con, new, sums)
            new.replace(folder / CATALOGUE)
            _remove_others(target, {target / name for name in names})
        except OSError as error:
            rest = "; the earlier backup is unchanged" if (folder / CATALOGUE).exists() else "; nothing is backed up"
            raise DatabaseError(f"{error.filename or folder}: {error.strerror}{rest}") from error
    num_copied = sum(sums[name] != known.get(name) for name in names)
    return BackupReport(len(names), num_copied, sum(size for size, _ in sums.values()))


def check(folder: Path) -> int | None:
    """Compare the data files of a backup with its checksums; return their number, or None if it has no checksums."""
    kept = folder / CATALOGUE
    if not kept.is_file():
        raise UsageError(
            f"{folder} is not a backup, because it has no {CATALOGUE}; make a backup with: dltrack lake backup {folder}"
        )
    with closing(database.connect()) as con:
        try:
            sums = _read_checksums(con, kept)
        except duckdb.Error as error:
            raise DatabaseDamagedError(kept, str(error).splitlines()[0], "use another backup") from error
    for name, expected in (sums or {}).items():
        path = folder / DATA / name
        try:
            found = _checksum(path)
        except OSError as error:
            raise DatabaseDamagedError(path, str(error.strerror), _FIX) from error
        if found != expected:
            raise DatabaseDamagedError(path, "its content has changed since the backup", _FIX)
    return None if sums is None else len(sums)


def restore(folder: Path, address: Address, path: Path, *, say: Callable[[str], None] = print) -> int:
    """Restore a backup into a new PostgreSQL database and data folder (`address`); return the number of data files.

    The overlay of the restored lake is written to `path`.
    """
    kept, target = folder / CATALOGUE, Path(address.data)
    address.check_writable()
    if address.is_remote:
        raise UsageError(f"{address.data} is not a local folder; restore into a folder, and then move the files")
    if target.exists() and any(target.iterdir()):
        raise UsageError(f"{target} is not empty; name a new folder with --data")
    if check(folder) is None:
        say(f"{folder} was made by an earlier version of dltrack and has no checksums: its data files are not checked")
    with (
        closing(database.connect()) as con,
        session.explain_errors(address),
        lock.hold_lock(con, address, Patience(say=say)),
    ):
        session.attach(con, address, read_only=False, creates=True)
        if con.execute(f"select 1 from duckdb_tables() where database_name = '{session.NAME}' limit 1").fetchone():
            raise UsageError(f"{address.catalogue} already contains a lake; name a new PostgreSQL database")
        session.detach(con)
        names = _restore_catalogue(con, address, kept)
        say(f"{folder}: copying {len(names):,} data files to {target}")
        overlay.make_folders(address)
        try:
            for name in names:
                _copy_file(folder / DATA / name, target / name)
        except OSError as error:
            raise DatabaseError(
                f"{error.filename}: {error.strerror}; drop the database {address.catalogue}, and restore again"
            ) from error
    addresses.remember(address)
    overlay.create(path, address)
    return len(names)


def _folder_address(path: Path) -> Address:
    database.check_path(path, read_only=True)
    address = overlay.find_address(path)
    if address is None:
        raise UsageError(f"{path} is not a shared database but a file; back it up with cp")
    address.check_writable()
    if address.is_remote:
        raise UsageError(
            f"the data files are in {address.data}, and this command backs up only folders; back up the bucket with "
            "its provider's tools, and the catalogue with pg_dump"
        )
    return address


def _copy_catalogue(con: duckdb.DuckDBPyConnection, address: Address, target: Path) -> list[str]:
    """Write all tables of the catalogue, read in one transaction, into a file; return the names of its data files."""
    _attach_server(con, address, read_only=True)
    con.execute(f"attach {sql_text.literal(target.absolute())} as {_KEPT} (type duckdb)")
    with database.transaction(con):
        for table in _tables(con, _PG):
            con.execute(f"create table {_KEPT}.main.{table} as from {_PG}.public.{table}")
    names = _data_files(con)
    con.execute(f"checkpoint {_KEPT}")
    con.execute(f"detach {_KEPT}")
    con.execute(f"detach {_PG}")
    return names


def _restore_catalogue(con: duckdb.DuckDBPyConnection, address: Address, kept: Path) -> list[str]:
    """Put the rows of a backup's catalogue into DuckLake's new tables; return the names of its data files."""
    con.execute(f"attach {sql_text.literal(kept.absolute())} as {_KEPT} (type duckdb, read_only)")
    _attach_server(con, address, read_only=False)
    version = "select value from {}.ducklake_metadata where key = 'version'"
    here, there = (con.execute(version.format(at)).fetchall() for at in (f"{_PG}.public", f"{_KEPT}.main"))
    if here != there:
        raise DatabaseError(
            f"the backup has version {there[0][0]} of DuckLake's catalogue, but this DuckDB uses {here[0][0]}; restore "
            "the backup with the version of dltrack that made it, then update dltrack"
        )
    made = set(_tables(con, _PG))
    with database.transaction(con):
        for table in _tables(con, _KEPT):
            if table in made:
                con.execute(f"delete from {_PG}.public.{table}")
                con.execute(f"insert into {_PG}.public.{table} by name from {_KEPT}.main.{table}")
            else:  # a table with small changes, which DuckLake stores in the catalogue
                con.execute(f"create table {_PG}.public.{table} as from {_KEPT}.main.{table}")
        con.execute(
            f"update {_PG}.public.ducklake_metadata set value = {sql_text.literal(address.data)} "
            "where key = 'data_path'"
        )
    names = _data_files(con)
    con.execute(f"detach {_PG}")
    con.execute(f"detach {_KEPT}")
    return names


def _attach_server(con: duckdb.DuckDBPyConnection, address: Address, *, read_only: bool) -> None:
    extensions.load(con, extensions.POSTGRES)
    mode = ", read_only" if read_only else ""
    con.execute(f"attach {sql_text.literal(address.postgres)} as {_PG} (type postgres{mode})")


def _tables(con: duckdb.DuckDBPyConnection, catalog: str) -> list[str]:
    rows = con.execute(
        "select table_name from duckdb_tables() where database_name = $1 and starts_with(table_name, 'ducklake_') "
        "order by all",
        [catalog],
    ).fetchall()
    return [row[0] for row in rows]


def _data_files(con: duckdb.DuckDBPyConnection) -> list[str]:
    names = [row[0] for row in con.execute(resources.script("store/lake/data_files")).fetchall()]
    if outside := [name for name in names if name.startswith("/") or ".." in Path(name).parts]:
        raise DatabaseError(
            f"the catalogue names {outside[0]}, which is not in the data folder; another tool changed the catalogue"
        )
    return names


def _read_checksums(con: duckdb.DuckDBPyConnection, kept: Path) -> dict[str, _Checksum] | None:
    """Return size and SHA-256 of each data file from a backup's catalogue; None if it has no table of checksums."""
    if not kept.is_file():
        return None
    con.execute(f"attach {sql_text.literal(kept.absolute())} as {_KEPT} (type duckdb, read_only)")
    try:
        query = "select 1 from duckdb_tables() where database_name = $1 and table_name = $2"
        if not con.execute(query, [_KEPT, _SUMS]).fetchone():
            return None
        rows = con.execute(f"select name, bytes, sha256 from {_KEPT}.main.{_SUMS}").fetchall()
        return {name: (size, digest) for name, size, digest in rows}
    finally:
        con.execute(f"detach {_KEPT}")


def _write_checksums(con: duckdb.DuckDBPyConnection, kept: Path, sums: dict[str, _Checksum]) -> None:
    con.execute(f"attach {sql_text.literal(kept.absolute())} as {_KEPT} (type duckdb)")
    con.execute(f"create table {_KEPT}.main.{_SUMS} (name varchar primary key, bytes bigint, sha256 varchar)")
    for name, (size, digest) in sums.items():
        con.execute(sql_text.fill_values(f"insert into {_KEPT}.main.{_SUMS} values ($1, $2, $3)", [name, size, digest]))
    con.execute(f"checkpoint {_KEPT}")
    con.execute(f"detach {_KEPT}")


def _is_kept(target: Path, source: Path, known: _Checksum | None) -> bool:
    return known is not None and target.exists() and target.stat().st_size == source.stat().st_size == known[0]


def _checksum(path: Path) -> _Checksum:
    with path.open("rb") as file:
        return path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest()


def _copy_file(source: Path, target: Path) -> _Checksum:
    """Copy a file, so that `target` is never incomplete; return size in bytes and SHA-256."""
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f".{target.name}.unfinished")
    digest, size = hashlib.sha256(), 0
    with source.open("rb") as content, unfinished.open("wb") as copy:
        while block := content.read(_BLOCK):
            digest.update(block)
            size += copy.write(block)
        copy.flush()
        os.fsync(copy.fileno())
    unfinished.replace(target)
    return size, digest.hexdigest()


def _remove_others(folder: Path, kept: set[Path]) -> None:
    for path in folder.rglob("*"):
        if path.is_file() and path not in kept:
            path.unlink()
