"""Print results as tables for people, as LaTeX for papers, or as CSV, JSON, Markdown or Parquet for programs."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TextIO

from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError
from dltrack_db.show import table
from dltrack_db.show.text import cell, escape, plain, printable, printable_lines, wrap

if TYPE_CHECKING:
    import duckdb

    from dltrack_db.show import latex

__all__ = [
    "Format",
    "cell",
    "markdown_text",
    "print_answer",
    "print_notes",
    "print_result",
    "print_rows",
    "print_text",
    "printable",
    "printable_lines",
]


class Format(StrEnum):
    """Values of the option `--format`."""

    table = "table"
    csv = "csv"
    json = "json"
    json_with_basis = "json-with-basis"
    markdown = "markdown"
    latex = "latex"
    latex_siunitx = "latex-siunitx"
    parquet = "parquet"

    @property
    def is_latex(self) -> bool:
        """Whether the format is a LaTeX table."""
        return self in (Format.latex, Format.latex_siunitx)

    @property
    def is_for_people(self) -> bool:
        """Whether people read the format, so that notes are printed under the rows."""
        return self in (Format.table, Format.markdown)


def print_text(text: str, file: TextIO | None = None) -> None:
    """Print text without control characters, wrapped to the terminal's width; wrapped lines keep the indentation."""
    out = file or sys.stdout
    width = table.terminal_width(out)
    for line in printable_lines(text).split("\n"):
        body = line.lstrip(" ")
        indent = line[: len(line) - len(body)]
        parts = [line] if width is None else wrap(body, width - len(indent), breaks_words=False)
        for part in parts:
            print(indent + part if width is not None else part, file=out)


def print_result(
    result: duckdb.DuckDBPyConnection,
    format: Format = Format.table,
    *,
    title: str = "",
    file: TextIO | None = None,
    fit: table.Fit = table.ANY,
) -> int:
    """Print the result of an executed query, and return the number of rows; `fit` as for `print_rows`."""
    if format is Format.parquet:
        return _write_parquet(result.to_arrow_table(), file or sys.stdout)
    answer = Answer.fetch(result, title=title)
    print_answer(answer, format, file=file, fit=fit)
    return len(answer.rows)


def print_answer(
    answer: Answer,
    format: Format = Format.table,
    *,
    file: TextIO | None = None,
    fit: table.Fit = table.ANY,
    marks: latex.Marks | None = None,
) -> None:
    """Print the title and rows of an answer; arguments as for `print_rows`. Notes are printed by `print_notes`."""
    if format is Format.parquet and answer.types:
        from dltrack_db.show.frame import Frame

        _write_parquet(Frame.from_answer(answer).to_arrow(), file or sys.stdout)
        return
    if format is Format.json_with_basis:
        whole = {"basis": answer.basis, "notes": answer.notes, "rows": answer.records()}
        _write_json(whole, file or sys.stdout)
        return
    print_rows(answer.columns, answer.rows, format, title=answer.title, file=file, fit=fit, marks=marks)


def _write_json(value: object, out: TextIO) -> None:
    import json

    out.write(escape(json.dumps(value, indent=2, default=str, ensure_ascii=False)) + "\n")


def print_rows(
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    format: Format = Format.table,
    *,
    title: str = "",
    file: TextIO | None = None,
    fit: table.Fit = table.ANY,
    marks: latex.Marks | None = None,
) -> None:
    """Print rows in a format; `title` is printed only above tables.

    On a terminal, a table is fitted to the width; `fit` controls which columns are dropped first (`table.write`).
    Tables have no empty columns unless `fit.is_whole`. `marks` are used only for LaTeX.
    """
    out = file or sys.stdout
    match format:
        case Format.csv:
            writer = csv.writer(out, lineterminator="\n")
            # control characters are written to files and pipes, but not to terminals
            as_text = printable_lines if out.isatty() else str
            writer.writerow(as_text(column) for column in columns)
            writer.writerows([[plain(value, as_text) for value in row] for row in rows])
        case Format.json:
            _write_json([dict(zip(columns, row, strict=True)) for row in rows], out)
        case Format.json_with_basis:
            print_answer(Answer(list(columns), [tuple(row) for row in rows], title=title), format, file=out)
        case Format.markdown:
            out.write("| " + " | ".join(markdown_text(column) for column in columns) + " |\n")
            out.write("|" + "---|" * len(columns) + "\n")
            for row in rows:
                texts = [markdown_text(cell(name, value)) for name, value in zip(columns, row, strict=True)]
                out.write("| " + " | ".join(texts) + " |\n")
        case Format.latex | Format.latex_siunitx:
            from dltrack_db.show import latex

            siunitx = format is Format.latex_siunitx
            marks = marks or latex.NO_MARKS
            latex.write(columns, list(rows), out, title=title, marks=marks, siunitx=siunitx, is_whole=fit.is_whole)
        case Format.parquet:
            values = list(rows)
            import pyarrow

            _write_parquet(pyarrow.table({name: [row[i] for row in values] for i, name in enumerate(columns)}), out)
        case Format.table:
            width = table.terminal_width(out)
            table.write(columns, list(rows), out, title=title, width=width, fit=fit)


def print_notes(lines: Iterable[str], format: Format) -> None:
    """Print notes: under the rows if people read the format, otherwise on stderr.

    In Markdown each note is a paragraph, because a line directly below a table would be a row of the table.
    """
    for line in lines:
        text = f"\n{_paragraph(line)}" if format is Format.markdown else printable(line)
        print_text(text, sys.stdout if format.is_for_people else sys.stderr)


# Markdown's syntax: ends of cells, links, images, code, emphasis, formulas, HTML and entities. An underscore inside a
# word, as in run ids, is plain text.
_MARKUP = re.compile(r"(?<=\])\(|[\\`*\[\]<|~$]|!(?=\[)|&(?=#?\w+;)|(?<![^\W_])_|_(?![^\W_])")


def markdown_text(value: Any) -> str:
    """Return a value as text in Markdown, with all syntax escaped."""
    return _MARKUP.sub(lambda match: "&lt;" if match[0] == "<" else f"\\{match[0]}", printable(value))


# the start of a list, heading, quotation, rule or table
_BLOCK = re.compile(r"^(\d*)(?=[#>+=:.)-])")


def _paragraph(line: str) -> str:
    """Return a line as a Markdown paragraph, with all syntax escaped."""
    return _BLOCK.sub(r"\1\\", markdown_text(line).strip())


def _write_parquet(rows: Any, out: TextIO) -> int:
    """Write an Arrow table as Parquet to the byte buffer of a text stream; return the number of rows."""
    if out.isatty():
        raise UsageError("Parquet cannot be printed on a terminal; write it to a file with: > result.parquet")
    import io

    import pyarrow.parquet

    # written to memory first, because Parquet needs seekable files, and pipes are not seekable
    whole = io.BytesIO()
    pyarrow.parquet.write_table(rows, whole)
    out.flush()
    out.buffer.write(whole.getvalue())
    out.buffer.flush()
    return int(rows.num_rows)
