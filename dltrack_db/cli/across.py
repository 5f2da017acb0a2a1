"""`dltrack leaderboard` of several collections: one row per system, one block of columns per collection."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dltrack_db.ask import baseline_letters
from dltrack_db.ask.leaderboard import BEATS, Question
from dltrack_db.ask.systems import Across
from dltrack_db.errors import UsageError
from dltrack_db.export import cite
from dltrack_db.show import Format, latex, print_notes, print_rows, print_text, table
from dltrack_db.store import collections, database


def show(names: Sequence[str], question: Question, joined: Sequence[str], db: Path, format: Format) -> None:
    """Print the leaderboard of the collections `names`; `joined` are the values of --as, NAME=run1,run2."""
    system_runs = systems(joined)
    with database.reader(db) as con:
        found_collections = [collections.find_collection(con, name, db, is_ranked=True) for name in names]
        board = Across(con, found_collections, question, system_runs)
        answer = board.read()
        fingerprints = (
            [cite.line(con, name) for name in board.collections] if format.is_latex or format is Format.markdown else []
        )
        beaten = baseline_letters.letters_across(board, answer)
        legend = baseline_letters.key(board.baselines, beaten)
        marks = (
            baseline_letters.marks_across(board, answer, beaten, [*legend, *answer.notes, *fingerprints])
            if format.is_latex
            else latex.NO_MARKS
        )
    names_shown = [name for name in answer.columns if not (format.is_latex and name.endswith(BEATS))]

    def cell(i: int, name: str) -> object:
        value = answer.rows[i][answer.columns.index(name)]
        if not name.endswith(BEATS):
            return value
        return beaten.get((i, name.removesuffix(BEATS)), "") if format.is_for_people else " ".join(value or [])

    print_rows(
        names_shown,
        [[cell(i, name) for name in names_shown] for i in range(len(answer.rows))],
        format,
        title=", ".join(board.collections),
        fit=table.Fit(keys=["run_id"], point=[board.sort]),
        marks=marks,
    )
    if not format.is_latex:
        for line in fingerprints:
            print_text(f"\n<!-- {line} -->")
        print_notes([*legend, *answer.notes] if format.is_for_people else answer.notes, format)


def short_names(texts: Sequence[str]) -> dict[str, str]:
    """Return the short names by name, from values of --names such as NAME=SHORT."""
    names = {}
    for text in texts:
        name, _, short = (part.strip() for part in text.partition("="))
        if not (name and short):
            raise UsageError(f"--names must be NAME='SHORT NAME', not '{text}'")
        names[name] = short
    return names


def systems(joined: Sequence[str]) -> dict[str, list[str]]:
    """Return the runs of each system, from values of --as such as NAME=run1,run2."""
    runs_by_system: dict[str, list[str]] = {}
    for text in joined:
        name, equals, runs = text.partition("=")
        system_runs = [run.strip() for run in runs.split(",") if run.strip()]
        if not (name.strip() and equals and system_runs) or name.strip() in runs_by_system:
            raise UsageError(f"--as must be NAME=run1,run2, not '{text}'; each --as needs its own NAME")
        runs_by_system[name.strip()] = system_runs
    every = [run for system_runs in runs_by_system.values() for run in system_runs]
    if twice := next((run for run in every if every.count(run) > 1), None):
        raise UsageError(f"--as contains run '{twice}' twice; name each run once")
    return runs_by_system
