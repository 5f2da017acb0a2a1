"""Draw the entity-relationship diagram of the live tables as SVG.

Lines follow foreign keys (`catalog.relations`); derived and printed tables have a separate column.
"""

from __future__ import annotations

from html import escape

import duckdb

WIDTH, ROW, GAP, MARGIN = 210, 17, 26, 36
# columns of the picture, from topics to scores
PLACES = (
    ("queries", "passages", "documents", "passage_documents"),
    ("collections", "collection_parts", "qrels", "official_scores"),
    ("runs", "rankings", "loads", "load_expectations"),
    ("run_topics", "judged_rankings", "query_scores", "database_info"),
)
_STYLE = (
    "text{font:12px system-ui,'DejaVu Sans',sans-serif;fill:#1a1d21}.name{font-weight:600;fill:#fff}"
    ".box{fill:#fff;stroke:#1f6fb2}.head{fill:#1f6fb2}.key{font-weight:600}.link{fill:none;stroke:#8a8f98;stroke-width:1.3}"
)

Box = tuple[int, int, list[str], set[str]]


def render(con: duckdb.DuckDBPyConnection) -> str:
    """Return the diagram."""
    columns = _columns(con)
    keys = {
        name.removeprefix("main."): set(grain.split(", "))
        for name, grain in con.execute("select object, grain from catalog.objects where kind = 'table'").fetchall()
        if grain
    }
    placed = [name for group in PLACES for name in group]
    rest = sorted(name for name in columns if name not in placed)
    boxes: dict[str, Box] = {}
    bottom = 0
    for place, group in enumerate([*PLACES, tuple(rest)]):
        y = MARGIN
        for name in group:
            if name in columns:
                boxes[name] = (MARGIN + place * (WIDTH + 70), y, columns[name], keys.get(name, set()))
                y += (len(columns[name]) + 1) * ROW + 8 + GAP
        bottom = max(bottom, y)
    width = 2 * MARGIN + (len(PLACES) + bool(rest)) * (WIDTH + 70) - 70
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {bottom}" role="img" '
        f'aria-label="Tables of the database"><style>{_STYLE}</style><rect width="100%" height="100%" fill="#fff"/>'
    ]
    links = con.execute("select object[6:], parent[6:] from catalog.relations order by all").fetchall()
    parts += [_link(boxes[child], boxes[parent]) for child, parent in links if child in boxes and parent in boxes]
    parts += [_box(name, *box) for name, box in boxes.items()]
    return "\n".join(parts) + "\n</svg>\n"


def _columns(con: duckdb.DuckDBPyConnection) -> dict[str, list[str]]:
    """Return the columns of every table of schema main, in order."""
    found: dict[str, list[str]] = {}
    for name, column in con.execute(
        "select objects.name, columns.name from catalog.objects join catalog.columns using (object) "
        "where objects.schema = 'main' and objects.kind = 'table' order by objects.name, columns.position"
    ).fetchall():
        found.setdefault(name, []).append(column)
    return found


def _link(child: Box, parent: Box) -> str:
    (x, y, *_), (u, v, *_) = child, parent
    y, v = y + ROW // 2 + 4, v + ROW // 2 + 4
    if x == u:
        return f'<path class="link" d="M{x},{y} C{x - 30},{y} {u - 30},{v} {u},{v}"/>'
    start, end = (x, u + WIDTH) if x > u else (x + WIDTH, u)
    middle = (start + end) // 2
    return f'<path class="link" d="M{start},{y} C{middle},{y} {middle},{v} {end},{v}"/>'


def _box(name: str, x: int, y: int, columns: list[str], key: set[str]) -> str:
    height = (len(columns) + 1) * ROW + 8
    lines = [
        f'<rect class="box" x="{x}" y="{y}" width="{WIDTH}" height="{height}" rx="4"/>',
        f'<rect class="head" x="{x}" y="{y}" width="{WIDTH}" height="{ROW + 4}" rx="4"/>',
        f'<text class="name" x="{x + 8}" y="{y + 15}">{escape(name)}</text>',
    ]
    for i, column in enumerate(columns, 1):
        style = ' class="key"' if column in key else ""
        lines.append(f'<text{style} x="{x + 8}" y="{y + 15 + i * ROW + 2}">{escape(column)}</text>')
    return "".join(lines)
