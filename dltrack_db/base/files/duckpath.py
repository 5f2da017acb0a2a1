"""File names for DuckDB's readers, which would otherwise misread special characters.

The readers expand wildcards: `run[1]` means the file `run1`, and `a*` means all files that begin with a. They also
turn a folder `text=hive` into a column `text`, which replaces the column `text` in the file. Not all readers have an
option that disables this.
"""

from __future__ import annotations

import atexit
import re
from contextlib import ExitStack
from functools import cache, lru_cache
from pathlib import Path

from dltrack_db.base.files import tempfolder
from dltrack_db.errors import SourceError

_WILDCARD = re.compile(r"[*?\[]")
_COLUMN_FOLDER = re.compile(r"[/\\][^/\\=]+=[^/\\=]*(?=[/\\])")
"""Matches a folder of the form key=value."""
_OTHER_PLACES = (Path("/tmp"), Path("/dev/shm"))
"""Folders for links if TMPDIR is below a folder of the form key=value."""


def for_reader(path: Path) -> str:
    """Return a pattern that matches only this file, for `read_csv`, `read_text` and other readers.

    If the file is in a folder of the form key=value, the pattern matches a link, which exists until the process ends.
    """
    name = str(path.absolute())
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise SourceError(f"the name of {path} is not UTF-8 text; rename the file or its folder") from error
    if _COLUMN_FOLDER.search(name):
        name = _link(name)
    if not _WILDCARD.search(name):
        return name
    if path.drive == "" and "\\" in name:
        raise SourceError(f"the name of {path} contains both wildcards and backslashes; rename the file or its folder")
    return _WILDCARD.sub(lambda match: f"[{match[0]}]", name)


@cache
def _link(name: str) -> str:
    """Return the path of a link to a file; the link is in a folder that is not of the form key=value."""
    try:
        link = _link_folder() / str(_link.cache_info().misses)
        link.symlink_to(name)
    except (OSError, SourceError) as error:
        raise SourceError(
            f"{name} is in a folder named like a column (key=value), and linking to the file failed; rename the folder"
        ) from error
    return str(link)


@lru_cache(maxsize=1)
def _link_folder() -> Path:
    for place in (tempfolder.base(), *_OTHER_PLACES):
        if place.is_dir() and not _COLUMN_FOLDER.search(f"{place.absolute()}/"):
            stack = ExitStack()
            folder = stack.enter_context(tempfolder.folder_in(place, "dltrack-"))
            atexit.register(stack.close)
            return folder
    raise SourceError("no folder for links is available; set TMPDIR to a folder without = in its path")
