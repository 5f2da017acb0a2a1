"""Migration of a database of an earlier release: `rewrite` writes a new file, the old one is kept next to it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dltrack_db import __version__
from dltrack_db.errors import DatabaseError
from dltrack_db.store import database, rewrite, stores, versions
from dltrack_db.store.verify import Flaw


@dataclass(frozen=True)
class Migration:
    """Result of a migration: the old schema, the path of the old file, and what of the new one is not checked."""

    version: int
    kept_file: Path
    unchecked: list[Flaw]


def is_needed(path: Path) -> bool:
    """Return True if a database has the table schema of an earlier release."""
    return _version(path) < int(versions.SCHEMA_VERSION)


def migrate(path: Path, *, accept: bool = False, say: Callable[[str], None] = print) -> Migration:
    """Bring a database forward to today's schema; the old file stays next to it under another name."""
    version = _version(path)
    path = path.resolve()  # a link stays, and what it leads to is written again
    say(f"{path}: bringing table schema {version} forward to {versions.SCHEMA_VERSION}, in a new file next to it")
    with stores.at(path).rewritten("migrate", accept=accept) as (new, findings):
        kept_file = _keep(path)
        new.replace(path)
    return Migration(version, kept_file, findings)


def _version(path: Path) -> int:
    con = database.open_readonly(path, older=rewrite.discard, to_build=True)
    try:
        return database.check_version(con, path, older=True).schema
    finally:
        con.close()


def _keep(path: Path) -> Path:
    """Give the old file a second name that no other file has; a killed migration may have given it already."""
    release = ".".join(__version__.split(".")[:2])
    for number in range(1, 1000):
        kept_file = path.with_name(f"{path.name}.before-{release}" + (f"-{number}" if number > 1 else ""))
        try:
            kept_file.hardlink_to(path)
            return kept_file
        except FileExistsError:
            if kept_file.samefile(path):
                return kept_file
        except OSError:  # a disk without links
            if not kept_file.exists():
                os.rename(path, kept_file)  # noqa: PTH104 (Path.rename would overwrite on some systems)
                return kept_file
    raise DatabaseError(f"too many old files next to {path}; move {path.name}.before-{release}* away")
