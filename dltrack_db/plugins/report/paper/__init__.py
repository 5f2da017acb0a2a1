"""Write a folder for a paper: table, figures, their values, methods, BibTeX, commands.

The numbers equal those of `dltrack leaderboard`. Run files are loaded into a private copy of the database, so that the
database itself does not change.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db import __version__
from dltrack_db.ask import baseline_letters, basis
from dltrack_db.ask.leaderboard import Board, Question, columns_of_face
from dltrack_db.ask.systems import Across
from dltrack_db.base import recipes, resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.base.files import plainfile, sources, tempfolder
from dltrack_db.base.suggest import unknown
from dltrack_db.errors import UsageError
from dltrack_db.export import cite
from dltrack_db.load import loader, plan
from dltrack_db.plugins.report.paper import texts
from dltrack_db.score import scratch, stored_measures, trec_files
from dltrack_db.show import Format, latex, print_rows
from dltrack_db.store import collections, database, stores

MEASURES = ("ndcg_cut_10", "map", "recip_rank")
"""Default measures of the table."""
_UNFINISHED = ".unfinished-"


@dataclass(frozen=True)
class Written:
    """The written files, notes on figures and tests that are missing, and the caption of each figure file.

    `wide` contains the figure files that span both columns of a page.
    """

    files: list[Path]
    notes: list[str]
    captions: dict[str, str] = field(default_factory=dict)
    wide: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Asked:
    """The user's request.

    Attributes:
        baselines: runs or systems to compare with.
        measures: measures of the table.
        systems: runs of each system that the user defined.
        names: short names of collections and rows.
        own: ids of the runs that come from files.
    """

    baselines: list[str]
    measures: list[str]
    systems: Mapping[str, Sequence[str]]
    names: Mapping[str, str]
    own: Sequence[str] = ()

    def rename(self, text: str) -> str:
        """Return `text` with full names replaced by short names."""
        for name, short in self.names.items():
            text = re.sub(rf"(?<![\w.+-]){re.escape(name)}(?![\w+-])", short.replace("\\", r"\\"), text)
        return text


def write(
    db: Path,
    runs: Sequence[str],
    collection: str | Sequence[str],
    folder: Path,
    *,
    baselines: Sequence[str],
    measures: Sequence[str] = MEASURES,
    named: Mapping[str, Sequence[str]] | None = None,
    names: Mapping[str, str] | None = None,
) -> Written:
    """Write a folder that compares `runs` (files, or ids of loaded runs) with baselines.

    Tests are corrected over all comparisons in the table: every run with every baseline, in every measure. With several
    collections, each collection is a block of the table and a family of tests. Rows and baselines are then systems:
    runs with the same name, or the systems in `named`. A run file is loaded into the collection that judges most of
    its items. `names` are short names of collections and rows. All names are checked before files are loaded. An
    existing folder is overwritten only if its `make.sh` contains the same command.
    """
    if not baselines:
        raise UsageError("no baseline is given; add one, such as --baseline p_bm25")
    script = _read_script(folder)
    if folder.exists() and not script and not _is_free(folder):
        raise UsageError(f"{folder} is not an empty folder; choose a new folder with -o")
    collection_names = list(dict.fromkeys([collection] if isinstance(collection, str) else collection))
    if named and len(collection_names) < 2:
        raise UsageError("--as joins runs of several collections; add a second collection with -c")
    editions = dict.fromkeys(collections.in_database(db, name, is_ranked=True)[0] for name in collection_names)
    files = [Path(run) for run in runs if Path(run).is_file()]
    request = Asked(list(baselines), list(measures), named or {}, names or {})
    with database.open_readonly(db) as con:
        collection_names = [collections.find_collection(con, name, db, is_ranked=True) for name in collection_names]
        _check_names(con, collection_names, request, files, [run for run in runs if Path(run) not in files])
    script_text = _script(db, runs, list(editions), collection_names, folder, request)
    if script and script != _without_head(script_text):
        raise UsageError(
            f"{folder} is not an empty folder: another command wrote it (see {_SCRIPT}); choose a new folder with -o"
        )
    with (
        _with_runs(db, collection_names, files) as (copy, run_ids),
        database.open_readonly(copy) as con,
        _whole_files(folder) as temporary,
    ):
        ids = list(dict.fromkeys(run_ids.get(Path(run), run) for run in runs))
        request = replace(request, own=list(run_ids.values()))
        if len(collection_names) == 1:
            files_written = _write(con, collection_names[0], ids, temporary, request)
        else:
            files_written = _write_blocks(con, collection_names, ids, temporary, request)
        script_file = temporary / _SCRIPT
        script_file.write_text(script_text, encoding="utf-8")
        document = temporary / "paper.tex"
        document.write_text(texts.document(files_written, request), encoding="utf-8")
    names_written = [path.name for path in (*files_written.files, document, script_file)]
    return replace(files_written, files=[folder / name for name in names_written])


_SCRIPT = "make.sh"
_SCRIPT_HEAD = "#!/bin/sh\n# dltrack "


def _is_free(folder: Path) -> bool:
    return folder.is_dir() and all(each.name.startswith(_UNFINISHED) for each in folder.iterdir())


def _read_script(folder: Path) -> str:
    """Return the commands in the script of an earlier call, or ''."""
    try:
        text = (folder / _SCRIPT).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
    return _without_head(text) if text.startswith(_SCRIPT_HEAD) else ""


def _without_head(script: str) -> str:
    """Return a script without its first line, which contains the version of dltrack."""
    return script.removeprefix(_SCRIPT_HEAD).partition("\n")[2]


def _script(
    db: Path, runs: Sequence[str], editions: Sequence[str], collection_names: list[str], folder: Path, request: Asked
) -> str:
    """Return a script that writes the folder again; its paths are relative to the folder."""

    def relative(path: Path) -> str:
        return os.path.relpath(os.path.realpath(path), os.path.realpath(folder))

    database = ["--db", relative(db)]
    lines = [f"# load {name} first: dltrack has no recipe for it" for name in editions if name not in recipes.names()]
    if recipe_ids := [name for name in editions if name in recipes.names()]:
        lines.append(shlex.join(["dltrack", "ingest", *recipe_ids, *database]))
    run_names = [relative(Path(run)) if Path(run).is_file() else run for run in runs]
    command = ["dltrack", "paper", *run_names, *_options("-c", collection_names)]
    command += _options("--baseline", request.baselines)
    command += _options("--as", [f"{name}={','.join(members)}" for name, members in request.systems.items()])
    command += _options("--names", [f"{name}={short}" for name, short in request.names.items()])
    command += ["--measures", ",".join(request.measures), *database, "-o", "."]
    return "\n".join([f"{_SCRIPT_HEAD}{__version__}", 'cd "$(dirname "$0")" || exit', *lines, shlex.join(command), ""])


@contextmanager
def _whole_files(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder; its files are moved into `folder` at the end of the block, unless the block fails."""
    is_new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be created: {error.strerror}; choose another folder with -o") from error
    try:
        with tempfolder.folder_in(folder, _UNFINISHED) as temporary:
            files = temporary / "files"
            files.mkdir()
            yield files
            for path in files.iterdir():
                path.replace(folder / path.name)
    except BaseException:
        if is_new:
            with suppress(OSError):
                folder.rmdir()
        raise


