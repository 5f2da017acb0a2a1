"""Built parts of the page: its program, DuckDB's client, the editor, and DuckDB for the browser with its worker.

`web/build.mjs` builds the parts from `web/` and npm packages. A wheel contains the built parts; in a checkout, run
`make parts`.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from dltrack_db.errors import UsageError

FOLDER = Path(__file__).resolve().parent / "parts"
PROGRAM, CLIENT, EDITOR, WORKER, WASM = "page.js", "client.js", "editor.js", "worker.js", "duckdb.wasm.gz"


def sizes() -> dict[str, int]:
    """Return the size of each part in bytes."""
    parts = _read_parts()["parts"]
    return {name: int(parts[name]["bytes"]) for name in (PROGRAM, CLIENT, EDITOR, WORKER, WASM)}


def duckdb_version() -> str:
    """Return the version of DuckDB in the page, which was recorded when the parts were built."""
    return str(_read_parts()["duckdb"])


def _read_parts() -> dict[str, Any]:
    try:
        listed: dict[str, Any] = json.loads((FOLDER / "parts.json").read_text(encoding="utf-8"))
        if "duckdb" not in listed or not {PROGRAM, CLIENT, EDITOR, WORKER, WASM} <= listed["parts"].keys():
            raise KeyError
    except (OSError, ValueError, KeyError):
        raise UsageError(
            "the parts of the page are not built; install Node.js 20 or later and run: make parts "
            "(needed once in a checkout, takes half a minute; an installed wheel contains the parts)"
        ) from None
    return listed


def content(name: str) -> bytes:
    """Return the content of a part; raise UsageError if the file changed since it was built."""
    sizes()
    part = _read_parts()["parts"][name]
    try:
        found = (FOLDER / name).read_bytes()
    except OSError:
        found = b""
    if hashlib.sha256(found).hexdigest() != part["sha256"]:
        raise UsageError(f"{FOLDER / name} was changed after it was built; run: make parts, or install dltrack again")
    return found
