"""File names as DuckDB's readers take them.

The readers expand wildcards and lists before they look at the disk, so the file
`run[1]` would be read as the file `run1`, and `a*` as all files that begin with a;
and they take a folder `text=hive` for a column `text`, whose value replaces what
the file says. Not all of them can be told not to, so no such name reaches them.
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
"""A folder of the form key=value."""
_OTHER_PLACES = (Path("/tmp"), Path("/dev/shm"))
"""Where links are made when TMPDIR itself lies in such a folder."""


def for_reader(path: Path) -> str:
    """The one pattern by which `read_csv`, `read_text` and the others read this very file, and its content alone.

    It is a link to the file, which lasts as long as the process, where a folder would be taken for a column.
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
        raise SourceError(f"the name of {path} holds both wildcards and backslashes; rename the file or its folder")
    return _WILDCARD.sub(lambda match: f"[{match[0]}]", name)


@cache
def _link(name: str) -> str:
    """The name of a link to a file, in a folder that no reader takes for a column."""
    try:
        link = _link_folder() / str(_link.cache_info().misses)
        link.symlink_to(name)
    except (OSError, SourceError) as error:
        raise SourceError(
            f"a folder of {name} is named like a column (key=value), and no link to the file can be made; rename it"
        ) from error
    return str(link)


@lru_cache(maxsize=1)
def _link_folder() -> Path:
    """A folder for links, removed when the process ends."""
    for place in (tempfolder.base(), *_OTHER_PLACES):
        if place.is_dir() and not _COLUMN_FOLDER.search(f"{place.absolute()}/"):
            stack = ExitStack()
            folder = stack.enter_context(tempfolder.folder_in(place, "dltrack-"))
            atexit.register(stack.close)
            return folder
    raise SourceError("there is no folder for links; set TMPDIR to one without = in its name")