def _check_names(
    con: duckdb.DuckDBPyConnection,
    collection_names: list[str],
    request: Asked,
    files: list[Path],
    loaded_runs: list[str],
) -> None:
    """Raise UsageError if a baseline, loaded run, measure or name of a row or collection is unknown."""
    own = [sources.run_id(file) for file in files]
    if len(collection_names) == 1:
        Board(con, collection_names[0], Question(measures=request.measures, runs=[*request.baselines, *loaded_runs]))
        rows = [*request.baselines, *loaded_runs, *own]
    else:
        systems = Across(con, collection_names, Question(measures=request.measures)).systems
        run_ids = [run for members in systems.values() for run in members.values()]
        for name in (*request.baselines, *loaded_runs):
            if name not in (known_names := [*systems, *request.systems, *run_ids, *own]):
                where = ", ".join(collection_names)
                advice = unknown(name, known_names, f"dltrack leaderboard {' '.join(collection_names)}")
                raise UsageError(f"{where}: no run or system '{name}'{advice}")
        rows = [*request.baselines, *loaded_runs, *own, *request.systems]
    for name in request.names:
        if name not in (known_names := [*collection_names, *rows]):
            raise UsageError(f"--names: there is no collection or row '{name}'; valid names: {', '.join(known_names)}")


