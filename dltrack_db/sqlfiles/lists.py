"""Lists to which plug-ins add rows: queries of dltrack with a line `-- plug-ins: LIST` in a union.

A bundled plug-in adds the query in its file `scripts/lists/LIST.sql`, with the same columns. Lists that are views are
generated from `sqlfiles/scripts/lists/SCHEMA/NAME.sql`; others are in scripts of packages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

from dltrack_db.base import plugins, resources

FOLDER = Path(__file__).parent / "scripts" / "lists"
"""Folder of the lists that are views."""
_PLACE = re.compile(r"^( *)-- plug-ins: (\w+)\n", re.MULTILINE)


def views() -> list[str]:
    """Return the paths of the lists that are views, such as 'catalog/needs.sql'."""
    return sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.sql"))


def render(name: str) -> str:
    """Return a view of `views` with the rows of plug-ins."""
    return fill((FOLDER / name).read_text(encoding="utf-8"))


def fill(text: str) -> str:
    """Replace the lines `-- plug-ins: LIST` of a query by the queries of plug-ins."""
    return _PLACE.sub(lambda match: indent(_rows(match[2]), match[1]), text)


def scripts(kind: str) -> dict[str, str]:
    """Return plug-ins' scripts `scripts/KIND/NAME.sql` by NAME, as names for `resources.script`."""
    return dict(_scripts(kind))


def _scripts(kind: str) -> Iterator[tuple[str, str]]:
    for folder in plugins.own_folders("scripts"):
        for path in sorted((folder / kind).glob("*.sql")):
            yield path.stem, f"plugins/{folder.parent.name}/{kind}/{path.stem}"


def _rows(name: str) -> str:
    queries = (resources.script(script) for list_name, script in _scripts("lists") if list_name == name)
    return "".join(f"union all\n{query}\n" for query in queries)
