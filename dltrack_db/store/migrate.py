"""Migration of an earlier release's database: `rewrite` writes a new file, and the old file is kept next to it."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from dltrack_db import __version__
from dltrack_db.errors import DatabaseError
from dltrack_db.store import database, rewrite, stores, versions
from dltrack_db.store.verify import Flaw


@dataclass(frozen=True)
class Migration:
    """Result of a migration: old schema version, path of the old file, findings on unchecked data in the new file."""

    version: int
    kept_file: Path
    unchecked: list[Flaw]


def is_needed(path: Path) -> bool:
    """Return True if a database has the table schema of an earlier release."""
    return _version(path) < int(versions.SCHEMA_VERSION)


def migrate(path: Path, *, accept: bool = False, say: Callable[[str], None] = print) -> Migration:
    """Upgrade a database to the current schema; the old file is kept next to it under another name."""
    version = _version(path)
    path = path.resolve()  # a symbolic link stays, and the file that it points to is rewritten
    say(f"{path}: upgrading table schema {version} to {versions.SCHEMA_VERSION}, in a new file next to it")
    with stores.at(path).rewritten("migrate", accept=accept) as (new, findings):
        kept_file = _keep(path)
        new.replace(path)
    return Migration(version, kept_file, findings)


def _version(path: Path) -> int:
    with closing(database.open_readonly(path, older=rewrite.discard, to_build=True)) as con:
        return database.check_version(con, path, older=True).schema


def _keep(path: Path) -> Path:
    """Link the old file to an unused name, and return this name; reuse the link of a killed migration."""
    release = ".".join(__version__.split(".")[:2])
    for number in range(1, 1000):
        kept_file = path.with_name(f"{path.name}.before-{release}" + (f"-{number}" if number > 1 else ""))
        try:
            kept_file.hardlink_to(path)
            return kept_file
        except FileExistsError:
            if kept_file.samefile(path):
                return kept_file
        except OSError:  # a file system without links
            if not kept_file.exists():
                os.rename(path, kept_file)  # noqa: PTH104 (Path.rename would overwrite on some systems)
                return kept_file
    raise DatabaseError(
        f"there are too many old files next to {path}; move {path.name}.before-{release}* to another folder"
    )
