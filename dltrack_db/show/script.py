"""JSON and programs for script elements of HTML pages; text that could end the element is escaped."""

from __future__ import annotations

import json
import re
from typing import Any

_BREAKING = {"<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""Escapes of characters that can end a script element or start a comment, and of line ends that JavaScript rejects."""


def as_json(data: Any) -> str:
    """Return a value as JSON that a script element may contain; a parser returns the same value."""
    text = json.dumps(data, default=str, separators=(",", ":"), ensure_ascii=False)
    return re.sub("[<\u2028\u2029]", lambda match: _BREAKING[match[0]], text)


def in_script(program: str) -> str:
    """Return a program with the tags escaped that could end its script element."""
    return re.sub(r"<(?=/script|!--)", r"<\\", program, flags=re.IGNORECASE)
