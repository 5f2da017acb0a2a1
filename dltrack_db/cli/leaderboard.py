"""`dltrack leaderboard`: the runs of a collection, sorted, narrowed down, with bars and significance."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Annotated, Any

import typer

from dltrack_db import lettered
from dltrack_db.board import BEATS, DESCRIPTION, P_CORRECTED, P_VALUE, SINGLE, Answer, Board, Question
from dltrack_db.cli import across, completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.errors import UsageError
from dltrack_db.exports import cite
from dltrack_db.output import Format, print_notes, print_rows, print_text, table
from dltrack_db.store import collections, database
from dltrack_db.vocabulary.suggest import did_you_mean

# On a terminal these are left out unless asked for: they are long, and the same for most runs.
ASIDE = ("stage", "dense", "is_submission", "in_overview")
BAR_CELLS = 12
_CITED = (Format.latex, Format.latex_siunitx, Format.markdown)
"""Formats that have comments, and carry the fingerprint of the data (`dltrack cite`)."""
_EIGHTHS = " ▏▎▍▌▋▊▉█"


_QUESTION = {
    "sort": typer.Option("--sort", metavar="MEASURE", help="Measure to rank by: a column, or any stored one."),
    "measures": typer.Option(
        "--measures",
        "--measure",
        "-m",
        metavar="LIST",
        help="These measures, separated by commas, instead of the overview's; may be repeated.",
    ),
    "where": typer.Option("--where", metavar="SQL", help="Only runs for which this holds."),
    "runs": typer.Option("--run", metavar="RUN", help="Only this run; may be repeated, and they keep the order given."),
    "limit": typer.Option("--limit", "-n", min=0, help="Only the first runs; 0 for all."),
    "significance": typer.Option(
        "--significance", help="Tell which runs differ from the best one, or from --baseline."
    ),
    "baselines": typer.Option(
        "--baseline", metavar="RUN", help="Run to compare with (repeatable); implies --significance."
    ),
    "labels": typer.Option(
        "--labels", metavar="VARIANT", help="Score by these labels; absent runs by their submitted scores."
    ),
}


@with_option_groups
def leaderboard(
    collection: Annotated[
        list[str],
        typer.Argument(
            metavar="COLLECTION...",
            help="A judged task, e.g. trec2021-passages, or an edition that has only one; several are one table.",
            autocompletion=completion.collections,
        ),
    ],
    question: Annotated[Question, _QUESTION],
    columns: Annotated[str, typer.Option("--columns", metavar="LIST", help="Only these columns, in this order.")] = "",
    bars: Annotated[
        bool | None, typer.Option("--bars/--no-bars", help="Draw the measure as a bar; on terminals by default.")
    ] = None,
    joined: Annotated[
        list[str] | None,
        typer.Option(
            "--as", metavar="NAME=RUN,RUN", help="Runs of several collections that are one system; may be repeated."
        ),
    ] = None,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Rank the runs of a collection by the measures of its overview paper, or by others.

    --significance tests every run against the best (paired t-test over topics,
    corrected by Holm): a run `not shown to differ` may owe its place to chance.
    With several --baseline, or several --measures, letters tell the baselines
    that a run beats; -f latex sets them as superscripts and the best value in
    bold, latex-siunitx also aligns numbers by their points. All tests are one
    family: of the runs that --run and --where ask for, whatever -n shows of
    them. What is tested, and what cannot be, stands under the table.

    Several collections are one table: a row for each system, a column for each
    collection and measure, and the mean. Runs of one name are one system, as
    are those noted so (`ingest run-notes`, a column system), or given by --as.

    Example: dltrack leaderboard trec2021-passages --where "category = 'trad'" --sort ap

    Example: dltrack leaderboard trec2021-passages --measures nDCG@10,AP --baseline p_bm25 --baseline p_tct -f latex

    Example: dltrack leaderboard trec2020-passages trec2021-passages --measures nDCG@10 --as BM25=bm25_p,p_bm25
    """
    labels = question.labels
    asked = replace(
        question,
        measures=[part.strip() for part in ",".join(question.measures).split(",") if part.strip()],
    )
    if len(collection) > 1:
        if columns or bars:
            raise UsageError("--columns and --bars are for the table of one collection; leave them out, or name one")
        across.show(collection, asked, joined or [], db, format)
        return
    if joined:
        raise UsageError("--as joins runs of several collections; name more than one")
    with database.open_readonly(db) as con:
        name = collections.find_collection(con, collection[0], db, labels=labels or None, is_ranked=True)
        board = Board(con, name, asked)
        answer = board.read()
        printed = board.printed_names() if format.is_latex else {}
        cited = cite.line(con, name) if format in _CITED else ""
    names, rows = answer.columns, answer.rows
    if labels and not rows and not question.where:
        raise UsageError(f"no run of {name} is scored by «{labels}»; load runs with: dltrack ingest runs")
    if len(board.baselines) > len(lettered.LETTERS):
        raise UsageError(f"at most {len(lettered.LETTERS)} baselines can be compared, not {len(board.baselines)}")
    letters = lettered.letters(board, answer) if board.is_family or format.is_latex else {}
    legend = list(zip(lettered.LETTERS, board.baselines, strict=False)) if letters else []
    told = ["better than " + ", ".join(f"{letter}: {run}" for letter, run in legend)] if legend else []
    notes = [*told, *answer.notes]
    on_terminal = format is Format.table and sys.stdout.isatty()
    with_letters = {name for _, name in letters} if board.is_family else set()
    aside = _aside(board, answer, format, with_letters)
    chosen = _columns_to_show(board, answer, columns, aside)
    if columns and format.is_for_people:
        chosen = [part for name in chosen for part in (name, *([name + BEATS] if (name in with_letters) else []))]
    shown = [[_cell_text(board, row, names, name, format) for name in chosen] for row in rows]
    absent = [] if columns else [name for name in _own(names) if name not in chosen]
    if bars or (bars is None and on_terminal and not labels):
        chosen, shown = _with_bars(chosen, shown, [row[names.index(board.sort)] for row in rows], board.sort)
    others = [name for name in board.measures if name != board.sort]
    print_rows(
        chosen,
        shown,
        format,
        title=f"{board.collection} by labels {labels}" if labels else board.collection,
        expendable=[
            "",
            *ASIDE,
            "provenance",
            "num_topics",
            "subtask",
            "team",
            "category",
            *reversed(others),
            "difference",
        ],
        fit=table.Fit(
            kept=["provenance"] if len(set(answer.values("provenance"))) > 1 else [],
            absent=absent,
            is_whole=bool(columns),
        ),
        marks=lettered.marks(board, answer, letters, [*notes, cited], printed),
    )
    if cited and format is Format.markdown:
        print_text(f"\n<!-- {cited} -->")
    if not format.is_latex:  # which has them in its caption
        print_notes(notes if format.is_for_people else answer.notes, format)  # programs have names in place of letters


