"""Paths of the data folders `schema/`, `sql/`, `ingest/` and `papers/`, and the text of SQL scripts.

A wheel contains the folders in `dltrack_db/_data`; a checkout contains them at its top level.

A script is SQL that a package executes, other than the definition of a table, view or macro. Scripts are files in the
package's folder `scripts`. A file may contain several scripts (blocks), each after a comment `-- name: NAME`; a file
without such a comment is one script.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
_SHIPPED = PACKAGE / "_data"
IS_CHECKOUT = not _SHIPPED.is_dir()
"""True if dltrack runs from a checkout, where the user may edit these files; False in an installed wheel."""
ROOT = PACKAGE.parent if IS_CHECKOUT else _SHIPPED

SCHEMA = ROOT / "schema"
SQL = ROOT / "sql"
INGEST = ROOT / "ingest"
PAPERS = ROOT / "papers"
RECIPES = INGEST / "recipes"
PARTS = INGEST / "parts"
EXPECTATIONS = INGEST / "expectations"


_BLOCK = re.compile(r"^-- name: (\w+)\n", re.MULTILINE)


def script_path(name: str) -> Path:
    """Return the path of a script: 'ingest/read' is in the folder `ingest`, 'store/derive' in `store/scripts`."""
    package, _, rest = name.partition("/")
    if package == "plugins":
        plugin, _, rest = rest.partition("/")
        package = f"plugins/{plugin}"
    return INGEST / rest if package == "ingest" else PACKAGE / package / "scripts" / rest


def script(name: str) -> str:
    """Return the text of a SQL script: a file ('ingest/read/qrels') or a block of a file ('store/derive/steps')."""
    file, _, block = name.rpartition("/")
    for blocks, key in ((_read(name), ""), (_read(file), block)):
        if key in blocks:
            return blocks[key]
    raise KeyError(f"no SQL script '{name}': no {script_path(name)}.sql, and no block '{block}' in {file}.sql")


def scripts(name: str) -> dict[str, str]:
    """Return SQL scripts by name: the blocks of a file in order, or the files of a folder."""
    if folder := sorted(script_path(name).glob("*.sql")):
        return {path.stem: script(f"{name}/{path.stem}") for path in folder}
    return _read(name)


@cache
def _read(file: str) -> dict[str, str]:
    """Return the scripts of a file by block name, without the last semicolon; the name is '' if there are no blocks."""
    try:
        text = script_path(f"{file}.sql").read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    whole, *parts = _BLOCK.split(text)
    blocks = dict(zip(parts[::2], parts[1::2], strict=True)) or {"": whole}
    return {name: block.strip().removesuffix(";") for name, block in blocks.items()}
