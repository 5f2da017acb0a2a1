"""JSON and programs inside a script element of an HTML page, which nothing in them can end."""

from __future__ import annotations

import json
import re
from typing import Any

_BREAKING = {"<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""Text that ends a script element or begins a comment in one, and line ends that older JavaScript refuses."""


def as_json(data: Any) -> str:
    """A value as JSON for a script element: the same values for any reader, and no mark-up."""
    text = json.dumps(data, default=str, separators=(",", ":"), ensure_ascii=False)
    return re.sub("[<\u2028\u2029]", lambda match: _BREAKING[match[0]], text)


def in_script(program: str) -> str:
    """A program that cannot end the script element it stands in."""
    return re.sub(r"<(?=/script|!--)", r"<\\", program, flags=re.IGNORECASE)
