"""Tables for papers: LaTeX with the package booktabs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, TextIO

from dltrack_db.show.text import cell, printable

_ESCAPES = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}", **{char: "\\" + char for char in "&%$#_{}"},
}  # fmt: skip


@dataclass(frozen=True)
class Marks:
    """Additions to the values of a table in a paper.

    Args:
        best: columns whose best value is bold: the largest for direction 1, the smallest for -1.
        letters: superscripts, by row number and column.
        notes: comments above the table.
        names: printed column names, by column.
        blocks: headings over adjacent columns, by column.
        caption: if given, the table becomes a float, with a label derived from the title.
        legend: text below the float in small type; {} in it is replaced by `explained`.
        explained: superscript letters with their meanings.
    """

    best: Mapping[str, int] = field(default_factory=dict)
    letters: Mapping[tuple[int, str], str] = field(default_factory=dict)
    notes: Sequence[str] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    blocks: Mapping[str, str] = field(default_factory=dict)
    caption: str = ""
    legend: str = ""
    explained: Sequence[tuple[str, str]] = ()


NO_MARKS = Marks()
COLUMN, PAGE = 52, 112
"""Width in 9 pt characters of a text column in a paper (240 pt) and of a page with two columns (500 pt)."""


def write(
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    out: TextIO,
    *,
    title: str = "",
    marks: Marks = NO_MARKS,
    siunitx: bool = False,
    is_whole: bool = False,
) -> None:
    r"""Write a LaTeX table; `title` and the notes of `marks` are comments above it.

    Empty columns are written only if `is_whole`. The document needs `\usepackage{booktabs}`. With `siunitx`, which
    aligns numbers at the decimal point, the document also needs `\usepackage{siunitx}`. A table with a caption becomes
    a `table*` if it is wider than a text column. If a table with blocks is wider than a page, its blocks are
    distributed over several tables below each other.
    """
    non_empty = [i for i in range(len(columns)) if is_whole or not rows or any(row[i] is not None for row in rows)]
    columns, rows = [columns[i] for i in non_empty], [[row[i] for i in non_empty] for row in rows]
    out.write("".join(f"% {printable(line)}\n" for line in (title, *marks.notes) if line))
    packages = ["booktabs", *(["siunitx"] if siunitx else [])]
    out.write(f"% \\usepackage{{{','.join(packages)}}}\n")
    if not marks.caption:
        _tabular(columns, rows, out, marks, siunitx=siunitx)
        return
    widths = [_width(columns, rows, marks, i) for i in range(len(columns))]
    kind = "table*" if sum(widths) > COLUMN else "table"
    out.write(f"\\begin{{{kind}}}\n\\centering\n\\caption{{{escape(marks.caption)}}}\n\\label{{tab:{_label(title)}}}\n")
    for number, part in enumerate(_parts(columns, widths, marks)):
        out.write("\\par\\medskip\n" if number else "")
        part_rows = [[row[i] for i in part] for row in rows]
        _tabular([columns[i] for i in part], part_rows, out, marks, siunitx=siunitx)
    if legend := _legend(marks):
        out.write(f"\\par\\smallskip\n\\begin{{minipage}}{{\\linewidth}}\\footnotesize {legend}\\end{{minipage}}\n")
    out.write(f"\\end{{{kind}}}\n")


def _width(columns: Sequence[str], rows: Sequence[Sequence[Any]], marks: Marks, i: int) -> int:
    """Return the width of a column in characters, with margin; a superscript is two thirds of a character wide."""
    name = columns[i]
    letters = max((len(marks.letters.get((row, name), "")) for row in range(len(rows))), default=0)
    text_width = max(len(text) for text in (marks.names.get(name, name), *(printable(row[i]) for row in rows)))
    return text_width + 2 + letters * 2 // 3


def _parts(columns: Sequence[str], widths: Sequence[int], marks: Marks) -> list[list[int]]:
    """Return the column numbers of each part: all columns without a block, then as many blocks as fit a page."""
    first = [i for i, name in enumerate(columns) if name not in marks.blocks]
    parts = [first]
    for _, block in groupby((i for i in range(len(columns)) if i not in first), lambda i: marks.blocks[columns[i]]):
        added = [*block]
        if parts[-1] != first and sum(widths[i] for i in [*parts[-1], *added]) > PAGE:
            parts.append(first)
        parts[-1] = [*parts[-1], *added]
    return parts


def _tabular(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], out: TextIO, marks: Marks, *, siunitx: bool
) -> None:
    numbers = [_is_number(rows, i) for i in range(len(columns))]
    best_texts = {}
    for i, name in enumerate(columns):
        texts = (printable(row[i]) for row in rows if isinstance(row[i], float))
        if direction := marks.best.get(name):
            best_texts[name] = (max if direction == 1 else min)(texts, default=None, key=float)
    kinds = ["r" if number else "l" for number in numbers]
    heads = [escape(marks.names.get(name, name)) for name in columns]
    for i, name in enumerate(columns if siunitx else ()):
        if numbers[i] and (kind := _alignment([cell(name, row[i]) for row in rows])):
            letters = max((marks.letters.get((row, name), "") for row in range(len(rows))), key=len)
            space = rf", table-space-text-post=\textsuperscript{{{letters}}}" if letters else ""
            kinds[i], heads[i] = f"S[detect-weight, {kind}{space}]", f"{{{heads[i]}}}"
    out.write(r"\begin{tabular}{" + "".join(kinds) + "}\n\\toprule\n")
    if any(name in marks.blocks for name in columns):
        out.write(_blocks([marks.blocks.get(name, "") for name in columns]))
    out.write(" & ".join(heads) + " \\\\\n\\midrule\n")
    for number, row in enumerate(rows):
        cells = []
        for name, value in zip(columns, row, strict=True):
            text = escape(cell(name, value))
            if value is not None and best_texts.get(name) == printable(value):
                text = rf"\bfseries {text}" if siunitx else rf"\textbf{{{text}}}"
            letters = marks.letters.get((number, name), "")
            cells.append(text + (rf"\textsuperscript{{{letters}}}" if letters else ""))
        out.write(" & ".join(cells) + " \\\\\n")
    out.write("\\bottomrule\n\\end{tabular}\n")


def _blocks(heads: Sequence[str]) -> str:
    """Return the line with the headings of blocks, each with a rule below it."""
    cells, rules, first = [], [], 1
    for head, alike in groupby(heads):
        width = len([*alike])
        cells.append(rf"\multicolumn{{{width}}}{{c}}{{{escape(head)}}}" if head else " & ".join([""] * width))
        rules += [rf"\cmidrule(lr){{{first}-{first + width - 1}}}"] if head else []
        first += width
    return " & ".join(cells) + " \\\\\n" + "".join(rules) + "\n"


def _alignment(texts: Sequence[str]) -> str:
    """Return siunitx's option for the digits around the decimal point; '' if a value is not a plain number."""
    numbers = [re.fullmatch(r"(-?)(\d+)\.?(\d*)", text) for text in texts if text]
    parts = [one.groups() for one in numbers if one]
    if len(parts) < len(numbers):
        return ""
    sign, before, decimals = (max((part[i] for part in parts), key=len) for i in range(3))
    return f"table-format={sign}{len(before)}.{len(decimals)}"


