"""File names as DuckDB's readers take them.

The readers expand wildcards and lists before they look at the disk, so the file
`run[1]` would be read as the file `run1`, and `a*` as all files that begin with a.
"""

from __future__ import annotations

import re
from pathlib import Path

from dltrack_db.errors import SourceError

_WILDCARD = re.compile(r"[*?\[]")


def for_reader(path: Path) -> str:
    """The one pattern that matches this very file, for `read_csv` and `read_text`.

    Raises:
        SourceError: no pattern does: the name is no text, or mixes wildcards and backslashes.
    """
    name = str(path.absolute())
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise SourceError(f"the name of {path} is not UTF-8 text; rename the file or its folder") from error
    if not _WILDCARD.search(name):
        return name
    if path.drive == "" and "\\" in name:
        raise SourceError(f"the name of {path} holds both wildcards and backslashes; rename the file or its folder")
    return _WILDCARD.sub(lambda match: f"[{match[0]}]", name)
