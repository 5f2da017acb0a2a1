"""File names for DuckDB's readers.

The readers expand wildcards and lists first: they read `run1` for the file `run[1]`, and all files that begin with a
for `a*`. They also read a folder `text=hive` as a column `text` that replaces the one in the file. Not all readers have
options against that.
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
"""Folders for links if TMPDIR is below such a folder."""


def for_reader(path: Path) -> str:
    """Return a pattern with which `read_csv`, `read_text` and others read exactly this file.

    For a file in a folder of the form key=value it is a link, which lasts as long as the process.
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
    """Return the path of a link to a file, in a folder that readers do not read as a column."""
    try:
        link = _link_folder() / str(_link.cache_info().misses)
        link.symlink_to(name)
    except (OSError, SourceError) as error:
        raise SourceError(
            f"a folder of {name} is named like a column (key=value), and a link to the file failed; rename the folder"
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
    raise SourceError("no folder for links is available; set TMPDIR to one without = in its name")
