"""Views written into a query that reads them several times, so that DuckDB plans and computes each of them once.

DuckDB plans a view each time it is read, and planning takes more than linear time, because each sort and join uses the
statistics of the whole plan. It does not plan table expressions that are not read.
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
"""The order of a view's rows, which has no effect inside a query but would be planned."""
_ROWS = ("main.", "metrics.query_scores")
"""Prefixes of large tables, and of scores, which are not inlined because each reader needs few rows."""


def inline_shared(query: str) -> tuple[list[str], str]:
    """Return table expressions for the views that a query reads several times, in order of use, and the query.

    They include views that read one of those, and views with an order, which is removed.
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
