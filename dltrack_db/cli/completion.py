"""Names for shell completion, from the default database; without a database, there are no names and no error."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from dltrack_db.base.config import DEFAULT_NAME


def _names(query: str) -> Callable[[str], list[str]]:
    """Return a completer for the values in the first column of a query."""

    def complete(incomplete: str) -> list[str]:
        from dltrack_db.base import config
        from dltrack_db.errors import DltrackError
        from dltrack_db.store import database

        try:
            config.into_environment()
            con = database.open_readonly(Path(os.environ.get("DLTRACK_DB", DEFAULT_NAME)))
        except DltrackError:
            return []
        try:
            return [row[0] for row in con.execute(query).fetchall() if row[0].startswith(incomplete)]
        finally:
            con.close()

    return complete


objects = _names("select object from catalog.objects order by object")
collections = _names("select collection from main.collections order by collection")
runs = _names("select distinct run_id from main.run_topics order by run_id")
editions_and_collections = _names(
    "select distinct edition from main.collections union select collection from main.collections order by all"
)