def _options(option: str, values: Sequence[str]) -> list[str]:
    return [part for value in values for part in (option, value)]


@contextmanager
def _with_runs(
    db: Path, collection_names: Sequence[str], files: Sequence[Path]
) -> Iterator[tuple[Path, dict[Path, str]]]:
    """Yield a copy of the database with the files loaded as runs, and the run id of each file.

    Without files, yield the database itself.
    """
    if not files:
        yield db, {}
        return
    with stores.at(db).private_copy() as copy:
        yield copy, _load_runs(copy, collection_names, files)


def _load_runs(copy: Path, collection_names: Sequence[str], files: Sequence[Path]) -> dict[Path, str]:
    homes: dict[str, list[Path]] = {}
    for file in files:
        homes.setdefault(
            collection_names[0] if len(collection_names) == 1 else _find_collection(copy, collection_names, file), []
        ).append(file)
    ids: dict[Path, str] = {}
    for name, members in homes.items():
        owner, spec = collections.in_database(copy, name, runs=members)
        runs_plan = plan.plan_part("runs", owner, spec, members)
        loader.load(runs_plan, copy, loader.LoadOptions(say=lambda _: None))
        ids |= {item.path: item.name for item in runs_plan.items if item.part == "runs" and item.path is not None}
    return ids


def _find_collection(db: Path, collection_names: Sequence[str], file: Path) -> str:
    """Return the collection that judges most items of a run file."""
    with tempfolder.folder() as folder, closing(scratch.connect([])) as con:
        trec_files.prepare(con)
        trec_files.read_runs(con, {file.name: plainfile.unpack_all([file], folder)[0]}, "strict")
        database.attach(con, db, read_only=True, alias="loaded", is_current=False)
        with database.open_readonly(db) as opened:
            names = [collections.find_collection(opened, name, db, is_ranked=True) for name in collection_names]
        query = sql_text.written_out(resources.script("plugins/report/paper/home"), {"collections": names})
        row = con.execute(query).fetchone()
    if row is None:
        raise UsageError(
            f"no item of {file} is judged in {', '.join(collection_names)}; pass a run id instead, after loading the "
            f"file with: dltrack ingest runs {file} -c COLLECTION"
        )
    return str(row[0])


