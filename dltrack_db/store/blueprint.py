"""Empty databases with this dltrack's objects, to compare database files and overlays of lakes with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dltrack_db.base.files import tempfolder
from dltrack_db.store import template


@dataclass(frozen=True)
class Blueprint:
    """How to make an empty database of one kind; `own_tables` are the tables that it stores, None means all."""

    prefix: str
    own_tables: frozenset[str] | None
    find_cached: Callable[[], Path | None]
    make: Callable[[Path], None]

    @contextmanager
    def built(self) -> Iterator[Path]:
        """Yield the path of an empty database: a cached file, or a temporary one if the cache cannot be written."""
        if (path := self.find_cached()) is not None:
            yield path
            return
        with tempfolder.folder() as folder:
            self.make(folder / "built.duckdb")
            yield folder / "built.duckdb"


@cache
def choose(is_overlay: bool) -> Blueprint:
    """Return the blueprint of an overlay of a lake, or of a database that stores all its tables."""
    if not is_overlay:
        return Blueprint("", None, template.cached_template, template.make)
    from dltrack_db.store.lake import overlay

    return Blueprint("overlay-", overlay.OWN, overlay.cached_overlay, overlay.write_empty)
