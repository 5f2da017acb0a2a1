"""Files next to a database that commands use while they run, and that a killed command leaves there.

A bundled plug-in with such files has a module `leftovers.py` with `KINDS`, like `_KINDS` here, and `tidy(con, db)`,
which removes those that are no longer needed.
"""

from __future__ import annotations

import glob
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from dltrack_db.base import plugins
from dltrack_db.store import database

_KINDS = {
    ".{}.unfinished-*": "of a running or killed command; the next command that writes removes it",
    ".{}.corpus-*": "of an interrupted load of a corpus, which continues when it is run again",
    ".{}.load-*": "of a running or killed load; the next load removes it",
    "{}.tmp-*": "of a running query, or one killed on another machine; remove it when no query runs",
}
"""Patterns of names, with descriptions of the files."""


@dataclass(frozen=True)
class Leftover:
    """A file or folder next to a database, its size and its description."""

    path: Path
    num_bytes: int
    meaning: str


def find(path: Path) -> list[Leftover]:
    """Find files next to a database that are not part of it."""
    folder, name = path.absolute().parent, glob.escape(path.name)
    return [
        Leftover(each, _size(each), meaning)
        for kinds in (_KINDS, *(one.KINDS for one in plugins.load_modules("leftovers")))
        for pattern, meaning in kinds.items()
        for each in sorted(folder.glob(pattern.format(name)))
        if not each.name.endswith(".wal")
    ]


def tidy(path: Path) -> None:
    """Remove files of plug-ins next to a database that are no longer needed, after a drop."""
    if modules := plugins.load_modules("leftovers"):
        with closing(database.open_readonly(path)) as con:
            for module in modules:
                module.tidy(con, path)


def _size(path: Path) -> int:
    log = path.with_name(f"{path.name}.wal")
    parts = path.rglob("*") if path.is_dir() else [path, log]
    return sum(each.stat().st_size for each in parts if each.is_file())
