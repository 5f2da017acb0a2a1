"""Built parts of the page: its program, DuckDB's client, the editor, and DuckDB for the browser with its worker.

`web/build.mjs` builds them from `web/` and npm packages. A wheel contains them; in a checkout, `make parts` does.
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
    """Bytes of each part."""
    parts = _read_parts()["parts"]
    return {name: int(parts[name]["bytes"]) for name in (PROGRAM, CLIENT, EDITOR, WORKER, WASM)}


def duckdb_version() -> str:
    """Version of DuckDB in the page, as reported when the parts were built."""
    return str(_read_parts()["duckdb"])


def _read_parts() -> dict[str, Any]:
    try:
        listed: dict[str, Any] = json.loads((FOLDER / "parts.json").read_text(encoding="utf-8"))
        if "duckdb" not in listed or not {PROGRAM, CLIENT, EDITOR, WORKER, WASM} <= listed["parts"].keys():
            raise KeyError
    except (OSError, ValueError, KeyError):
        raise UsageError(
            "the parts of the page are not built; get Node.js 20 or later and run: make parts "
            "(half a minute, once in a checkout; an installed wheel carries them and needs no Node.js)"
        ) from None
    return listed


def content(name: str) -> bytes:
    """Return one part; raise an error if it changed since it was built."""
    sizes()
    part = _read_parts()["parts"][name]
    try:
        found = (FOLDER / name).read_bytes()
    except OSError:
        found = b""
    if hashlib.sha256(found).hexdigest() != part["sha256"]:
        raise UsageError(f"{FOLDER / name} is not the file that was built; run: make parts, or install dltrack again")
    return found
