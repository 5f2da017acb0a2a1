"""Inline views into queries that read them several times, so that DuckDB plans and computes each view once.

Without this, DuckDB plans a view each time a query reads the view. Planning takes more than linear time, because each
sort and join uses the statistics of the whole plan. Inlined views are table expressions (`with`).
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter

from dltrack_db.base import resources
from dltrack_db.sqlfiles import places
from dltrack_db.sqlfiles.sql_object import load_object

_READ = re.compile(r"\b(from|join)\s+([a-z_]+\.[a-z_0-9]+)\b(?!\()(\s+as\s+\w+)?")
_ORDER = re.compile(r"\norder by (?:.(?!\nlimit))*\Z", re.DOTALL)
"""The final `order by` of a view, which has no effect inside a query, but takes time to plan."""
_ROWS = ("main.", "metrics.query_scores")
"""Prefixes of names that are not inlined: large tables and scores, because each reader needs only a few rows."""


def inline_shared(query: str) -> tuple[list[str], str]:
    """Return the table expressions of the inlined views in dependency order, and the query with their names.

    A view is inlined if it is read several times, if it has a final `order by` (which is removed), or if it reads an
    inlined view.
    """
    bodies: dict[str, str] = {}

    def meet(text: str) -> None:
        for name in _read(text):
            if name not in bodies and not name.startswith(_ROWS) and (body := _body(name)):
                meet(body)
                bodies[name] = body

    meet(query)
    uses = Counter(name for text in (query, *bodies.values()) for name in _read(text))
    chosen: dict[str, str] = {}
    for name, body in bodies.items():
        if uses[name] > 1 or _ORDER.search(body) or any(below in chosen for below in _read(body)):
            chosen[name] = body

    def rewrite(match: re.Match[str]) -> str:
        word, name, alias = match.groups()
        return f"{word} {_expression(name)}{alias or ' as ' + name.split('.')[1]}" if name in chosen else match[0]

    expressions = [
        f"{_expression(name)} as (\n{textwrap.indent(_READ.sub(rewrite, _ORDER.sub('', body)).strip(), '    ')}\n)"
        for name, body in chosen.items()
    ]
    return expressions, _READ.sub(rewrite, query)


def _read(text: str) -> list[str]:
    return [name for _, name, _ in _READ.findall(text)]


def _expression(view: str) -> str:
    return view.replace(".", "__")


def _body(name: str) -> str:
    schema, _, own = name.partition(".")
    place = places.find(resources.SQL, schema, own)
    obj = load_object(*place) if place else None
    return obj.body if obj and obj.kind == "view" else ""