def _aside(board: Board, answer: Answer, format: Format, lettered: set[str]) -> set[str]:
    """The columns that are left out unless they are asked for: letters tell people more than many p-values."""
    aside: set[str] = set()
    if format.is_for_people or format.is_latex:
        behind = {name + end: name for name in board.tested for end in (P_VALUE, P_CORRECTED, BEATS)}
        aside = {each for each, name in behind.items() if not (each.endswith(BEATS) and name in lettered)}
    if format is Format.table and sys.stdout.isatty() and "official_rank" not in answer.columns:
        aside |= {*ASIDE, *(["provenance"] if set(answer.values("provenance")) == {"rankings"} else [])}
    if format.is_latex and board.baselines:  # a table for a paper has run, measures and letters
        aside |= {*DESCRIPTION, *SINGLE, "provenance", *(name + BEATS for name in board.tested)}
    return aside


def _cell_text(board: Board, row: tuple[Any, ...], names: list[str], name: str, format: Format) -> Any:
    """A cell; the baselines that a run beats as letters for people, by name for programs."""
    value = row[names.index(name)]
    if not name.endswith(BEATS):
        return value
    if format.is_for_people:
        return "".join(lettered.LETTERS[board.baselines.index(run)] for run in value)
    return " ".join(value)


def _columns_to_show(board: Board, answer: Answer, columns: str, aside: set[str]) -> list[str]:
    """The columns to show: those that are asked for, or all but those left aside."""
    own = _own(answer.columns)
    wanted = [name.strip() for name in columns.split(",")] if columns else []
    if unknown := [name for name in wanted if name not in own]:
        raise UsageError(
            f"there is no column {', '.join(unknown)}; there are {', '.join(own)}{did_you_mean(unknown[0], own)}"
        )
    return wanted or [name for name in own if name not in aside or name == board.sort]


def _own(names: list[str]) -> list[str]:
    """The columns without that which the note under the table tells."""
    return [name for name in names if name != "num_tests"]


def _with_bars(
    names: list[str], rows: list[list[Any]], values: list[float | None], sort: str
) -> tuple[list[str], list[list[Any]]]:
    """A column of bars behind the measure's; a full bar is the largest value."""
    place = names.index(sort) + 1 if sort in names else len(names)
    most = max((value for value in values if value is not None), default=0) or 1
    drawn = [[*row[:place], _bar(value, most), *row[place:]] for row, value in zip(rows, values, strict=True)]
    return [*names[:place], "", *names[place:]], drawn


def _bar(value: float | None, most: float) -> str:
    eighths = round(max(0.0, value or 0.0) / most * BAR_CELLS * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
