"""`dltrack diff` on a terminal: which of the topics that moved is shown item by item."""

from __future__ import annotations

import sys

import typer

from dltrack_db.ask.questions import DeclaredQuestion
from dltrack_db.cli import questions
from dltrack_db.show import Format


def draw(ask: questions.Ask, format: Format, question: DeclaredQuestion) -> None:
    """Print topics or items; after topics, on a terminal, ask for one and print its items."""
    answer = questions.draw(ask, format, question)
    is_asked = "query_id" in answer.columns and format is Format.table and sys.stdin.isatty() and sys.stdout.isatty()
    if is_asked and (query := typer.prompt("Which topic", default="", show_default=False)):
        questions.draw(lambda: ask(query=query), format, question)
