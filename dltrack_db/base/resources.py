"""Where the data folders `schema/`, `sql/`, `ingest/` and `papers/` are, and the text of every SQL script.

A wheel carries them inside the package (`dltrack_db/_data`); a checkout keeps
them at its top level, where an editable install reads them in place. Scripts of
a room (what it executes that is no view or macro) lie in its folder `scripts`.
"""

from __future__ import annotations

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
    """The text of a SQL script, named as in `script_path`, without its ending."""
    path = script_path(f"{name}.sql")
    if not path.exists():
        text = path.with_name(f"{path.parent.name}.sql").parent.with_suffix(".sql").read_text(encoding="utf-8")
        return text.partition(f"-- name: {path.stem}\n")[2].partition("-- name: ")[0].strip().removesuffix(";")
    return path.read_text(encoding="utf-8")


def scripts(folder: str) -> list[str]:
    """The texts of all SQL scripts of a folder, in the order of their names."""
    return [path.read_text(encoding="utf-8") for path in sorted(script_path(folder).glob("*.sql"))]
