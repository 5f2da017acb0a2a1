"""Values as text that a person reads: four decimals, seconds, and nothing that could steer a terminal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from datetime import datetime
from typing import Any

_REPLACEMENT = "\ufffd"
_LONG = re.compile(r"(?<!\w)'[^']{400,}'|\S{400,}")
# Columns of p-values and of probabilities that a test computes: a small one that is not 0 must not be shown as 0, nor a
# large one as 1. Shares that are counted may be either.
_PROBABILITY = re.compile(
    r"(.*_)?p_(value|corrected|t|wilcoxon|randomization|heterogeneity)(_holm|_bonferroni)?"
    r"|power|prob_\w+|(mean|signs)_(better|equal|worse)"
)


def printable(value: Any) -> str:
    """A value as text without control characters, so that no id or tag can steer a terminal."""
    match value:
        case None:
            text = ""
        case bool():
            text = "yes" if value else "no"
        case float():  # four decimals, as the field prints measures; CSV, JSON and Parquet keep all
            text = f"{value:.4f}" if value == 0 or abs(value) >= 0.0001 else f"{value:.2e}"
        case datetime():  # to the second; the other formats keep all
            text = value.isoformat(" ", "seconds")
        case _:
            text = str(value)
    return text if text.isprintable() else "".join(char if char.isprintable() else _REPLACEMENT for char in text)


def cell(column: str, value: Any) -> str:
    """Return a value of a column as `printable` does, but a probability near 0 or 1 as less or more than that."""
    if isinstance(value, float) and 0 < value < 1 and _PROBABILITY.fullmatch(column):
        if value < 0.0001:
            return "< 0.0001"
        if value >= 0.99995:
            return "> 0.9999"
    return printable(value)


def printable_lines(text: str) -> str:
    """A text without control characters but line ends and tabs."""
    return "".join(char if char.isprintable() or char in "\n\t" else _REPLACEMENT for char in text)


def cut_values(message: str) -> str:
    """Return a message in which a value of hundreds of characters is cut to its begin, its end and its length."""
    return _LONG.sub(lambda found: f"{found[0][:60]}…{found[0][-20:]} ({len(found[0]):,} characters)", message)


def escape(text: str) -> str:
    """JSON text in which the unprintable characters that JSON lets pass are escapes too: the same values."""
    import json

    return "".join(char if char.isprintable() or char == "\n" else json.dumps(char).strip('"') for char in text)


def plain(value: Any, as_text: Callable[[str], str]) -> Any:
    """A value for a CSV cell, texts as `as_text` gives them."""
    if isinstance(value, (list, dict)):
        import json

        return as_text(json.dumps(value, default=str))
    return as_text(value) if isinstance(value, str) else value


def cells(text: str) -> int:
    """Return how many places of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def shorten(text: str, width: int) -> str:
    """A text cut to a width, the cut shown by an ellipsis."""
    if cells(text) <= width:
        return text
    return _head(text, width - 1) + "…"


def _head(text: str, width: int) -> str:
    """Return the longest beginning of a text that fits a width; marks stay with their character."""
    width_taken = 0
    for place, char in enumerate(text):
        width_taken += _cells(char)
        if width_taken > width:
            return text[:place]
    return text


def wrap(text: str, width: int, *, breaks_words: bool = True) -> list[str]:
    """A text in lines of a width, broken between words, within one only where it is longer than a line.

    Without `breaks_words` such a word, like a path or an address, stays whole.
    """
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if cells(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while breaks_words and word and cells(word) > width:  # a width of nothing takes a character a line
            part = _head(word, width) or word[0]
            lines.append(part)
            word = word[len(part) :]
        line = word
    return [*lines, line] if line or not lines else lines
