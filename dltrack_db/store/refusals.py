"""Records of rejected loads and their failed expectations, in the user's cache: a rejected load changes no database."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db.base import config, resources, sql_text
from dltrack_db.base.files import tempfolder
from dltrack_db.errors import ValidationError

TABLE = "refused_loads"
KEPT_LOADS = 20
KEPT_DATABASES = 50
EXAMPLES = 5
# maximum characters of an example
_LONGEST = 500
_FIELDS = ("suite", "expectation", "meaning", "severity", "unexpected_rows")


@contextmanager
def record(db: Path, edition: str) -> Iterator[None]:
    """If a load into `db` in the block fails its expectations, record the failure; the error is raised again."""
    try:
        yield
    except ValidationError as error:
        if error.outcomes:
            with suppress(OSError):  # the rejection must be reported in any case
                _record(db, edition, error)
        raise


def fill(con: duckdb.DuckDBPyConnection, db: Path) -> None:
    """Create the temporary table `refused_loads`, with a row for each failed expectation of the last rejected loads."""
    con.execute(resources.script("store/refused_loads"))
    rows = [
        {"refused_at": load["refused_at"], "edition": load["edition"], **failure}
        for load in read(db)
        for failure in load["failed"]
    ]
    sql_text.insert_rows(con, f"temp.{TABLE}", rows)


def read(db: Path) -> list[dict[str, Any]]:
    """Return the last rejected loads of a database, oldest first; none if the record is missing or unreadable."""
    with suppress(OSError, ValueError):
        return list(json.loads(_record_path(db).read_text(encoding="utf-8")))
    return []


def _record(db: Path, edition: str, error: ValidationError) -> None:
    failed = [
        {name: value for name, value in asdict(outcome).items() if name in _FIELDS}
        | {"examples": "\n".join(example[:_LONGEST] for example in outcome.examples[:EXAMPLES]) or None}
        for outcome in error.outcomes
        if not outcome.success
    ]
    load = {"refused_at": datetime.now(UTC).isoformat(timespec="seconds"), "edition": edition, "failed": failed}
    path = _record_path(db)
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfolder.folder_in(path.parent, ".new-") as folder:
        new = folder / path.name
        new.write_text(json.dumps([*read(db), load][-KEPT_LOADS:], ensure_ascii=False), encoding="utf-8")
        os.replace(new, path)  # noqa: PTH105 (atomic)
    for old in sorted(path.parent.glob("*.json"), key=_age)[KEPT_DATABASES:]:
        old.unlink(missing_ok=True)


def _record_path(db: Path) -> Path:
    place = hashlib.sha256(os.fsencode(db.resolve())).hexdigest()[:16]
    return config.cache_folder() / "refused" / f"{place}.json"


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:
        return 0
