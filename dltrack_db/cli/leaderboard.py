"""`dltrack leaderboard`: the ranked runs of a collection, with filters, bars and significance tests."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer

from dltrack_db.ask import baseline_letters
from dltrack_db.ask.leaderboard import BEATS, P_CORRECTED, P_VALUE, SINGLE, Board, Question, check_columns, read
from dltrack_db.base.answer import Answer
from dltrack_db.cli import across, completion
from dltrack_db.cli.common import (
    DEFAULT_DATABASE,
    FILL,
    Database,
    OutputFormat,
    check_slices,
    measures_option,
    topics_option,
)
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.errors import UsageError
from dltrack_db.export import cite
from dltrack_db.score import derived_labels
from dltrack_db.show import Format, print_answer, print_notes, print_rows, print_text, table
from dltrack_db.store import collections, database

BAR_CELLS = 12
_CITED = (Format.latex, Format.latex_siunitx, Format.markdown)
"""Formats whose output contains the fingerprint of the data (`dltrack cite`) as a comment."""
_EIGHTHS = " ▏▎▍▌▋▊▉█"


_QUESTION = {
    "sort": typer.Option("--sort", metavar="MEASURE", help="Measure to rank by, or column (ascending)."),
    "measures": measures_option("Measures, e.g. nDCG@10,map. [default: the paper's]"),
    "where": typer.Option("--where", metavar="SQL", help="Only runs that meet this condition."),
    "runs": typer.Option("--run", metavar="RUN", help="Only this run (repeatable), in the order given."),
    "limit": typer.Option("--limit", "-n", min=0, help="Number of runs; 0 for all."),
    "significance": typer.Option("--significance", help="Show which runs may be best."),
    "tiers": typer.Option("--tiers", help="Group runs that do not differ significantly."),
    "baselines": typer.Option("--baseline", metavar="RUN", help="Test every run against this one (repeatable)."),
    "labels": typer.Option("--labels", metavar="NAME", help="Score by these labels, not the official ones."),
    "fill": FILL,
    "topics": topics_option(),
    "by": typer.Option("--by", metavar="FACET", help="Split the topics by a facet, e.g. length."),
}


@with_option_groups
def leaderboard(
    collection: Annotated[
        list[str],
        typer.Argument(
            metavar="COLLECTION...",
            help="One collection, e.g. trec2021-passages, or several for one common table.",
            autocompletion=completion.collections,
        ),
    ],
    question: Annotated[Question, _QUESTION],
    columns: Annotated[str, typer.Option("--columns", metavar="LIST", help="Only these columns, in this order.")] = "",
    bars: Annotated[
        bool | None, typer.Option("--bars/--no-bars", help="Draw the measure as bars. [default: on terminals]")
    ] = None,
    joined: Annotated[
        list[str] | None,
        typer.Option("--as", metavar="NAME=RUN,RUN", help="Treat runs of several collections as one system."),
    ] = None,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Rank the runs of a collection by the measures of its overview paper, or by others.

    Example: dltrack leaderboard trec2021-passages -m nDCG@10,map --baseline p_bm25

    --significance shows which runs may be best, and how far each run is behind
    the best one. --baseline tests every run against a baseline run (paired t-test
    over topics, Holm's correction); with several baselines or measures, letters
    mark the baselines that a run beats. p-values are corrected over the runs
    that --run and --where select. More: docs/significance.md, slices.md.
    """
    if len(collection) > 1:
        if columns or bars:
            raise UsageError(
                "--columns and --bars work only with one collection; leave these options out, or name one collection"
            )
        across.show(collection, question, joined or [], db, format)
        return
    if joined:
        raise UsageError("--as works only with several collections, whose runs it joins; name more than one collection")
    check_slices(question.by, format)
    names = _parts(columns)
    names = ["slice", *names] if question.by and names and "slice" not in names else names
    with database.reader(db) as con:
        name = collections.find_collection(con, collection[0], db, labels=question.labels or None, is_ranked=True)
        board, answer = read(con, name, replace(question, columns=names))
        check_columns(con, name, names, answer)
        printed_names, directions = (board.printed_names(), board.directions()) if format.is_latex else ({}, {})
        fingerprint = cite.line(con, name) if format in _CITED else ""
        heading = collections.heading(con, name) if format is Format.table else name
    if question.labels and not answer.rows and not question.where:
        raise UsageError(
            f"no run of {name} is scored by '{question.labels}'; load runs with: dltrack ingest runs FILE -c {name}"
        )
    letters = baseline_letters.letters(board, answer) if board.is_family or format.is_latex else {}
    title = f"{heading} by labels {derived_labels.name(question.labels, question.fill)}" if question.labels else heading
    _Sheet(board, answer, format, title, names, letters, directions).show(
        question.labels, bars, fingerprint, printed_names
    )


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