def _legend(marks: Marks) -> str:
    letters = ", ".join(rf"\textsuperscript{{{letter}}}~{escape(meaning)}" for letter, meaning in marks.explained)
    before, between, after = marks.legend.partition("{}") if marks.explained else (marks.legend, "", "")
    return escape(before) + (letters if between else "") + escape(after)


def _label(title: str) -> str:
    """Return the LaTeX label for a title: its letters and digits, with hyphens between words."""
    return "-".join("".join(char if char.isascii() and char.isalnum() else " " for char in title).split())


def sentences(lines: Sequence[str]) -> str:
    """Return lines as sentences of a caption; a first word is capitalized if it has only letters, unlike most names."""
    return " ".join(f"{line[:1].upper()}{line[1:]}." if _is_word(line) else f"{line}." for line in lines)


def enumerate_names(names: Sequence[str]) -> str:
    """Return names as an enumeration: 'a, b and c'."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def _is_word(line: str) -> bool:
    return line.partition(" ")[0].rstrip(":,;").isalpha()


def escape(text: str) -> str:
    """Return a text with the special characters of LaTeX escaped."""
    return "".join(_ESCAPES.get(char, char) for char in printable(text))


def _is_number(rows: Sequence[Sequence[Any]], i: int) -> bool:
    return any(isinstance(row[i], (int, float)) and not isinstance(row[i], bool) for row in rows)
