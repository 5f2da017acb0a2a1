"""Questions to a database file that is otherwise closed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dltrack_db.store import database


def asked(path: Path, query: str) -> list[tuple[Any, ...]]:
    """The rows of a query, as a reading command gets them."""
    con = database.open_readonly(path)
    try:
        return con.execute(query).fetchall()
    finally:
        con.close()
