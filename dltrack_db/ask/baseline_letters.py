"""Leaderboards for papers: letters next to values mark the baselines that a run beats; the caption names the tests."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping, Sequence

from dltrack_db.ask.leaderboard import BEATS, Board
from dltrack_db.ask.systems import Across
from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError
from dltrack_db.show import latex

LETTERS = string.ascii_lowercase
"""Letters of the baselines, in order."""


def marks(
    board: Board,
    answer: Answer,
    letters_at: Mapping[tuple[int, str], str],
    notes: Sequence[str],
    printed_names: Mapping[str, str],
    directions: Mapping[str, int],
) -> latex.Marks:
    """Return the letters, caption and notes of a LaTeX table; `letters_at` is the result of `letters`."""
    return latex.Marks(
        directions,
        letters_at,
        notes,
        {"run_id": "Run", "team": "Team", "category": "Category", **printed_names},
        caption=f"Effectiveness on {board.collection}.",
        legend=_legend(answer.notes, has_letters=bool(letters_at)),
        explained=list(zip(LETTERS, board.baselines, strict=False)) if letters_at else [],
    )


def key(baselines: Sequence[str], letters_at: Mapping[tuple[int, str], str]) -> list[str]:
    """Return the line that explains the letters in `letters_at`; [] if there are no letters."""
    pairs = zip(LETTERS, baselines, strict=False)
    return ["better than " + ", ".join(f"{letter}: {run}" for letter, run in pairs)] if letters_at else []


def concatenate_letters(runs: Iterable[str], baselines: Sequence[str]) -> str:
    """Return the letters of the baselines `runs` as one text."""
    return "".join(LETTERS[baselines.index(run)] for run in runs)


def _check_number(baselines: Sequence[str]) -> None:
    if len(baselines) > len(LETTERS):
        raise UsageError(f"at most {len(LETTERS)} baselines can be compared, not {len(baselines)}")


def letters_across(board: Across, answer: Answer) -> dict[tuple[int, str], str]:
    """Return the letters of the baselines that each system beats in each collection, by row and column."""
    _check_number(board.baselines)
    return {
        (i, name.removesuffix(BEATS)): concatenate_letters(runs, board.baselines)
        for name in answer.columns
        if name.endswith(BEATS)
        for i, runs in enumerate(answer.values(name))
        if runs
    }


def marks_across(
    board: Across, answer: Answer, letters_at: Mapping[tuple[int, str], str], notes: Sequence[str]
) -> latex.Marks:
    """Return `marks` for several collections, with one block of columns each; `letters_at` is from `letters_across`."""
    return latex.Marks(
        board.directions(),
        letters_at,
        notes,
        {"run_id": "Run", **board.printed_names()},
        board.blocks,
        caption=f"Effectiveness on {', '.join(board.collections)}.",
        legend=latex.sentences([*(["better than {}, tested in each collection"] if letters_at else []), *answer.notes]),
        explained=list(zip(LETTERS, board.baselines, strict=False)) if letters_at else [],
    )


def _legend(notes: list[str], *, has_letters: bool) -> str:
    """Return the notes as sentences of a caption, with `{}` in place of the letters."""
    return latex.sentences([f"better than {{}}: {notes[0]}", *notes[1:]] if has_letters else notes)


def letters(board: Board, answer: Answer) -> dict[tuple[int, str], str]:
    """Return the letters of the baselines that each run beats, by row and measure."""
    _check_number(board.baselines)
    if board.is_family:
        beaten = {name: answer.values(name + BEATS) for name in board.tested}
    else:
        beaten = {name: [board.baselines if it == "better" else [] for it in answer.values("verdict")]
                  for name in board.tested if board.baselines}  # fmt: skip
    return {
        (i, name): concatenate_letters(runs, board.baselines)
        for name, beaten_by_row in beaten.items()
        for i, runs in enumerate(beaten_by_row)
        if runs
    }
