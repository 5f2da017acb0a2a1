"""Expand calls of table macros into one statement that computes equal calls once.

A query that calls the macros of several measures would read the judged items once for each measure. Therefore each call
is replaced by the body of the macro. Calls with the same arguments (`metrics.hits`, `metrics.found_at`, ...) become one
shared table expression.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from dltrack_db.sqlfiles.dependencies import find_object
from dltrack_db.sqlfiles.sql_object import SqlObject, closing_bracket, split_arguments

_CALL = re.compile(r"metrics\.(\w+)\(")
_WORD = re.compile(r"'(?:[^']|'')*'|(?<![\w.])(?<!\bas )(\w+)(?!\w|\s*:=|\()")
"""A string literal, or a name that may be a parameter: not an argument's name, an alias or part of another name."""


@dataclass
class Linker:
    """Replaces macro calls by shared table expressions, and collects these in dependency order."""

    _names: dict[tuple[str, tuple[str, ...]], str] = field(default_factory=dict)
    _expressions: dict[str, str] = field(default_factory=dict)

    def link(self, macro: SqlObject, values: dict[str, str]) -> str:
        """Return the body of a macro with its parameters replaced by `values`, and without calls of table macros."""
        texts = {name: f"({value})" if value.startswith("-") else value for name, value in values.items()}
        body = _WORD.sub(lambda match: texts.get(match[1], match[0]), macro.body)
        out, position = [], 0
        while (call := _CALL.search(body, position)) is not None:
            called = find_object(f"metrics.{call[1]}")
            if called is None or called.kind != "table macro":
                out.append(body[position : call.end()])
                position = call.end()
                continue
            end = closing_bracket(body, call.end())
            out.append(body[position : call.start()])
            out.append(self.refer(called, assign(called, split_arguments(body[call.end() : end]))))
            position = end + 1
        return "".join([*out, body[position:]])

    def refer(self, macro: SqlObject, values: dict[str, str]) -> str:
        """Return the name of the shared table expression for a macro with these parameter values."""
        key = (macro.name, tuple(values.values()))
        if key not in self._names:
            count = sum(name == macro.name for name, _ in self._names)
            name = self._names[key] = f"shared_{macro.name}" + (f"_{count + 1}" if count else "")
            self._expressions[name] = self.link(macro, values)
        return self._names[key]

    def union(self, branches: Sequence[str], first: Sequence[str] = ()) -> str:
        """Return the union of queries from `link`, after the table expressions in `first` and the shared ones."""
        uses = Counter(re.findall(r"\bshared_\w+", "\n".join([*self._expressions.values(), *branches])))
        expressions = [*first] + [
            f"{name} as {'' if uses[name] > 1 else 'not '}materialized (\n{textwrap.indent(text.strip(), '    ')}\n)"
            for name, text in self._expressions.items()
        ]
        head = "with " + ",\n\n".join(expressions) + "\n\n" if expressions else ""
        return head + "\nunion all\n".join(branches)


def assign(macro: SqlObject, arguments: Sequence[str]) -> dict[str, str]:
    """Return the value of every parameter of a macro in a call with these arguments, including defaults."""
    values = {name: default or "null" for name, default in macro.parameters.items()}
    for name, argument in zip(macro.parameters, arguments, strict=False):
        named = re.fullmatch(r"(\w+) := (.*)", argument, re.S)
        values[named[1] if named else name] = named[2] if named else argument
    return values
