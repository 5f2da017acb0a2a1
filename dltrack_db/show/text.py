"""Values as text for people: numbers with four decimals, times in seconds, and no control characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from datetime import datetime
from typing import Any

_REPLACEMENT = "\ufffd"
_LONG = re.compile(r"(?<!\w)'[^']{400,}'|\S{400,}")
# p-values and computed probabilities, which must not be rounded to 0 or 1; observed shares may be exactly 0 or 1
_PROBABILITY = re.compile(
    r"(.*_)?p_(value|corrected|t|wilcoxon|randomization|heterogeneity)(_holm|_bonferroni)?"
    r"|power|prob_\w+|(mean|signs)_(better|equal|worse)"
)


def printable(value: Any) -> str:
    """Return a value as readable text without control characters, because these could control a terminal."""
    match value:
        case None:
            text = ""
        case bool():
            text = "yes" if value else "no"
        case float():  # four decimals, as usual for measures; CSV, JSON and Parquet have all decimals
            text = f"{value:.4f}" if value == 0 or abs(value) >= 0.0001 else f"{value:.2e}"
        case datetime():  # in seconds; CSV, JSON and Parquet have microseconds
            text = value.isoformat(" ", "seconds")
        case _:
            text = str(value)
    return text if text.isprintable() else "".join(char if char.isprintable() else _REPLACEMENT for char in text)


def cell(column: str, value: Any) -> str:
    """Return a value as `printable` does, but a probability near 0 or 1 as '< 0.0001' or '> 0.9999'."""
    if isinstance(value, float) and 0 < value < 1 and _PROBABILITY.fullmatch(column):
        if value < 0.0001:
            return "< 0.0001"
        if value >= 0.99995:
            return "> 0.9999"
    return printable(value)


def printable_lines(text: str) -> str:
    """Return a text without control characters except line ends and tabs."""
    return "".join(char if char.isprintable() or char in "\n\t" else _REPLACEMENT for char in text)


def cut_values(message: str) -> str:
    """Return a message with values of more than 400 characters cut to their beginning, end and length."""
    return _LONG.sub(lambda found: f"{found[0][:60]}…{found[0][-20:]} ({len(found[0]):,} characters)", message)


def escape(text: str) -> str:
    """Return a JSON text with unprintable characters escaped; its values are the same."""
    import json

    return "".join(char if char.isprintable() or char == "\n" else json.dumps(char).strip('"') for char in text)


def plain(value: Any, as_text: Callable[[str], str]) -> Any:
    """Return a value for a CSV cell, with texts converted by `as_text`."""
    if isinstance(value, (list, dict)):
        import json

        return as_text(json.dumps(value, default=str))
    return as_text(value) if isinstance(value, str) else value


def cells(text: str) -> int:
    """Return the width of a text on a terminal, in character cells."""
    if text.isascii():
        return len(text)
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def shorten(text: str, width: int) -> str:
    """Cut a text to a width; the cut text ends in an ellipsis."""
    if cells(text) <= width:
        return text
    return _head(text, width - 1) + "…"


def _head(text: str, width: int) -> str:
    """Return the longest beginning of a text that fits a width, including combining characters."""
    width_taken = 0
    for i, char in enumerate(text):
        width_taken += _cells(char)
        if width_taken > width:
            return text[:i]
    return text


def wrap(text: str, width: int, *, breaks_words: bool = True) -> list[str]:
    """Wrap a text between words; words that are longer than a line are also broken, unless `breaks_words` is False."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if cells(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while breaks_words and word and cells(word) > width:  # at least one character per line
            part = _head(word, width) or word[0]
            lines.append(part)
            word = word[len(part) :]
        line = word
    return [*lines, line] if line or not lines else lines
