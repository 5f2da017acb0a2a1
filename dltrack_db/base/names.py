"""Rules for names of collections, runs, label sets, editions and query sets.

Names become parts of file names (`dltrack export`), addresses and messages. So a name must not be a path, control
a terminal, or look like an option or a formula. Two names must not differ only in invisible characters.
"""

from __future__ import annotations

import re
import unicodedata

MARKS = "._-+()=,@~"
"""Characters of names in addition to letters and digits, as in `bm25+rm3+bert(zs)`."""
LONGEST = 200
"""maximum bytes of a name; export adds up to 55"""
_PLAIN = re.compile(rf"[\w(][\w{re.escape(MARKS)}]*")
_INVISIBLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_INVALID = re.compile(rf"[^\w{re.escape(MARKS)}]")


def problem(name: str) -> str | None:
    """Return the reason why a text is not a valid name, as a clause ('it is empty'); None if the text is valid."""
    if not name:
        return "it is empty"
    if match := _INVALID.search(name):
        return f"it contains {match[0]!a} (allowed are letters, digits and {MARKS})"
    if not _PLAIN.fullmatch(name):
        return f"it begins with '{name[0]}' instead of a letter or digit"
    if name.endswith("."):
        return "it ends in a full stop"
    if len(name.encode()) > LONGEST:
        return f"it has {len(name.encode()):,} bytes, more than {LONGEST}"
    if not unicodedata.is_normalized("NFC", name):
        return "it contains a letter and its accent as two characters"
    return None


def steering_mark(text: str) -> str | None:
    """Return a description of the first control character or direction mark in a text; None if there is none.

    These characters can control a terminal or disguise a text. Line ends and tabs are allowed.
    """
    match = _INVISIBLE.search(text)
    return f"the invisible character {match[0]!a}" if match else None


def displayed_name(name: str) -> str:
    """Return a quoted name for messages, with invalid characters escaped; a long name is shortened."""
    text = ascii(name)[1:-1] if _INVALID.search(name) else name
    return f"'{text[:60]}…'" if len(text) > 61 else f"'{text}'"
