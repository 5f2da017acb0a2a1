"""Printing query results: a table for people, CSV, JSON or Markdown for pipes."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any, TextIO

import duckdb

_REPLACEMENT = "\ufffd"


class Format(StrEnum):
    """The formats every listing command offers with `--format`."""

    table = "table"
    csv = "csv"
    json = "json"
    markdown = "markdown"


def print_result(
    result: duckdb.DuckDBPyConnection, format: Format = Format.table, *, title: str = "", file: TextIO | None = None
) -> int:
    """Print what a query returned and say how many rows there were.

    `result` is a connection on which a query was executed. Numbers are printed
    as the query returns them; a query that wants four decimals rounds itself.
    """
    columns = [column[0] for column in result.description or []]
    rows = result.fetchall()
    print_rows(columns, rows, format, title=title, file=file)
    return len(rows)


def print_rows(
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    format: Format = Format.table,
    *,
    title: str = "",
    file: TextIO | None = None,
) -> None:
    """Print rows in one of the formats; `title` stands above a table only."""
    out = file or sys.stdout
    match format:
        case Format.csv:
            writer = csv.writer(out, lineterminator="\n")
            # A pipe or file gets every byte as it is; a terminal nothing that steers it.
            shown = printable_lines if out.isatty() else str
            writer.writerow(shown(column) for column in columns)
            writer.writerows([[_plain(value, shown) for value in row] for row in rows])
        case Format.json:
            records = [dict(zip(columns, row, strict=True)) for row in rows]
            out.write(_escaped(json.dumps(records, indent=2, default=str, ensure_ascii=False)) + "\n")
        case Format.markdown:
            out.write("| " + " | ".join(printable(column).replace("|", "\\|") for column in columns) + " |\n")
            out.write("|" + "---|" * len(columns) + "\n")
            for row in rows:
                out.write("| " + " | ".join(printable(value).replace("|", "\\|") for value in row) + " |\n")
        case Format.table:
            _print_table(columns, list(rows), title, out)


def printable(value: Any) -> str:
    """A value as text without control characters, so that no id or tag can steer a terminal."""
    match value:
        case None:
            text = ""
        case bool():
            text = "yes" if value else "no"
        case float():  # four decimals, as the field prints measures; CSV and JSON keep all
            text = f"{value:.4f}" if value == 0 or abs(value) >= 0.0001 else f"{value:.2e}"
        case _:
            text = str(value)
    return "".join(char if char.isprintable() else _REPLACEMENT for char in text)


def printable_lines(text: str) -> str:
    """A text without control characters but line ends and tabs."""
    return "".join(char if char.isprintable() or char in "\n\t" else _REPLACEMENT for char in text)


def _escaped(text: str) -> str:
    """JSON text in which the unprintable characters that JSON lets pass are escapes too: the same values."""
    return "".join(char if char.isprintable() or char == "\n" else json.dumps(char).strip('"') for char in text)


def _plain(value: Any, shown: Callable[[str], str]) -> Any:
    if isinstance(value, (list, dict)):
        return shown(json.dumps(value, default=str))
    return shown(value) if isinstance(value, str) else value


def _print_table(columns: Sequence[str], rows: list[Sequence[Any]], title: str, out: TextIO) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    terminal = out.isatty()
    # Without a terminal nothing may be cut off: the table is as wide as its content.
    console = Console(file=out, highlight=False, width=None if terminal else 10_000, soft_wrap=not terminal)
    # A column that is empty in every row tells nothing and costs width.
    shown = [i for i in range(len(columns)) if not rows or any(row[i] is not None for row in rows)]
    table = Table(
        title=Text(printable(title)) if title else None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False
    )
    for i in shown:
        numeric = any(isinstance(row[i], (int, float)) and not isinstance(row[i], bool) for row in rows)
        table.add_column(Text(printable(columns[i])), justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(row[i])) for i in shown))
    console.print(table)