@dataclass(frozen=True)
class _Sheet:
    """An answer to print in a format.

    `columns` are the columns of --columns. `letters` mark beaten baselines, by row and measure.
    """

    board: Board
    answer: Answer
    format: Format
    title: str
    columns: Sequence[str]
    letters: Mapping[tuple[int, str], str]
    directions: Mapping[str, int]

    def show(self, labels: str, bars: bool | None, fingerprint: str, printed_names: Mapping[str, str]) -> None:
        """Print the table and its notes.

        Args:
            labels: the label set of --labels; '' for the official labels.
            bars: whether to print bars; None prints bars only on terminals, for official labels.
            fingerprint: fingerprint of the data (`dltrack cite`), or ''.
            printed_names: names of the measures in papers.
        """
        names = self._names()
        rows = [[self._cell(row, name) for name in names] for row in self.answer.rows]
        absent = [] if self.columns else [name for name in self._own() if name not in names]
        if bars or (bars is None and self._is_on_terminal() and not labels):
            names, rows = _with_bars(names, rows, self.answer.values(self.board.sort), self.board.sort)
        if self.format is Format.json_with_basis:
            print_answer(replace(self.answer, columns=names, rows=[tuple(row) for row in rows]), self.format)
            return
        notes = [*baseline_letters.key(self.board.baselines, self.letters), *self.answer.notes]
        print_rows(
            names,
            rows,
            self.format,
            title=self.title,
            fit=table.Fit(
                keys=["slice", "run_id"],
                point=self._point(),
                expendable=self._expendable(),
                absent=absent,
                is_whole=bool(self.columns),
            ),
            marks=baseline_letters.marks(
                self.board, self.answer, self.letters, [*notes, fingerprint], printed_names, self.directions
            ),
        )
        if fingerprint and self.format is Format.markdown:
            print_text(f"\n<!-- {fingerprint} -->")
        if self.format.is_for_people:
            print_notes(notes, self.format)
        elif not self.format.is_latex:  # LaTeX prints notes in its caption; other formats need no key to the letters
            print_notes(self.answer.notes, self.format)

    def _is_on_terminal(self) -> bool:
        return self.format is Format.table and sys.stdout.isatty()

    def _own(self) -> list[str]:
        """Return the columns without `num_tests`, which the note under the table states."""
        return [name for name in self.answer.columns if name != "num_tests"]

    def _with_letters(self) -> set[str]:
        """Return the measures whose values are followed by letters for beaten baselines."""
        return {name for _, name in self.letters} if self.board.is_family else set()

    def _names(self) -> list[str]:
        """Return the columns to print: the columns of --columns with their letters, or all except hidden columns."""
        own = self._own()
        if not self.columns:
            hidden = self._hidden_columns()
            return [name for name in own if name not in hidden or name in (self.board.sort, self.board.sort_column)]
        lettered = self._with_letters() if self.format.is_for_people else set()
        return [part for name in self.columns for part in (name, *([name + BEATS] if name in lettered else []))]

    def _hidden_columns(self) -> set[str]:
        """Return the columns that are hidden unless --columns or --sort names them, such as p-values."""
        tested_measures = self.board.tested
        hidden: set[str] = set()
        if self.format.is_for_people or self.format.is_latex:
            hidden |= {name + end for name in tested_measures for end in (P_VALUE, P_CORRECTED)}
            hidden |= {name + BEATS for name in tested_measures if name not in self._with_letters()}
        if self._is_on_terminal() and "official_rank" not in self.answer.columns:
            hidden |= {*self.board.description("terminal", is_shown=False)}
            hidden |= {"provenance"} if set(self.answer.values("provenance")) == {"rankings"} else set()
        if self.format.is_latex and self.board.baselines:  # a table for a paper contains run, measures and letters
            hidden |= {*self.board.description("paper", is_shown=False), *SINGLE, "provenance"}
            hidden |= {name + BEATS for name in tested_measures}
        return hidden

    def _cell(self, row: tuple[Any, ...], name: str) -> Any:
        """Return a cell; beaten baselines are letters in formats for people, and run ids in other formats."""
        value = row[self.answer.columns.index(name)]
        if name == "tiers" and value and (self.format.is_for_people or self.format.is_latex):
            return "-".join(dict.fromkeys([value[0], value[-1]]))  # abcd is printed as a-d
        if not name.endswith(BEATS):
            return value
        if self.format.is_for_people:
            return baseline_letters.concatenate_letters(value, self.board.baselines)
        return " ".join(value)

    def _point(self) -> list[str]:
        """Return the essential columns: the sort measure, test results, and the provenance if it varies."""
        provenance = ["provenance"] if len(set(self.answer.values("provenance"))) > 1 else []
        letters = [part for name in self.board.tested for part in (name, name + BEATS)]
        return [self.board.sort, *letters, "verdict", "may_be_best", *provenance]

    def _expendable(self) -> list[str]:
        """Return the columns to drop on narrow terminals, in this order: bars, descriptions, other measures."""
        others = [name for name in self.board.measures if name != self.board.sort]
        wide_only = self.board.description("terminal", is_shown=False)
        visible = self.board.description("terminal", is_shown=True)
        long = [name for name in visible if name in self.board.description("measures", is_shown=False)]
        description = dict.fromkeys([*wide_only, "provenance", "num_topics", *long, *visible])
        return ["", *description, *reversed(others), "difference", "behind_low", "beaten_by"]


def _with_bars(
    names: list[str], rows: list[list[Any]], values: list[float | None], sort: str
) -> tuple[list[str], list[list[Any]]]:
    """Insert a column of bars after the column `sort`; the largest value has a full bar."""
    index = names.index(sort) + 1 if sort in names else len(names)
    most = max((value for value in values if value is not None), default=0) or 1
    rows_with_bars = [[*row[:index], _bar(value, most), *row[index:]] for row, value in zip(rows, values, strict=True)]
    return [*names[:index], "", *names[index:]], rows_with_bars


def _bar(value: float | None, most: float) -> str:
    eighths = round(max(0.0, value or 0.0) / most * BAR_CELLS * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
