"""Generate the reference of the Python library from signatures and docstrings."""

from __future__ import annotations

import inspect
from typing import Any

from docs.generate.markdown import code


def render() -> str:
    """Return the page."""
    from dltrack_db import api, errors
    from dltrack_db.api import sqlalchemy
    from dltrack_db.score import in_memory

    parts = ["# Python library\n", code("python", "import dltrack_db as dl")]
    for function in (api.open, sqlalchemy.engine, sqlalchemy.metadata, in_memory.evaluate):
        parts += _entry(f"dl.{function.__name__}", function)
    parts.append("## The database object\n")
    for name, member in inspect.getmembers(api.Database):
        if not name.startswith("_"):
            parts += _entry(f"db.{name}", member)
    parts.append("## Errors\n")
    parts.append("All derive from `DltrackError`; the message says what is wrong and what to do.\n")
    parts += [
        f"- `{name}`: {inspect.getdoc(kind)}"
        for name, kind in inspect.getmembers(errors, inspect.isclass)
        if issubclass(kind, errors.DltrackError)
    ]
    return "\n".join(parts) + "\n"


def _entry(name: str, member: Any) -> list[str]:
    if isinstance(member, property):
        signature, text = "", inspect.getdoc(member) or ""
    else:
        found = inspect.signature(member)
        kept = [parameter for parameter in found.parameters.values() if parameter.name != "self"]
        signature = str(found.replace(parameters=kept)).replace("'", "")
        text = inspect.getdoc(member) or ""
    return [
        f"### {name}\n",
        code("python", f"{name}{signature}"),
        text.replace("\nRaises:\n", "\n**Raises**\n\n") + "\n",
    ]
