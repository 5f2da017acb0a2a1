"""`dltrack leaderboard`: the runs of a collection, sorted, narrowed down, with bars and significance."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import duckdb
import typer

from dltrack_db.cli import completion
from dltrack_db.cli.board import LETTERS, Board
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.errors import UsageError
from dltrack_db.output import Format, print_rows
from dltrack_db.store import collections, database, sqltext
from dltrack_db.suggest import did_you_mean

# On a terminal these are left out unless asked for: they are long, and the same for most runs.
ASIDE = ("stage", "dense", "is_submission", "in_overview")
BAR_CELLS = 12
_FOR_PEOPLE = (Format.table, Format.markdown)
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def leaderboard(
    collection: Annotated[
        str,
        typer.Argument(
            help="A judged task, e.g. trec2021-passages, or an edition that has only one.",
            autocompletion=completion.collections,
        ),
    ],
    sort: Annotated[
        str, typer.Option("--sort", metavar="MEASURE", help="Measure to rank by: a column, or any stored one.")
    ] = "",
    measures: Annotated[
        list[str] | None,
        typer.Option(
            "--measures",
            "--measure",
            "-m",
            metavar="LIST",
            help="These measures, separated by commas, instead of the overview's; may be repeated.",
        ),
    ] = None,
    columns: Annotated[str, typer.Option("--columns", metavar="LIST", help="Only these columns, in this order.")] = "",
    where: Annotated[str, typer.Option("--where", metavar="SQL", help="Only runs for which this holds.")] = "",
    limit: Annotated[int, typer.Option("--limit", "-n", min=0, help="Only the first runs; 0 for all.")] = 0,
    significance: Annotated[
        bool, typer.Option("--significance", help="Tell which runs differ from the best one, or from --baseline.")
    ] = False,
    baseline: Annotated[
        list[str] | None,
        typer.Option("--baseline", metavar="RUN", help="Run to compare with (repeatable); implies --significance."),
    ] = None,
    labels: Annotated[
        str,
        typer.Option(
            "--labels", metavar="VARIANT", help="Score by these labels; absent runs by their submitted scores."
        ),
    ] = "",
    bars: Annotated[
        bool | None, typer.Option("--bars/--no-bars", help="Draw the measure as a bar; on terminals by default.")
    ] = None,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Rank the runs of a collection by the measures of its overview paper, or by others.

    --significance tests every run against the best (paired t-test over topics,
    corrected by Holm for their number): `same` is the group of runs that chance
    could put on top. With several --baseline, or with --measures, letters tell
    the baselines that a run beats, all tests corrected as one family; -f latex
    sets them as superscripts and the best value in bold.

    Example: dltrack leaderboard trec2021-passages --where "category = 'trad'" --sort ap

    Example: dltrack leaderboard trec2021-passages --measures nDCG@10,AP --baseline p_bm25 --baseline p_tct -f latex
    """
    con = database.open_readonly(db)
    if labels:
        if sort or measures or columns or significance or baseline or bars:
            raise UsageError("--labels goes with --where, --limit and -f only; see also: dltrack judges COLLECTION")
        with con:
            name = collections.named(con, collection, db, labels=labels, is_ranked=True)
            _by_labels(con, name, labels, where, limit, format)
        return
    baselines = list(dict.fromkeys(baseline or []))
    try:
        board = Board(
            con,
            collections.named(con, collection, db, is_ranked=True),
            sort,
            ",".join(measures or []),
            baselines,
            tested=significance,
        )
        names, rows = board.read(where, limit)
        letters, notes = board.letters([row[0] for row in rows])
    except duckdb.Error as error:
        raise _refused(error) from error
    finally:
        con.close()
    on_terminal = format is Format.table and sys.stdout.isatty()
    ranked = "provenance" in names and all(row[names.index("provenance")] == "rankings" for row in rows)
    aside = (*ASIDE, "provenance") if ranked else ASIDE
    chosen = _chosen(names, columns, board.sort, aside=aside if on_terminal else ())
    shown = [[row[names.index(name)] for name in chosen] for row in rows]
    absent = [] if columns else [name for name in names if name not in chosen]
    if letters and format is not Format.latex:
        chosen, shown = _with_letters(chosen, shown, letters, notes if format in _FOR_PEOPLE else None, baselines)
    if bars or (bars is None and on_terminal):
        chosen, shown = _with_bars(chosen, shown, [row[names.index(board.sort)] for row in rows], board.sort)
    others = [name for name in board.measures if name != board.sort]
    print_rows(
        chosen,
        shown,
        format,
        title=board.collection,
        expendable=[*ASIDE, "provenance", "subtask", "team", "category", "", *reversed(others)],
        absent=absent,
        best=board.measures,
        letters=letters,
        notes=notes,
    )
    if format in (Format.table, Format.markdown):
        for line in notes:
            print(line)


def _refused(error: duckdb.Error) -> UsageError:
    """What DuckDB says of a condition, with the names that may be meant, without the query around it."""
    told, _, _ = str(error).partition("\nLINE ")
    return UsageError(f"--where: {' '.join(told.split())}")


def _by_labels(
    con: duckdb.DuckDBPyConnection, collection: str, labels: str, where: str, limit: int, format: Format
) -> None:
    """The runs by any set of labels.

    Raises:
        UsageError: the collection has no such labels, no run has scores by them, or the condition is no SQL.
    """
    known = collections.variants(con, collection)
    if labels not in known:
        meant = did_you_mean(labels, known) or f"; it has {', '.join(known)}"
        raise UsageError(f"{collection} has no labels «{labels}»{meant}")
    query = sqltext.filled("select * from labels.runs_by_labels($1, $2)", [collection, labels])
    narrowed = f" where {where}" if where else ""
    first = f" limit {limit}" if limit else ""
    try:
        result = con.execute(f"{query}{narrowed} order by rank, run_id{first}")
    except duckdb.Error as error:
        raise _refused(error) from error
    names, found = [column[0] for column in result.description or []], result.fetchall()
    if not found and not where:
        raise UsageError(f"no run of {collection} is scored by «{labels}»; load runs with: dltrack ingest runs")
    expendable = ["provenance", "num_topics", "team", "category", "rr", "ap"]
    print_rows(names, found, format, title=f"{collection} by labels {labels}", expendable=expendable)


def _chosen(names: list[str], columns: str, sort: str, aside: tuple[str, ...]) -> list[str]:
    if not columns:
        return [name for name in names if name not in aside or name == sort]
    wanted = [name.strip() for name in columns.split(",")]
    if unknown := [name for name in wanted if name not in names]:
        raise UsageError(
            f"there is no column {', '.join(unknown)}; there are {', '.join(names)}{did_you_mean(unknown[0], names)}"
        )
    return wanted


def _with_letters(
    names: list[str],
    rows: list[list[Any]],
    letters: dict[tuple[int, str], str],
    notes: list[str] | None,
    baselines: list[str],
) -> tuple[list[str], list[list[Any]]]:
    """Behind each measure the baselines that a run beats in it: as letters for people, by name for programs."""
    marked = dict.fromkeys(name for _, name in letters)
    for name in marked:
        place = names.index(name) + 1 if name in names else 0
        if not place:
            continue
        names = [*names[:place], f"{name}_beats", *names[place:]]
        found = [letters.get((i, name), "") for i in range(len(rows))]
        if notes is None:
            found = [" ".join(baselines[LETTERS.index(letter)] for letter in text) for text in found]
        rows = [[*row[:place], text, *row[place:]] for row, text in zip(rows, found, strict=True)]
    return names, rows


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
