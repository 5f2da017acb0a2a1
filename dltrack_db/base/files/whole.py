"""Files that a command writes for its user: whole under their name, or not there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dltrack_db.base.files import access, tempfolder


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Give a place to write a file to, which gets its name after the block, and the rights of one that was there.

    What is no file, such as a pipe or device, is written to as it is; a link stays.
    """
    place = target.resolve()
    if place.exists() and not place.is_file():
        yield place
        return
    with tempfolder.folder_in(place.parent, f".{place.name}.unfinished-") as folder:
        new = folder / target.name
        yield new
        if place.exists():
            access.copy_access(place, new)
        new.replace(place)


def write(target: Path, content: bytes) -> None:
    """Write a file whole."""
    with new_file(target) as place:
        place.write_bytes(content)
