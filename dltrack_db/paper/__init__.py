"""What a paper needs of an evaluation, as one folder: table, figures, values behind them, methods, BibTeX, commands.

Numbers are those of `dltrack leaderboard`, of one collection or of several as blocks of one table: the same question,
asked of a copy of the database into which run files are loaded first, so that the database itself does not change.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb

from dltrack_db import __version__, lettered, report
from dltrack_db.across import Across
from dltrack_db.basics import resources, sqltext
from dltrack_db.board import BEATS, Answer, Board, Question
from dltrack_db.errors import UsageError
from dltrack_db.exports import cite
from dltrack_db.files import plainfile, sources, tempfolder
from dltrack_db.loading import loader, plan
from dltrack_db.output import Format, latex, print_rows
from dltrack_db.scoring import scratch, trec_files
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
    collection: str | Sequence[str],
    folder: Path,
    *,
    baselines: Sequence[str],
    measures: Sequence[str] = MEASURES,
    named: Mapping[str, Sequence[str]] | None = None,
) -> Written:
    """Write the folder for some runs against baselines; `runs` are files, or ids of loaded runs.

    Tests are corrected over the rows of the table: every run against every baseline in every measure. Of several
    collections each is a block of the table and a family of tests; rows and baselines are systems, whose runs have one
    name or are `named`, and a file is a run of the collection that judges most of what it returns.

    Raises:
        UsageError: there is no such collection, run or measure, no baseline is given, systems are named for one
            collection, or the folder is not empty.
        ValidationError: a file does not hold what is expected of a run.
    """
    if not baselines:
        raise UsageError("name what the runs are compared with: --baseline p_bm25")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is not an empty folder; name a new one with -o")
    collections_asked = list(dict.fromkeys([collection] if isinstance(collection, str) else collection))
    if named and len(collections_asked) < 2:
        raise UsageError("--as joins runs of several collections; name those with -c")
    editions = dict.fromkeys(collections.in_database(db, name, is_ranked=True)[0] for name in collections_asked)
    files = [Path(run) for run in runs if Path(run).is_file()]
    with _with_runs(db, collections_asked, files) as (copy, run_ids):
        ids = list(dict.fromkeys(run_ids.get(Path(run), run) for run in runs))
        with database.open_readonly(copy) as con:
            collections_asked = [
                collections.find_collection(con, name, db, is_ranked=True) for name in collections_asked
            ]
            if len(collections_asked) == 1:
                files_written = _write(con, collections_asked[0], ids, folder, list(baselines), list(measures))
            else:
                files_written = _write_blocks(
                    con, collections_asked, ids, folder, list(baselines), list(measures), named or {}
                )
    command = ["dltrack", "paper", *runs, *_options("-c", collections_asked), *_options("--baseline", baselines)]
    command += _options("--as", [f"{name}={','.join(of)}" for name, of in (named or {}).items()])
    command += ["--measures", ",".join(measures), "-o", str(folder)]
    script = folder / "make.sh"
    script.write_text(
        f"#!/bin/sh\n# dltrack {__version__}\ndltrack ingest {' '.join(editions)}\n{shlex.join(command)}\n",
        encoding="utf-8",
    )
    return Written([*files_written.files, script], files_written.notes)


def _options(option: str, values: Sequence[str]) -> list[str]:
    return [part for value in values for part in (option, value)]


@contextmanager
def _with_runs(
    db: Path, collection_names: Sequence[str], files: Sequence[Path]
) -> Iterator[tuple[Path, dict[Path, str]]]:
    """A database with the files loaded as runs, and the id of each; the database itself where there are none."""
    if not files:
        yield db, {}
        return
    with tempfolder.folder() as folder:
        if overlay.of(db) is not None:
            transfer.to_file(db, folder / "copy.duckdb")
            yield folder / "copy.duckdb", _load_runs(folder / "copy.duckdb", collection_names, files)
            return
    with copies.private(db) as copy:
        yield copy, _load_runs(copy, collection_names, files)


def _load_runs(copy: Path, collection_names: Sequence[str], files: Sequence[Path]) -> dict[Path, str]:
    homes: dict[str, list[Path]] = {}
    for file in files:
        homes.setdefault(
            collection_names[0] if len(collection_names) == 1 else _home(copy, collection_names, file), []
        ).append(file)
    ids: dict[Path, str] = {}
    for name, of in homes.items():
        owner, spec = collections.in_database(copy, name, runs=of)
        runs_plan = plan.plan_runs(owner, spec, sources.run_files(of))
        loader.load(runs_plan, copy, loader.LoadOptions(say=lambda _: None))
        ids |= {item.path: item.name for item in runs_plan.items if item.part == "runs" and item.path is not None}
    return ids


def _home(db: Path, collection_names: Sequence[str], file: Path) -> str:
    """The collection that judges most of what a run file returns.

    Raises:
        UsageError: none judges any of it.
    """
    with tempfolder.folder() as folder, closing(scratch.connect([])) as con:
        trec_files.prepare(con)
        trec_files.read_runs(con, {file.name: plainfile.unpack_all([file], folder)[0]}, "strict")
        database.attach(con, db, read_only=True, alias="loaded", is_current=False)
        with database.open_readonly(db) as opened:
            names = [collections.find_collection(opened, name, db, is_ranked=True) for name in collection_names]
        query = sqltext.written_out(resources.script("paper/home"), {"collections": names})
        row = con.execute(query).fetchone()
    if row is None:
        raise UsageError(
            f"nothing that {file} returns is judged in {', '.join(collection_names)}; load it with: dltrack ingest "
            f"runs {file} -c COLLECTION, and give its run id"
        )
    return str(row[0])


def _write(
    con: duckdb.DuckDBPyConnection,
    collection: str,
    runs: list[str],
    folder: Path,
    baselines: list[str],
    measures: list[str],
) -> Written:
    run_ids = list(dict.fromkeys([*baselines, *runs]))
    board = Board(con, collection, Question(measures=measures, baselines=baselines, runs=run_ids))
    answer = board.read()
    fingerprint = cite.line(con, collection)
    letters = lettered.letters(board, answer)
    printed_names = board.printed_names()
    marks = lettered.marks(board, answer, letters, [*answer.notes, fingerprint], printed_names)
    methods = [_methods(con, collection, list(printed_names.values())), *_notes(answer.notes, fingerprint)]
    files = _write_table(folder, ["run_id", *board.measures], answer, collection, marks)
    files += _write_texts(folder, methods, fingerprint, cite.bibtex(con, collection))
    figure = Figure(collection, board.measures[0], printed_names[board.measures[0]], folder)
    figure_files, lacking = _draw(con, figure, runs, baselines[0])
    return Written([*files, *figure_files], [*answer.notes, *lacking])


def _write_blocks(
    con: duckdb.DuckDBPyConnection,
    collection_names: list[str],
    runs: list[str],
    folder: Path,
    baselines: list[str],
    measures: list[str],
    named: Mapping[str, Sequence[str]],
) -> Written:
    """The folder with a block of columns for each collection, and the figures of each."""
    runs_of_systems = Across(con, collection_names, Question(measures=measures), named).systems
    of_runs = {run: system for system, of in runs_of_systems.items() for run in of.values()}
    systems = [of_runs.get(run, run) for run in runs]
    system_names = list(dict.fromkeys([*baselines, *systems]))
    board = Across(con, collection_names, Question(measures=measures, baselines=baselines, runs=system_names), named)
    answer = board.read()
    fingerprint = cite.line(con, *board.collections)
    letters = lettered.of_several(board, answer)
    marks = lettered.marks_of_several(board, answer, letters, [*answer.notes, fingerprint])
    columns = [name for name in answer.columns if not name.endswith(BEATS)]
    printed_names = {name.rpartition(":")[2]: name_in_print for name, name_in_print in board.printed_names().items()}
    methods = [_methods(con, each, list(printed_names.values())) for each in board.collections]
    files = _write_table(folder, columns, answer, ", ".join(board.collections), marks)
    files += _write_texts(
        folder, [*methods, *_notes(answer.notes, fingerprint)], fingerprint, cite.bibtex(con, *board.collections)
    )
    notes = list(answer.notes)
    measure = board.measures[0].rpartition(":")[2]
    for each in board.collections:
        here = [runs_of_systems[system][each] for system in dict.fromkeys(systems) if each in runs_of_systems[system]]
        if each not in runs_of_systems[baselines[0]]:
            notes.append(f"{each} has no run of {baselines[0]}, so nothing is drawn of it")
            continue
        figure = Figure(each, measure, printed_names[measure], folder, f"-{each}")
        figure_files, lacking = _draw(con, figure, here, runs_of_systems[baselines[0]][each])
        files, notes = [*files, *figure_files], [*notes, *lacking]
    return Written(files, notes)


def _write_table(folder: Path, columns: Sequence[str], answer: Answer, title: str, marks: latex.Marks) -> list[Path]:
    """The table in LaTeX with some of the columns, and all of them as CSV."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / "table.tex", folder / "table.csv"]
    places = [answer.columns.index(column) for column in columns]
    cells = [[row[place] for place in places] for row in answer.rows]
    with files[0].open("w", encoding="utf-8") as out:
        print_rows(columns, cells, Format.latex, title=title, file=out, marks=marks)
    with files[1].open("w", encoding="utf-8") as out:
        print_rows(answer.columns, answer.rows, Format.csv, file=out)
    return files


