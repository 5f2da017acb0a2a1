"""Files that a command writes for the user, completely or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dltrack_db.base.files import access, tempfolder


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Yield a temporary path; after the block, the file at this path replaces `target` and gets its permissions.

    If `target` is a pipe or device, it is yielded itself. If it is a link, the file behind the link is replaced.
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
    """Write a file completely or not at all."""
    with new_file(target) as place:
        place.write_bytes(content)
