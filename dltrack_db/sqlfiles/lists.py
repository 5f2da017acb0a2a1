"""Lists: queries of dltrack to which bundled plug-ins add rows.

A list contains a line `-- plug-ins: LIST` in a union. The query in the file `scripts/lists/LIST.sql` of a plug-in has
the same columns, and is inserted there. Some lists are views, generated from `sqlfiles/scripts/lists/SCHEMA/NAME.sql`;
other lists are scripts of packages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

from dltrack_db.base import plugins, resources

FOLDER = Path(__file__).parent / "scripts" / "lists"
"""Folder of the lists that become views."""
_PLACE = re.compile(r"^( *)-- plug-ins: (\w+)\n", re.MULTILINE)


def views() -> list[str]:
    """Return the paths of the lists that become views, such as 'catalog/needs.sql'."""
    return sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.sql"))


def render(name: str) -> str:
    """Return the SQL of a view in `views()`, with the rows of plug-ins."""
    return fill((FOLDER / name).read_text(encoding="utf-8"))


def fill(text: str) -> str:
    """Return a query with its lines `-- plug-ins: LIST` replaced by the queries of plug-ins."""
    return _PLACE.sub(lambda match: indent(_rows(match[2]), match[1]), text)


def scripts(kind: str) -> dict[str, str]:
    """Return the scripts `scripts/KIND/NAME.sql` of plug-ins: their names for `resources.script`, by NAME."""
    return dict(_scripts(kind))


def _scripts(kind: str) -> Iterator[tuple[str, str]]:
    for folder in plugins.own_folders("scripts"):
        for path in sorted((folder / kind).glob("*.sql")):
            yield path.stem, f"plugins/{folder.parent.name}/{kind}/{path.stem}"


def _rows(name: str) -> str:
    queries = (resources.script(script) for list_name, script in _scripts("lists") if list_name == name)
    return "".join(f"union all\n{query}\n" for query in queries)
