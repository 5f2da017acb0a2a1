"""What a paper needs of an evaluation, as one folder: table, figures, values behind them, methods, BibTeX, commands.

Numbers are those of `dltrack leaderboard`: the same question, asked of a copy of the database into which run files are
loaded first, so that the database itself does not change.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb

from dltrack_db import __version__, lettered
from dltrack_db.basics import resources, sqltext
from dltrack_db.board import Board, Question
from dltrack_db.errors import UsageError
from dltrack_db.exports import cite
from dltrack_db.files import sources, tempfolder
from dltrack_db.loading import loader, plan
from dltrack_db.output import Format, latex, print_rows
from dltrack_db.store import collections, copies, database
from dltrack_db.store.lake import overlay, transfer

MEASURES = ("ndcg_cut_10", "map", "recip_rank")
"""What the table has unless asked otherwise."""
FIELD = "ndcg-by-type"
"""The figure in which a run stands among the field."""
_TIES = {
    "float": "those of one score, compared as 4-byte floats, in descending order of their ids (trec_eval up to 9.0.4)",
    "double": "those of one score, compared as 8-byte floats, in descending order of their ids (trec_eval 10)",
    "submitted": "those of one score in the order of the submitted ranks",
}


@dataclass(frozen=True)
class Written:
    """The files of the folder, and what could not be drawn or tested, in sentences."""

    files: list[Path]
    notes: list[str]


def write(
    db: Path,
    runs: Sequence[str],
    collection: str,
    folder: Path,
    *,
    baselines: Sequence[str],
    measures: Sequence[str] = MEASURES,
    say: Callable[[str], None] = lambda _: None,
) -> Written:
    """Write the folder for some runs against baselines; `runs` are files, or ids of loaded runs.

    Tests are corrected over the rows of the table: every run against every baseline in every measure.

    Raises:
        UsageError: there is no such collection, run or measure, no baseline is given, or the folder is not empty.
        ValidationError: a file does not hold what is expected of a run.
    """
    if not baselines:
        raise UsageError("name what the runs are compared with: --baseline p_bm25")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is not an empty folder; name a new one with -o")
    edition, _ = collections.in_database(db, collection)
    files = [Path(run) for run in runs if Path(run).is_file()]
    with _with_runs(db, collection, files, say) as (copy, loaded):
        ids = [loaded.get(Path(run), run) for run in runs]
        with database.open_readonly(copy) as con:
            collection = collections.find_collection(con, collection, db, is_ranked=True)
            written = _write(con, collection, list(dict.fromkeys(ids)), folder, list(baselines), list(measures))
    against = [part for one in baselines for part in ("--baseline", one)]
    command = ["dltrack", "paper", *runs, "-c", collection, *against]
    command += ["--measures", ",".join(measures), "-o", str(folder)]
    script = folder / "make.sh"
    script.write_text(
        f"#!/bin/sh\n# dltrack {__version__}\ndltrack ingest {edition}\n{shlex.join(command)}\n", encoding="utf-8"
    )
    return Written([*written.files, script], written.notes)


@contextmanager
def _with_runs(
    db: Path, collection: str, files: Sequence[Path], say: Callable[[str], None]
) -> Iterator[tuple[Path, dict[Path, str]]]:
    """A database with the files loaded as runs, and the id of each; the database itself where there are none."""
    if not files:
        yield db, {}
        return
    with tempfolder.folder() as folder:
        if overlay.of(db) is not None:
            transfer.to_file(db, folder / "copy.duckdb")
            yield _load_runs(folder / "copy.duckdb", collection, files, say)
            return
    with copies.private(db) as copy:
        yield _load_runs(copy, collection, files, say)


def _load_runs(
    copy: Path, collection: str, files: Sequence[Path], say: Callable[[str], None]
) -> tuple[Path, dict[Path, str]]:
    owner, spec = collections.in_database(copy, collection, runs=files)
    planned = plan.plan_runs(owner, spec, sources.run_files(files))
    loader.load(planned, copy, loader.LoadOptions(say=say))
    return copy, {item.path: item.name for item in planned.items if item.part == "runs" and item.path is not None}


def _write(
    con: duckdb.DuckDBPyConnection,
    collection: str,
    runs: list[str],
    folder: Path,
    baselines: list[str],
    measures: list[str],
) -> Written:
    shown = list(dict.fromkeys([*baselines, *runs]))
    board = Board(con, collection, Question(measures=measures, baselines=baselines, runs=shown))
    answer = board.read()
    cited = cite.line(con, collection)
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / name for name in ("table.tex", "table.csv", "methods.tex", "references.bib")]
    letters = lettered.letters(board, answer)
    chosen = ["run_id", *board.measures]
    places = [answer.columns.index(column) for column in chosen]
    cells = [[row[place] for place in places] for row in answer.rows]
    marks = lettered.marks(board, answer, letters, [*answer.notes, cited], board.printed_names())
    with files[0].open("w", encoding="utf-8") as out:
        print_rows(chosen, cells, Format.latex, title=collection, file=out, marks=marks)
    with files[1].open("w", encoding="utf-8") as out:
        print_rows(answer.columns, answer.rows, Format.csv, file=out)
    files[2].write_text(_methods(con, board, answer.notes, cited), encoding="utf-8")
    files[3].write_text(cite.bibtex(con, collection) + "\n", encoding="utf-8")
    drawn, lacking = _draw(con, collection, runs, baselines[0], board, folder)
    return Written([*files, *drawn], [*answer.notes, *lacking])


def _methods(con: duckdb.DuckDBPyConnection, board: Board, notes: Sequence[str], cited: str) -> str:
    """A paragraph on how the numbers came about."""
    sqltext.set_variables(con, collection=board.collection)
    row = con.execute(resources.script("paper/methods")).fetchone()
    names = [column[0] for column in con.description or []]
    facts = dict(zip(names, row or (), strict=True))
    printed = ", ".join(board.printed_names().values())
    told = [
        f"We report {printed} over the {facts['num_topics']} judged topics of {board.collection}; a topic that a run "
        "leaves out counts as 0.",
        f"Items are relevant from grade {facts['min_relevance']} on where a measure is binary.",
        f"Runs are ordered by score, {_TIES[facts['tie_rule']]}.",
        *(f"{note[0].upper()}{note[1:].rstrip('.')}." for note in notes),
        f"Data, with their fingerprint, and program: {cited}.",
    ]
    return f"% {cited}\n" + "\n".join(latex.escape(sentence) for sentence in told) + "\n"


def _draw(
    con: duckdb.DuckDBPyConnection, collection: str, runs: Sequence[str], baseline: str, board: Board, folder: Path
) -> tuple[list[Path], list[str]]:
    """The runs among the field, and each run per topic against the first baseline, as PDF and SVG with their values."""
    from dltrack_db import report
    from dltrack_db.paper.topics import chart
    from dltrack_db.report import vega

    measure = board.measures[0]
    printed = board.printed_names()[measure]
    files: list[Path] = []
    notes: list[str] = []
    try:
        field = report.draw(con, FIELD, collection, runs)
        files += [vega.save(field, folder / f"field.{kind}") for kind in ("pdf", "svg")]
    except UsageError as error:  # of a collection with nothing to compare with; all else is written
        notes.append(str(error))
    for run in runs:
        if run == baseline:
            continue
        sqltext.set_variables(con, collection=collection, run=run, baseline=baseline, measure=measure)
        result = con.execute(resources.script("paper/topics"))
        columns, rows = [column[0] for column in result.description or []], result.fetchall()
        if not rows:
            notes.append(f"{run} against {baseline} by topic is not drawn: a run has no scores per topic")
            continue
        stem = "topics-" + "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in run)
        behind = folder / f"{stem}.csv"
        with behind.open("w", encoding="utf-8") as out:
            print_rows(columns, rows, Format.csv, file=out)
        picture = chart(columns, rows, run, baseline, printed)
        files += [behind, *(vega.save(picture, folder / f"{stem}.{kind}") for kind in ("pdf", "svg"))]
    return files, notes
