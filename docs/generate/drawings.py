"""Drawings of the documentation, for light and for dark pages."""

from __future__ import annotations

from dltrack_db.plugins.report.vega import PAPER_COLORS

_DARK = (
    (PAPER_COLORS, "#e6e8eb"),
    ('fill="white"', 'fill="none"'),
    ('height="100%" fill="#fff"', 'height="100%" fill="none"'),
    (".box{fill:#fff", ".box{fill:#22252c"),
)
"""Light colours of a drawing, and their dark replacements."""


def picture(text: str, path: str) -> str:
    """Return Markdown for a drawing (`path` without its ending) in a light and a dark form; the site shows one."""
    return f"![{text}]({path}.svg#only-light)![{text}]({path}-dark.svg#only-dark)"


def dark(drawing: str) -> str:
    """Return an SVG drawing for dark pages."""
    for light, other in _DARK:
        drawing = drawing.replace(light, other)
    return drawing