def _write(con: duckdb.DuckDBPyConnection, collection: str, runs: list[str], folder: Path, request: Asked) -> Written:
    for measure in request.measures:  # figures and texts read stored values
        stored_measures.name(con, collection, measure)
    run_ids = list(dict.fromkeys([*request.baselines, *runs]))
    board = Board(con, collection, Question(measures=request.measures, baselines=request.baselines, runs=run_ids))
    answer = board.read()
    fingerprint = cite.line(con, collection)
    letters = baseline_letters.letters(board, answer)
    printed_names = board.printed_names()
    marks = baseline_letters.marks(
        board, answer, letters, [*answer.notes, fingerprint], printed_names, board.directions()
    )
    notes = [
        *answer.notes,
        *texts.notes_on_unjudged(con, [collection], run_ids),
        *texts.notes_on_selection(con, collection, board.measures, runs, request),
    ]
    methods = texts.describe_methods(con, [collection], list(printed_names.values()), notes, fingerprint)
    columns = ["run_id", *columns_of_face(con, "paper"), *board.measures]
    files = _write_table(folder, columns, answer, collection, marks, request)
    files += texts.write(folder, methods, fingerprint, cite.bibtex(con, collection), request)
    figure = FigureSettings(collection, board.measures[0], printed_names[board.measures[0]], folder)
    figures = _draw(con, figure, runs, request.baselines[0], request)
    return Written([*files, *figures.files], [*answer.notes, *figures.notes], figures.captions, figures.wide)


def _write_blocks(
    con: duckdb.DuckDBPyConnection, collection_names: list[str], runs: list[str], folder: Path, request: Asked
) -> Written:
    """Write the folder of a paper on several collections: for each, a block of table columns, and figures."""
    runs_of_systems = Across(con, collection_names, Question(measures=request.measures), request.systems).systems
    systems_by_run = {run: system for system, members in runs_of_systems.items() for run in members.values()}
    systems = [systems_by_run.get(run, run) for run in runs]
    system_names = list(dict.fromkeys([*request.baselines, *systems]))
    question = Question(measures=request.measures, baselines=request.baselines, runs=system_names)
    board = Across(con, collection_names, question, request.systems)
    answer = board.read()
    fingerprint = cite.line(con, *board.collections)
    letters = baseline_letters.letters_across(board, answer)
    marks = baseline_letters.marks_across(board, answer, letters, [*answer.notes, fingerprint])
    names_shown = {
        *board.measures,
        *(f"{each}:{name}" for each in board.collections for name in columns_of_face(con, "paper")),
    }
    columns = [name for name in answer.columns if name == "run_id" or name in names_shown]
    printed_names = {name.rpartition(":")[2]: name_in_print for name, name_in_print in board.printed_names().items()}
    run_ids = [run for system in system_names for run in runs_of_systems.get(system, {}).values()]
    notes = [*answer.notes, *texts.notes_on_unjudged(con, board.collections, run_ids)]
    for each in board.collections:
        here = [runs_of_systems[system][each] for system in dict.fromkeys(systems) if each in runs_of_systems[system]]
        measures = [name.rpartition(":")[2] for name in board.measures]
        notes += texts.notes_on_selection(con, each, list(dict.fromkeys(measures)), here, request)
    methods = texts.describe_methods(con, board.collections, list(printed_names.values()), notes, fingerprint)
    files = _write_table(folder, columns, answer, ", ".join(board.collections), marks, request)
    files += texts.write(folder, methods, fingerprint, cite.bibtex(con, *board.collections), request)
    folder_files = Written(files, list(answer.notes))
    measure = board.measures[0].rpartition(":")[2]
    first = request.baselines[0]
    for each in board.collections:
        here = [runs_of_systems[system][each] for system in dict.fromkeys(systems) if each in runs_of_systems[system]]
        if each not in runs_of_systems[first]:
            folder_files.notes.append(f"no figures of {each}: the collection has no run of {first}")
            continue
        figure = FigureSettings(each, measure, printed_names[measure], folder, f"-{each}")
        figures = _draw(con, figure, here, runs_of_systems[first][each], request)
        folder_files.files.extend(figures.files)
        folder_files.notes.extend(figures.notes)
        folder_files.captions.update(figures.captions)
        folder_files.wide.update(figures.wide)
    return folder_files


