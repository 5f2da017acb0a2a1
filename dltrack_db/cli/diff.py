"""`dltrack diff` on a terminal: list topics, then the items of a topic that the user picks."""

from __future__ import annotations

import sys

import typer

from dltrack_db.cli.questions import Ask, show
from dltrack_db.show import Format


def draw(ask: Ask, format: Format) -> None:
    """Print topics or items; after topics on a terminal, ask for a topic and print its items."""
    show(ask(), format, ask.question.rules)
    can_ask = not ask.arguments["query"] and format is Format.table and sys.stdin.isatty() and sys.stdout.isatty()
    if can_ask and (query := typer.prompt("Which topic", default="", show_default=False)):
        show(ask(query=query), format, ask.question.rules)
