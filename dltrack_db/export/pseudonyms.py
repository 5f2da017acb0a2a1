"""Pseudonyms for runs and teams: the same key yields the same pseudonyms, which cannot be reversed without the key."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Sequence
from pathlib import Path

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.errors import UsageError

_KEY_BYTES = 32
_SHOWN = 10
"""Number of hexadecimal digits in a pseudonym."""

IDENTIFYING = {
    "run_id": "temp.pseudonym('run', run_id)",
    "tag": "temp.pseudonym('run', run_id)",
    "team": "temp.pseudonym('team', team)",
    **dict.fromkeys(("source_file", "source_md5", "submitted_md5", "submitted_on"), "null"),
}
"""Exported columns that identify a run's author, with the SQL expressions that replace them."""


def read_key(path: Path) -> bytes:
    """Return the key in a private file; if the file does not exist, create it with a new key."""
    try:
        if not path.exists():
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_hex(_KEY_BYTES) + "\n")
        if path.stat().st_mode & 0o077 and os.name == "posix":
            raise UsageError(f"{path}: other users can read the key; run: chmod 600 {path}")
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except OSError as error:
        raise UsageError(f"{path}: the key cannot be read or created ({error.strerror}); name another file") from error
    except ValueError as error:
        raise UsageError(
            f"{path} does not contain a key (hexadecimal digits); name a new file to create a key"
        ) from error
    if len(key) < _KEY_BYTES:
        raise UsageError(
            f"{path}: the key has {len(key)} bytes, but needs {_KEY_BYTES}; name a new file to create a key"
        )
    return key


class Pseudonyms:
    """The pseudonyms of all runs and teams in some collections, in the connection's temporary table `pseudonyms`."""

    def __init__(self, con: duckdb.DuckDBPyConnection, key: bytes, collections: Sequence[str]) -> None:
        con.execute(resources.script("export/prepare/pseudonyms"))
        rows = sql_text.run_script(con, "export/prepare/named", collections=list(collections)).fetchall()
        self._known = {(kind, name): _pseudonym(key, kind, name) for kind, name in rows}
        if len(set(self._known.values())) < len(self._known):
            raise UsageError("two runs or teams would get the same pseudonym; use another key")
        for (kind, name), pseudonym in self._known.items():
            sql_text.insert_row(con, "temp.pseudonyms", {"kind": kind, "name": name, "pseudonym": pseudonym})

    def pseudonym_of_run(self, run_id: str) -> str:
        """Return the pseudonym of a run."""
        return self._known["run", run_id]


def hide_names(con: duckdb.DuckDBPyConnection, select: str) -> str:
    """Return the query with runs and teams replaced by pseudonyms, sorted by these, and other identifying values null.

    A query without identifying columns is returned unchanged.
    """
    described = con.execute(f"describe {select}").fetchall()
    columns = [column[0] for column in described]
    if not IDENTIFYING.keys() & set(columns):
        return select
    replaced = ", ".join(f"{value} as {name}" for name, value in IDENTIFYING.items() if name in columns)
    keys = [name for name in ("collection", "run_id", "query_id", "rank", "measure") if name in columns]
    return f"select * from (select * replace ({replaced}) from (\n{select}\n)) order by {', '.join(keys)}"


def _pseudonym(key: bytes, kind: str, name: str) -> str:
    digest = hmac.new(key, f"{kind}:{name}".encode(), hashlib.sha256).hexdigest()
    return f"{kind}-{digest[:_SHOWN]}"
