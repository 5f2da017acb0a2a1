"""Generate the reference of questions, each with its command, method and tool for assistants."""

from __future__ import annotations

from collections.abc import Iterator

from dltrack_db.ask import questions
from dltrack_db.ask.questions import DeclaredQuestion
from docs.generate.markdown import code, table

NAME = "docs/reference/questions.md"
INTRODUCTION = """\
# Questions

Each question is a function with `@question` ([how to add one](../extending.md#a-question)). Its command prints every
format, `db.question` returns a frame, and assistants have a tool of the same name ([for assistants](../mcp.md)).
[Which command answers my question?](../questions.md) lists all commands.
"""


def render() -> str:
    """Return the page."""
    parts = [INTRODUCTION]
    for question in sorted(questions.all_questions().values(), key=lambda one: one.name):
        parts += _entry(question)
    return "\n".join(parts)


def _entry(question: DeclaredQuestion) -> Iterator[str]:
    parameters = question.parameters.values()
    words = [one.name.upper() for one in parameters if one.is_argument]
    options = [f"--{one.name.replace('_', '-')} …" for one in parameters if one.is_required and not one.is_argument]
    arguments = ", ".join(f"{one.name}=…" for one in parameters if one.is_required)
    yield f"## {question.name}\n"
    yield f"{question.summary}\n"
    yield code("sh", " ".join(["dltrack", question.command, *words, *options]))
    yield code("python", f'db.question("{question.name}", {arguments})')
    rows = [[f"`{one.name}`", "" if one.is_required else f"`{one.default!r}`", one.input.help] for one in parameters]
    yield table(["argument", "default", "meaning"], rows)
