"""Drawings of the documentation, for light and for dark pages."""

from __future__ import annotations

from dltrack_db.plugins.report.vega import PAPER_COLORS

_DARK = (
    (PAPER_COLORS, "#e6e8eb"),
    ('fill="white"', 'fill="none"'),
    ('height="100%" fill="#fff"', 'height="100%" fill="none"'),
    (".box{fill:#fff", ".box{fill:#22252c"),
)
"""What stands for light paper and dark ink in a drawing, and what a dark page has in their place."""


def picture(text: str, path: str) -> str:
    """A drawing, `path` without its ending, in two forms of which the site's palette shows one."""
    return f"![{text}]({path}.svg#only-light)![{text}]({path}-dark.svg#only-dark)"


def dark(drawing: str) -> str:
    """An SVG drawing in light ink without paper."""
    for light, other in _DARK:
        drawing = drawing.replace(light, other)
    return drawing
