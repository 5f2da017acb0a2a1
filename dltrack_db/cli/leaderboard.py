"""`dltrack leaderboard`: the runs of a collection, sorted, narrowed down, with bars and significance."""

from __future__ import annotations

import string
import sys
from dataclasses import replace
from typing import Annotated, Any

import typer

from dltrack_db.board import BEATS, DESCRIPTION, Board, Question, told_of_provenance
from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.errors import UsageError
from dltrack_db.exports import cite
from dltrack_db.output import Format, latex, print_rows
from dltrack_db.store import collections, database
from dltrack_db.vocabulary.suggest import did_you_mean

# On a terminal these are left out unless asked for: they are long, and the same for most runs.
_LETTERS = string.ascii_lowercase
ASIDE = ("stage", "dense", "is_submission", "in_overview")
BAR_CELLS = 12
_FOR_PEOPLE = (Format.table, Format.markdown)
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
        str,
        typer.Argument(
            help="A judged task, e.g. trec2021-passages, or an edition that has only one.",
            autocompletion=completion.collections,
        ),
    ],
    question: Annotated[Question, _QUESTION],
    columns: Annotated[str, typer.Option("--columns", metavar="LIST", help="Only these columns, in this order.")] = "",
    bars: Annotated[
        bool | None, typer.Option("--bars/--no-bars", help="Draw the measure as a bar; on terminals by default.")
    ] = None,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Rank the runs of a collection by the measures of its overview paper, or by others.

    --significance tests every run against the best (paired t-test over topics,
    corrected by Holm for their number): a run `not shown to differ` may owe its
    place to chance. With several --baseline, or with --measures, letters tell
    the baselines that a run beats, all tests corrected as one family; -f latex
    sets them as superscripts and the best value in bold, latex-siunitx also
    aligns numbers by their points.

    Example: dltrack leaderboard trec2021-passages --where "category = 'trad'" --sort ap

    Example: dltrack leaderboard trec2021-passages --measures nDCG@10,AP --baseline p_bm25 --baseline p_tct -f latex
    """
    labels = question.labels
    asked = replace(
        question,
        letters=format.is_latex,
        measures=[part.strip() for part in ",".join(question.measures).split(",") if part.strip()],
    )
    with database.open_readonly(db) as con:
        name = collections.find_collection(con, collection, db, labels=labels or None, is_ranked=True)
        board = Board(con, name, asked)
        names, rows = board.read()
        printed = board.printed_names() if format.is_latex else {}
        cited = cite.line(con, name) if format in _CITED else ""
    if labels and not rows and not question.where:
        raise UsageError(f"no run of {name} is scored by «{labels}»; load runs with: dltrack ingest runs")
    if len(board.baselines) > len(_LETTERS):
        raise UsageError(f"at most {len(_LETTERS)} baselines can be compared, not {len(board.baselines)}")
    letters, notes = _letters(board, names, rows), []
    legend = list(zip(_LETTERS, board.baselines, strict=False)) if letters else []
    if letters:
        num_tests = rows[0][names.index("num_tests")]
        notes = [
            "better than " + ", ".join(f"{letter}: {run}" for letter, run in legend),
            f"paired t-test over topics, p < 0.05, corrected by Holm for all {num_tests} tests",
        ]
    provenances = {row[names.index("provenance")] for row in rows} if "provenance" in names else set()
    on_terminal = format is Format.table and sys.stdout.isatty()
    aside: tuple[str, ...] = ASIDE if on_terminal and not labels else ()
    if aside and provenances == {"rankings"}:
        aside = (*ASIDE, "provenance")
    if format.is_latex and board.is_family:  # a table for a paper has run, measures and letters
        aside = (*DESCRIPTION, "provenance")
    beaten = {name for _, name in letters} if not format.is_latex else set()
    chosen = _columns_to_show(names, columns, board.sort, aside, beaten)
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
        expendable=[*ASIDE, "provenance", "", "num_topics", "subtask", "team", "category", *reversed(others)],
        absent=absent,
        marks=latex.Marks(
            board.measures,
            letters,
            [*notes, cited],
            {"run_id": "Run", "team": "Team", "category": "Category", **printed},
            caption=f"Effectiveness on {board.collection}.",
            legend=f"Better than {{}}: {notes[1]}." if letters else "",
            explained=legend,
        ),
    )
    if cited and format is Format.markdown:
        print(f"\n<!-- {cited} -->")
    if format in _FOR_PEOPLE:
        for line in [*notes, *told_of_provenance(names, rows)]:
            print(line)


def _letters(board: Board, names: list[str], rows: list[tuple[Any, ...]]) -> dict[tuple[int, str], str]:
    """The letters of the baselines that each run beats, by row and measure."""
    places = {name.removesuffix(BEATS): place for place, name in enumerate(names) if name.endswith(BEATS)}
    return {
        (i, name): "".join(_LETTERS[board.baselines.index(run)] for run in row[place])
        for i, row in enumerate(rows)
        for name, place in places.items()
        if row[place]
    }


def _cell_text(board: Board, row: tuple[Any, ...], names: list[str], name: str, format: Format) -> Any:
    """A cell; the baselines that a run beats as letters for people, by name for programs."""
    value = row[names.index(name)]
    if not name.endswith(BEATS):
        return value
    if format in _FOR_PEOPLE:
        return "".join(_LETTERS[board.baselines.index(run)] for run in value)
    return " ".join(value)


def _columns_to_show(names: list[str], columns: str, sort: str, aside: tuple[str, ...], beaten: set[str]) -> list[str]:
    """The columns to show, behind each measure the baselines that runs beat in it, where there are some."""
    own = _own(names)
    wanted = [name.strip() for name in columns.split(",")] if columns else []
    if unknown := [name for name in wanted if name not in own]:
        raise UsageError(
            f"there is no column {', '.join(unknown)}; there are {', '.join(own)}{did_you_mean(unknown[0], own)}"
        )
    shown = wanted or [name for name in own if name not in aside or name == sort]
    return [part for name in shown for part in ((name, name + BEATS) if name in beaten else (name,))]


def _own(names: list[str]) -> list[str]:
    """The columns without those that letters and the note under the table tell."""
    return [name for name in names if name != "num_tests" and not name.endswith(BEATS)]


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
