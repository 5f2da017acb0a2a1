"""Lists to which plug-ins add rows: queries of dltrack with a line `-- plug-ins: LIST` inside a union.

A bundled plug-in adds the rows of the query in its file `scripts/lists/LIST.sql`, with the columns of the others. Lists
that are views are generated from `sqlfiles/scripts/lists/SCHEMA/NAME.sql`; others are in scripts of packages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

from dltrack_db.base import plugins, resources

FOLDER = Path(__file__).parent / "scripts" / "lists"
"""The folder of the lists that are views."""
_PLACE = re.compile(r"^( *)-- plug-ins: (\w+)\n", re.MULTILINE)


def views() -> list[str]:
    """Return the paths of the views below their folder, as 'catalog/needs.sql'."""
    return sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.sql"))


def render(name: str) -> str:
    """Return the view of a name as in `views`, with the rows of plug-ins."""
    return fill((FOLDER / name).read_text(encoding="utf-8"))


def fill(text: str) -> str:
    """Return a query in which the rows of plug-ins take the place of the lines `-- plug-ins: LIST`."""
    return _PLACE.sub(lambda place: indent(_rows(place[2]), place[1]), text)


def scripts(kind: str) -> dict[str, str]:
    """Return the names of plug-ins' scripts `scripts/KIND/NAME.sql`, as `resources.script` takes them, by NAME."""
    return dict(_scripts(kind))


def _scripts(kind: str) -> Iterator[tuple[str, str]]:
    for folder in plugins.own_folders("scripts"):
        for path in sorted((folder / kind).glob("*.sql")):
            yield path.stem, f"plugins/{folder.parent.name}/{kind}/{path.stem}"


def _rows(name: str) -> str:
    queries = (resources.script(script) for list_name, script in _scripts("lists") if list_name == name)
    return "".join(f"union all\n{query}\n" for query in queries)