def _write_texts(folder: Path, methods: Sequence[str], fingerprint: str, bibtex: str) -> list[Path]:
    files = [folder / "methods.tex", folder / "references.bib"]
    text = "\n".join(latex.escape(sentence) for sentence in methods)
    files[0].write_text(f"% {fingerprint}\n{text}\n", encoding="utf-8")
    files[1].write_text(bibtex + "\n", encoding="utf-8")
    return files


def _methods(con: duckdb.DuckDBPyConnection, collection: str, printed_names: Sequence[str]) -> str:
    """How the numbers of a collection came about."""
    sqltext.set_variables(con, collection=collection)
    row = con.execute(resources.script("paper/methods")).fetchone()
    names = [column[0] for column in con.description or []]
    facts = dict(zip(names, row or (), strict=True))
    return (
        f"We report {', '.join(printed_names)} over the {facts['num_topics']} judged topics of {collection}; a topic "
        f"that a run leaves out counts as 0. Items are relevant from grade {facts['min_relevance']} on where a measure "
        f"is binary. Runs are ordered by score, {_TIES[facts['tie_rule']]}."
    )


def _notes(notes: Sequence[str], fingerprint: str) -> list[str]:
    """What stands under the table, as sentences, and what was used."""
    return [
        *(latex.sentences([note.rstrip(".")]) for note in notes),
        f"Data, with their fingerprint, and program: {fingerprint}.",
    ]


