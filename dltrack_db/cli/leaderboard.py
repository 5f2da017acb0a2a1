"""`dltrack leaderboard`: the runs of a collection, sorted, narrowed down, with bars and significance."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import duckdb
import typer

from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.errors import UsageError
from dltrack_db.output import Format, print_rows
from dltrack_db.store import database

# On a terminal these are left out unless asked for: they are long, and the same for most runs.
ASIDE = ("stage", "dense", "is_submission", "in_overview")
BAR_CELLS = 12
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def leaderboard(
    collection: Annotated[
        str, typer.Argument(help="A judged task, e.g. trec2021-passages.", autocompletion=completion.collections)
    ],
    sort: Annotated[
        str, typer.Option("--sort", metavar="MEASURE", help="Measure to rank by: a column, or any stored one.")
    ] = "ndcg_cut_10",
    columns: Annotated[str, typer.Option("--columns", metavar="LIST", help="Only these columns, in this order.")] = "",
    where: Annotated[str, typer.Option("--where", metavar="SQL", help="Only runs for which this holds.")] = "",
    limit: Annotated[int, typer.Option("--limit", "-n", min=0, help="Only the first runs; 0 for all.")] = 0,
    significance: Annotated[
        bool, typer.Option("--significance", help="Tell which runs differ from the best one, or from --baseline.")
    ] = False,
    baseline: Annotated[
        str, typer.Option("--baseline", metavar="RUN", help="Run to compare with; implies --significance.")
    ] = "",
    bars: Annotated[
        bool | None, typer.Option("--bars/--no-bars", help="Draw the measure as a bar; on terminals by default.")
    ] = None,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Rank the runs of a collection by the measures of its overview paper.

    --significance tests every run against the best (paired t-test over topics,
    corrected by Holm for their number): `same` is the group of runs that chance
    could put on top.

    Example: dltrack leaderboard trec2021-passages --where "category = 'trad'" --sort ap

    Example: dltrack leaderboard trec2021-passages --baseline p_bm25 --columns run_id,ndcg_cut_10,verdict
    """
    from dltrack_db.store import collections

    collections.in_database(db, collection)
    con = database.open_readonly(db)
    try:
        con.execute(
            "create temp view board as " + _board(con, collection, sort, baseline, significance or bool(baseline))
        )
        narrowed = f" where {where}" if where else ""
        first = f" limit {limit}" if limit else ""
        result = con.execute(f'from board{narrowed} order by round("{sort}", 12) desc nulls last, run_id{first}')
        names, rows = [column[0] for column in result.description or []], result.fetchall()
    except duckdb.Error as error:
        raise UsageError(str(error).splitlines()[0]) from error
    finally:
        con.close()
    on_terminal = format is Format.table and sys.stdout.isatty()
    chosen = _chosen(names, columns, sort, aside=ASIDE if on_terminal else ())
    shown = [[row[names.index(name)] for name in chosen] for row in rows]
    if bars or (bars is None and on_terminal):
        chosen, shown = _with_bars(chosen, shown, [row[names.index(sort)] for row in rows], sort)
    print_rows(chosen, shown, format, title=collection)


def _board(con: duckdb.DuckDBPyConnection, collection: str, sort: str, baseline: str, tested: bool) -> str:
    """The query of the whole table: the leaderboard, the measure asked for, the verdicts of the tests."""
    quoted = {
        name: "'" + text.replace("'", "''") + "'"
        for name, text in (("collection", collection), ("sort", sort), ("baseline", baseline))
    }
    held = [row[0] for row in con.execute("describe systems.leaderboard").fetchall()]
    query = "select board.* exclude (collection)"
    source = " from systems.leaderboard as board"
    measure = _stored_measure(con, collection, sort) if sort not in held or tested else sort
    if sort not in held:
        query += f', scores.value as "{sort}"'
        source += (
            " left join metrics.run_scores as scores on scores.collection = board.collection "
            f"and scores.run_id = board.run_id and scores.measure = {quoted['sort']}"
        )
    if tested:
        if (
            baseline
            and not con.execute(
                "select 1 from metrics.run_scores where collection = $1 and run_id = $2 limit 1", [collection, baseline]
            ).fetchone()
        ):
            raise UsageError(f"{collection} has no run «{baseline}»; see: dltrack leaderboard {collection}")
        versus = quoted["baseline"] if baseline else "null"
        query += ", test.mean_difference as difference, test.p_value, test.verdict"
        source += (
            f" left join report.significance({quoted['collection']}, '{measure}', baseline := {versus}) as test "
            "on test.run_id = board.run_id"
        )
    return f"{query}{source} where board.collection = {quoted['collection']}"


def _stored_measure(con: duckdb.DuckDBPyConnection, collection: str, name: str) -> str:
    """The name under which per-topic values of a measure are kept.

    Raises:
        UsageError: there are none.
    """
    known = [row[0] for row in con.execute("select distinct measure from metrics.run_scores order by all").fetchall()]
    trec_eval = {"ap": "map", "rr": "recip_rank"}.get(name, name)
    if trec_eval not in known:
        raise UsageError(f"there is no measure «{name}» of {collection}; known are {', '.join(known)}")
    return trec_eval


def _chosen(names: list[str], columns: str, sort: str, aside: tuple[str, ...]) -> list[str]:
    if not columns:
        return [name for name in names if name not in aside or name == sort]
    wanted = [name.strip() for name in columns.split(",")]
    if unknown := [name for name in wanted if name not in names]:
        raise UsageError(f"there is no column {', '.join(unknown)}; there are {', '.join(names)}")
    return wanted


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
