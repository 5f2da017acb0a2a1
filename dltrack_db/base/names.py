"""Rules for names of collections, runs, sets of labels, editions and query sets.

Names become parts of file names (`dltrack export`), of addresses and of messages,
so they are plain names everywhere: none is a path, steers a terminal, looks like
an option or a formula, or differs from another in a way that nobody sees.
"""

from __future__ import annotations

import re
import unicodedata

MARKS = "._-+()=,@~"
"""Characters of names besides letters and digits, as in `bm25+rm3+bert(zs)`."""
LONGEST = 200
"""bytes of a name: with what export adds, a file name has at most 255"""
_PLAIN = re.compile(rf"[\w(][\w{re.escape(MARKS)}]*")
_STEERING = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_ODD = re.compile(rf"[^\w{re.escape(MARKS)}]")


def problem(name: str) -> str | None:
    """Say why a text cannot be a name, as a part of a sentence; None when it can."""
    if not name:
        return "it is empty"
    if odd := _ODD.search(name):
        return f"it holds {odd[0]!a} (allowed are letters, digits and {MARKS})"
    if not _PLAIN.fullmatch(name):
        return f"it begins with '{name[0]}' instead of a letter or digit"
    if name.endswith("."):
        return "it ends in a full stop"
    if len(name.encode()) > LONGEST:
        return f"it has {len(name.encode()):,} bytes, at most {LONGEST} may be"
    if not unicodedata.is_normalized("NFC", name):
        return "it holds a letter and its accent as two characters"
    return None


def steering_mark(text: str) -> str | None:
    """Say which sign in a text about a run or a set of labels is refused, as a part of a sentence; None without one.

    Control characters and marks of direction: they steer a terminal, or let a text look like another one. Line ends
    and tabs may be.
    """
    odd = _STEERING.search(text)
    return f"{odd[0]!a}, which does not show" if odd else None


def displayed_name(name: str) -> str:
    """A name in a message: cut where it is long, its odd characters escaped."""
    text = ascii(name)[1:-1] if _ODD.search(name) else name
    return f"'{text[:60]}…'" if len(text) > 61 else f"'{text}'"
