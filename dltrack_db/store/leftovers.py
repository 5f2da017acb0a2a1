"""Temporary files next to a database, which stay there if a command is killed.

A bundled plug-in that writes temporary files has a module `leftovers.py` with `KINDS`, like `_KINDS` here, and
`tidy(con, db)`, which removes the files that are no longer needed.
"""

from __future__ import annotations

import glob
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from dltrack_db.base import plugins
from dltrack_db.store import database

_KINDS = {
    ".{}.unfinished-*": "a file of a running or killed command; the next command that changes the database removes it",
    ".{}.corpus-*": "a file of an interrupted load of a corpus; run the load again to continue it",
    ".{}.load-*": "a file of a running or killed load; the next load removes it",
    "{}.tmp-*": "data of a running query, or of a query killed on another machine; remove it when no query runs",
}
"""Patterns of file names, with descriptions of the files."""


@dataclass(frozen=True)
class Leftover:
    """A temporary file or folder next to a database, with size and description."""

    path: Path
    num_bytes: int
    meaning: str


def find(path: Path) -> list[Leftover]:
    """Return the temporary files next to a database."""
    folder, name = path.absolute().parent, glob.escape(path.name)
    return [
        Leftover(each, _size(each), meaning)
        for kinds in (_KINDS, *(one.KINDS for one in plugins.load_modules("leftovers")))
        for pattern, meaning in kinds.items()
        for each in sorted(folder.glob(pattern.format(name)))
        if not each.name.endswith(".wal")
    ]


def tidy(path: Path) -> None:
    """Remove plug-ins' files next to a database that are not needed any more after a drop."""
    if modules := plugins.load_modules("leftovers"):
        with closing(database.open_readonly(path)) as con:
            for module in modules:
                module.tidy(con, path)


def _size(path: Path) -> int:
    log = path.with_name(f"{path.name}.wal")
    parts = path.rglob("*") if path.is_dir() else [path, log]
    return sum(each.stat().st_size for each in parts if each.is_file())
