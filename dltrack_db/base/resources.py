"""Where the data folders `schema/`, `sql/`, `ingest/` and `papers/` are, and the text of every SQL script.

A wheel carries them inside the package (`dltrack_db/_data`); a checkout keeps
them at its top level, where an editable install reads them in place. Scripts of
a room (what it executes that is no view or macro) lie in its folder `scripts`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
_SHIPPED = PACKAGE / "_data"
IS_CHECKOUT = not _SHIPPED.is_dir()
"""Whether the folders are sources that somebody may edit."""
ROOT = PACKAGE.parent if IS_CHECKOUT else _SHIPPED

SCHEMA = ROOT / "schema"
SQL = ROOT / "sql"
INGEST = ROOT / "ingest"
PAPERS = ROOT / "papers"
RECIPES = INGEST / "recipes"
PARTS = INGEST / "parts"
EXPECTATIONS = INGEST / "expectations"


def script_path(name: str) -> Path:
    """The file of a script, or the folder of several: 'ingest/read/qrels', or 'store/derive/steps' in a room."""
    room, _, rest = name.partition("/")
    return INGEST / rest if room == "ingest" else PACKAGE / room / "scripts" / rest


def script(name: str) -> str:
    """Return the text of a SQL script: a file, named as in `script_path` without its ending, or a block of one.

    'ask/leaderboard/tests' is what stands in `ask/scripts/leaderboard.sql` below the line `-- name: tests`.
    """
    path = script_path(f"{name}.sql")
    if path.is_file():
        return path.read_text(encoding="utf-8")
    file, _, block = name.rpartition("/")
    return _blocks(script_path(f"{file}.sql"))[block]


@cache
def _blocks(path: Path) -> dict[str, str]:
    """Return the named blocks of a script, without the semicolon at their ends."""
    _, *parts = path.read_text(encoding="utf-8").split("-- name: ")
    pairs = (part.partition("\n") for part in parts)
    return {name.strip(): text.strip().removesuffix(";") for name, _, text in pairs}


def scripts(folder: str) -> list[str]:
    """The texts of all SQL scripts of a folder, in the order of their names."""
    return [path.read_text(encoding="utf-8") for path in sorted(script_path(folder).glob("*.sql"))]
