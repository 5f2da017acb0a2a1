"""`dltrack diff` on a terminal: a list of topics, then the items of one."""

from __future__ import annotations

import sys

import typer

from dltrack_db.cli.questions import Ask, show
from dltrack_db.show import Format


def draw(ask: Ask, format: Format) -> None:
    """Print topics or items; on a terminal, ask for one of the topics and print its items."""
    show(ask(), format, ask.question.rules)
    can_ask = not ask.arguments["query"] and format is Format.table and sys.stdin.isatty() and sys.stdout.isatty()
    if can_ask and (query := typer.prompt("Which topic", default="", show_default=False)):
        show(ask(query=query), format, ask.question.rules)
