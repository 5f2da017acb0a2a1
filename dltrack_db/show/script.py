"""JSON and programs in a script element of an HTML page, with everything escaped that could end it."""

from __future__ import annotations

import json
import re
from typing import Any

_BREAKING = {"<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""Characters that can end a script element or start a comment, and line ends that older JavaScript rejects."""


def as_json(data: Any) -> str:
    """Return a value as JSON for a script element: the same values, without mark-up."""
    text = json.dumps(data, default=str, separators=(",", ":"), ensure_ascii=False)
    return re.sub("[<\u2028\u2029]", lambda match: _BREAKING[match[0]], text)


def in_script(program: str) -> str:
    """Return a program that cannot end its script element."""
    return re.sub(r"<(?=/script|!--)", r"<\\", program, flags=re.IGNORECASE)
