"""A table for a paper: LaTeX with the package booktabs."""

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
    """Marks of a table in a paper: all that it shows besides its values.

    The best value of each column in `best` is bold, all of them where several print alike: the largest, or with the
    direction -1 the smallest. `letters` go behind a
    cell, found by row and column, as superscript; `notes` are comments above the table. `names` are the printed heads
    of columns, `blocks` the common heads of adjacent columns. With a `caption` the table floats and has a label made
    of the title; a `legend` is printed below it in small type, with the letters and what each is `explained` by in
    the place of {}.
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
"""Characters that fit one column of a paper (240 pt) and its two (500 pt), in 9 pt."""


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
    r"""Write a table, without empty columns unless it is to be whole; `title` and notes stand as comments above it.

    `\usepackage{booktabs}` is all that the document needs, with `siunitx`, which aligns numbers by their points, that
    package too. A table with a caption that is wider than a column of text is a `table*`; one with blocks that is wider
    than a page stands in parts below each other, each with the first column.
    """
    filled_places = [i for i in range(len(columns)) if is_whole or not rows or any(row[i] is not None for row in rows)]
    columns, rows = [columns[i] for i in filled_places], [[row[i] for i in filled_places] for row in rows]
    out.write("".join(f"% {printable(line)}\n" for line in (title, *marks.notes) if line))
    packages = ["booktabs", *(["siunitx"] if siunitx else [])]
    out.write(f"% \\usepackage{{{','.join(packages)}}}\n")
    if not marks.caption:
        _tabular(columns, rows, out, marks, siunitx=siunitx)
        return
    widths = [_width(columns, rows, marks, i) for i in range(len(columns))]
    kind = "table*" if sum(widths) > COLUMN else "table"
    out.write(f"\\begin{{{kind}}}\n\\centering\n\\caption{{{escape(marks.caption)}}}\n\\label{{tab:{_label(title)}}}\n")
    for number, places in enumerate(_parts(columns, widths, marks)):
        out.write("\\par\\medskip\n" if number else "")
        part = [[row[i] for i in places] for row in rows]
        _tabular([columns[i] for i in places], part, out, marks, siunitx=siunitx)
    if legend := _legend(marks):
        out.write(f"\\par\\smallskip\n\\begin{{minipage}}{{\\linewidth}}\\footnotesize {legend}\\end{{minipage}}\n")
    out.write(f"\\end{{{kind}}}\n")


def _width(columns: Sequence[str], rows: Sequence[Sequence[Any]], marks: Marks, i: int) -> int:
    """Return the characters that a column takes, with the space next to it; a superscript takes two thirds of one."""
    name = columns[i]
    letters = max((len(marks.letters.get((place, name), "")) for place in range(len(rows))), default=0)
    return (
        max(len(text) for text in (marks.names.get(name, name), *(printable(row[i]) for row in rows)))
        + 2
        + letters * 2 // 3
    )


def _parts(columns: Sequence[str], widths: Sequence[int], marks: Marks) -> list[list[int]]:
    """Return the columns of each part: as many blocks as fit a page, behind the columns that are in no block."""
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
            letters = max((marks.letters.get((place, name), "") for place in range(len(rows))), key=len)
            room = rf", table-space-text-post=\textsuperscript{{{letters}}}" if letters else ""
            kinds[i], heads[i] = f"S[detect-weight, {kind}{room}]", f"{{{heads[i]}}}"
    out.write(r"\begin{tabular}{" + "".join(kinds) + "}\n\\toprule\n")
    if any(name in marks.blocks for name in columns):
        out.write(_blocks([marks.blocks.get(name, "") for name in columns]))
    out.write(" & ".join(heads) + " \\\\\n\\midrule\n")
    for place, row in enumerate(rows):
        cells = []
        for name, value in zip(columns, row, strict=True):
            text = escape(cell(name, value))
            if value is not None and best_texts.get(name) == printable(value):
                text = rf"\bfseries {text}" if siunitx else rf"\textbf{{{text}}}"
            letters = marks.letters.get((place, name), "")
            cells.append(text + (rf"\textsuperscript{{{letters}}}" if letters else ""))
        out.write(" & ".join(cells) + " \\\\\n")
    out.write("\\bottomrule\n\\end{tabular}\n")


def _blocks(heads: Sequence[str]) -> str:
    """A line of heads over columns side by side, each with a rule below it."""
    cells, rules, first = [], [], 1
    for head, alike in groupby(heads):
        width = len([*alike])
        cells.append(rf"\multicolumn{{{width}}}{{c}}{{{escape(head)}}}" if head else " & ".join([""] * width))
        rules += [rf"\cmidrule(lr){{{first}-{first + width - 1}}}"] if head else []
        first += width
    return " & ".join(cells) + " \\\\\n" + "".join(rules) + "\n"


def _alignment(texts: Sequence[str]) -> str:
    """Return the digits that siunitx keeps room for around the point; empty where some values are no such numbers."""
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
    """Return the label by which a paper refers to the table: letters, digits and hyphens."""
    return "-".join("".join(char if char.isascii() and char.isalnum() else " " for char in title).split())


def sentences(lines: Sequence[str]) -> str:
    """Lines as the sentences of a caption; a name that one begins with stays as it is written."""
    return " ".join(f"{line[:1].upper()}{line[1:]}." if _is_word(line) else f"{line}." for line in lines)


def enumerate_names(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: 'a, b and c'."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def _is_word(line: str) -> bool:
    return line.partition(" ")[0].rstrip(":,;").isalpha()


def escape(text: str) -> str:
    """A text in which no character means anything to LaTeX."""
    return "".join(_ESCAPES.get(char, char) for char in printable(text))


def _is_number(rows: Sequence[Sequence[Any]], i: int) -> bool:
    return any(isinstance(row[i], (int, float)) and not isinstance(row[i], bool) for row in rows)