def _write_table(
    folder: Path, columns: Sequence[str], answer: Answer, title: str, marks: latex.Marks, request: Asked
) -> list[Path]:
    """Write the table as LaTeX with `columns` and short names, and as CSV with all columns."""
    files = [folder / "table.tex", folder / "table.csv"]
    indices = [answer.columns.index(column) for column in columns]
    cells = [[row[index] for index in indices] for row in answer.rows]
    run = columns.index("run_id")
    for row in cells:
        row[run] = request.names.get(row[run], row[run])
    marks = replace(
        marks,
        blocks={name: request.rename(block) for name, block in marks.blocks.items()},
        caption=request.rename(marks.caption),
        legend=request.rename(marks.legend),
        explained=[(letter, request.rename(name)) for letter, name in marks.explained],
    )
    with files[0].open("w", encoding="utf-8") as out:
        print_rows(columns, cells, Format.latex, title=title, file=out, marks=marks)
    with files[1].open("w", encoding="utf-8") as out:
        print_rows(answer.columns, answer.rows, Format.csv, file=out)
    return files


@dataclass(frozen=True)
class FigureSettings:
    """Collection, measure and folder of figures; `suffix` is added to file names to distinguish collections."""

    collection: str
    measure: str
    printed: str
    folder: Path
    suffix: str = ""


def _draw(
    con: duckdb.DuckDBPyConnection, figure: FigureSettings, runs: Sequence[str], baseline: str, request: Asked
) -> Written:
    """Draw all ranked runs, and the per-topic differences between each run and the baseline, as PDF and SVG."""
    from dltrack_db.plugins.report.paper.figures import COLUMN, field, topics

    collection, folder = figure.collection, figure.folder
    figures = Written([], [])

    def save(chart: Any, stem: str, caption: str) -> None:
        figures.files.extend(_save(chart, folder / stem))
        figures.captions[f"{stem}.pdf"] = caption
        if chart.width > COLUMN:
            figures.wide.add(f"{stem}.pdf")

    values: dict[str, Any] = {"collection": collection, "runs": list(runs), "measure": figure.measure}
    rows = Answer.ask(con, sql_text.written_out(resources.script("plugins/report/paper/field"), values))
    if rows.rows:
        caption = f"{figure.printed} of the {len(rows.rows)} runs of {collection}. {_left_out(con, figure, runs)}"
        save(field(rows, figure.printed, runs, request.names), f"field{figure.suffix}", caption.strip())
    else:
        figures.notes.append(f"no figure of all runs: no run of {collection} has a rank by {figure.printed}")
    for run in runs:
        if run == baseline:
            continue
        values = {"collection": collection, "run": run, "baseline": baseline, "measure": figure.measure}
        rows = Answer.ask(con, sql_text.written_out(resources.script("plugins/report/paper/topics"), values))
        if not rows.rows:
            figures.notes.append(f"no figure of {run} against {baseline}: one of the two runs has no scores per topic")
            continue
        stem = "topics-" + "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in run + figure.suffix)
        values_file = folder / f"{stem}.csv"
        with values_file.open("w", encoding="utf-8") as out:
            print_rows(rows.columns, rows.rows, Format.csv, file=out)
        figures.files.append(values_file)
        difference = f"{figure.printed} of {run} minus {figure.printed} of {baseline}"
        save(
            topics(rows, figure.printed), stem, f"{difference} on each of the {len(rows.rows)} topics of {collection}."
        )
    return figures


def _left_out(con: duckdb.DuckDBPyConnection, figure: FigureSettings, runs: Sequence[str]) -> str:
    """Return a sentence on the runs that are not drawn, with reasons, or ''."""
    found = basis.read(con, figure.collection, [figure.measure])
    others = [each for each in (*found["unranked"], *found["left_out"]) if each["run_id"] not in runs]
    reasons = latex.enumerate_names([f"{each['run_id']} ({each['reason']})" for each in others])
    return f"Not drawn: {reasons}." if others else ""


def _save(picture: Any, path: Path) -> list[Path]:
    from dltrack_db.plugins.report import vega

    return [vega.save(picture, path.with_name(f"{path.name}.{kind}")) for kind in ("pdf", "svg")]
