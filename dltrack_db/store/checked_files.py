"""Notes in the user's cache on files that passed the check of `store/trust.py`, so that no file is checked twice."""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path

import duckdb

from dltrack_db import __version__
from dltrack_db.base import config, plugins, resources

_OWN_TABLES = "\nhas its own tables"
"""End of the note on a checked file that is not an overlay of a lake."""
_COVERED = "\nhas other views, read under "
"""Text in the note on a file that is read through a cover (`store/cover.py`); the mark of the cover follows."""
_BUILT = "\nis built of "
"""Text after `_OWN_TABLES` in the note on a built file; a checksum of the SQL files that it was built from follows."""
_BUCKETS = 256
"""Maximum number of notes on checked files."""


def stamp(path: Path) -> str:
    """Return a text that changes whenever a database file or its log changes; empty if the file cannot be read.

    The text also depends on dltrack, DuckDB and the plug-ins, because object definitions depend on them.
    """
    try:
        state = [f"{__version__} {_sql_folders()} {plugins.mark()}", duckdb.__version__, ascii(str(path.resolve()))]
        for each in (path, path.with_name(path.name + ".wal")):
            if each.exists():
                now = each.stat()
                state.append(f"{now.st_dev} {now.st_ino} {now.st_size} {now.st_mtime_ns} {now.st_ctime_ns}")
    except OSError:
        return ""
    return "\n".join(state)


@cache
def _sql_folders() -> str:
    """Return a text that changes when a SQL folder changes, for example between two commits of one version."""
    homes = (resources.SQL, *plugins.own_folders("sql"))
    schemas = sorted(each for home in homes for each in home.iterdir() if each.is_dir())
    folders = [resources.SCHEMA, *plugins.own_folders("schema"), *homes, *schemas]
    return f"{zlib.crc32(' '.join(str(each.stat().st_mtime_ns) for each in folders).encode()):08x}"


def is_checked(path: Path) -> bool:
    """Return True if this file passed the check and has not been written since."""
    now = stamp(path)
    return bool(now) and _checked_state(path) in (now, now + _OWN_TABLES)


def has_own_tables(path: Path) -> bool:
    """Return True if this file passed the check, has not been written since, and is not an overlay of a lake."""
    now = stamp(path)
    return bool(now) and _checked_state(path) == now + _OWN_TABLES


def overlay_mark(path: Path) -> str | None:
    """Return the mark of the cover through which this file must be read; None if no cover is noted."""
    now, text = stamp(path), _read(path) or ""
    mark = text.removeprefix(now + _COVERED)
    return mark if now and mark != text and mark.isalnum() else None


def is_built(path: Path, sql_state: str) -> bool:
    """Return True if this file was noted as built from these SQL files and has not been written since."""
    now = stamp(path)
    return bool(now) and _read(path) == now + _OWN_TABLES + _built_suffix(sql_state)


def note(path: Path, state: str, *, has_own_tables: bool = True) -> None:
    """Note that a file with the stamp `state` passed the check; `has_own_tables` is False for an overlay of a lake."""
    _write(path, state + (_OWN_TABLES if has_own_tables else ""))


def note_covered(path: Path, state: str, mark: str) -> None:
    """Note that a file with the stamp `state` must be read through the cover with this `mark`."""
    _write(path, state + _COVERED + mark)


def note_built(path: Path, sql_state: str) -> None:
    """Note on a checked file the state of the SQL files that its views and derived tables were built from."""
    now = stamp(path)
    if now and _read(path) == now + _OWN_TABLES:
        _write(path, now + _OWN_TABLES + _built_suffix(sql_state))


def note_new(path: Path, written: os.stat_result, *, has_own_tables: bool = True) -> None:
    """Note that dltrack wrote the file that was just renamed to `path`; `written` is its state before the renaming.

    Nothing is noted if the file was replaced or changed in the meantime.
    """
    with suppress(OSError):
        if _content_state(path.stat()) == _content_state(written) and (now := stamp(path)):
            note(path, now, has_own_tables=has_own_tables)


def _content_state(state: os.stat_result) -> tuple[int, int, int, int]:
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


def note_written(con: duckdb.DuckDBPyConnection, path: Path, alias: str = "dltrack") -> None:
    """Note that dltrack wrote a checked file that is still attached for writing, so no other process has changed it.

    If DuckDB writes to the file again on closing, the note no longer matches and the file is checked again.
    """
    with suppress(duckdb.Error):
        con.execute(f"checkpoint {alias}")
        if now := stamp(path):
            note(path, now)


def _checked_state(path: Path) -> str | None:
    text = _read(path)
    return None if text is None else text.partition(_BUILT)[0]


def _built_suffix(sql_state: str) -> str:
    return f"{_BUILT}{zlib.crc32(sql_state.encode(errors='surrogateescape')):08x}"


def _read(path: Path) -> str | None:
    """Return the note in this path's bucket, which may be about another file."""
    with suppress(OSError):
        return _note_path(path).read_text(encoding="utf-8")
    return None


def _write(path: Path, text: str) -> None:
    note_path = _note_path(path)
    with suppress(OSError):
        note_path.parent.mkdir(parents=True, exist_ok=True)
        note_path.write_text(text, encoding="utf-8")


def _note_path(path: Path) -> Path:
    bucket = zlib.crc32(str(path.absolute()).encode(errors="surrogateescape")) % _BUCKETS
    return config.cache_folder() / "checked" / f"{bucket:02x}"