@dataclass(frozen=True)
class Figure:
    """What the figures of a collection are about, and where they go; `suffix` tells those of several apart."""

    collection: str
    measure: str
    printed: str
    folder: Path
    suffix: str = ""


def _draw(
    con: duckdb.DuckDBPyConnection, figure: Figure, runs: Sequence[str], baseline: str
) -> tuple[list[Path], list[str]]:
    """The runs among the field, and each run per topic against the first baseline, as PDF and SVG with their values."""
    from dltrack_db.paper.topics import chart
    from dltrack_db.report import vega

    collection, folder = figure.collection, figure.folder
    files: list[Path] = []
    notes: list[str] = []
    try:
        field = report.draw(con, FIELD, collection, runs)
        files += [vega.save(field, folder / f"field{figure.suffix}.{kind}") for kind in ("pdf", "svg")]
    except UsageError as error:  # of a collection with nothing to compare with; all else is written
        notes.append(str(error))
    for run in runs:
        if run == baseline:
            continue
        sqltext.set_variables(con, collection=collection, run=run, baseline=baseline, measure=figure.measure)
        result = con.execute(resources.script("paper/topics"))
        columns, rows = [column[0] for column in result.description or []], result.fetchall()
        if not rows:
            notes.append(f"{run} against {baseline} by topic is not drawn: a run has no scores per topic")
            continue
        stem = "topics-" + "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in run + figure.suffix)
        behind = folder / f"{stem}.csv"
        with behind.open("w", encoding="utf-8") as out:
            print_rows(columns, rows, Format.csv, file=out)
        picture = chart(columns, rows, run, baseline, figure.printed)
        files += [behind, *(vega.save(picture, folder / f"{stem}.{kind}") for kind in ("pdf", "svg"))]
    return files, notes
