"""Errors that users can act on; the command line prints the message and exits with the code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any


class DltrackError(Exception):
    """An error that the user can fix; the message says what happened and what to do."""

    exit_code = 1


class SqlFileError(DltrackError):
    """A file in `schema/` or `sql/` breaks the project's rules."""


class DatabaseError(DltrackError):
    """The database cannot be opened or used."""


class DatabaseLockedError(DatabaseError):
    """Another process has locked the database file or, if `is_own`, this process has."""

    is_own = False


class DatabaseDamagedError(DatabaseError):
    """The database file is damaged; `detail` describes the damage, `fix` is advice for the user."""

    def __init__(self, path: Path | str, detail: str, fix: str) -> None:
        super().__init__(f"{path} is damaged ({detail}); {fix}")
        self.detail = detail


class DatabaseMemoryError(DatabaseError):
    """Memory ran out while a database was read or written."""


class DatabaseChangedError(DatabaseError):
    """Another command changed the database while this one was running; the user should run this one again."""


class DatabaseUnreachableError(DatabaseError):
    """The server or the data of a shared database cannot be reached; trying again later may help."""


class UntrustedError(DatabaseError):
    """A database contains objects that could falsify query results; `problems` lists them (see `store.trust`)."""

    def __init__(self, message: str, problems: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


class RecipeError(DltrackError):
    """A recipe is malformed."""


class SourceError(DltrackError):
    """A source file is missing or unreadable, or is not the file that the recipe describes."""


class SourceNotFoundError(SourceError):
    """The server has no such file."""


class SourceChangedError(SourceError):
    """The downloaded bytes are not those that the recipe describes."""


class FormatError(DltrackError):
    """A line of a source file is malformed."""


class ValidationError(DltrackError):
    """A load failed an expectation and was not published; `outcomes` lists the outcomes of all expectations."""

    def __init__(self, message: str, outcomes: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.outcomes = tuple(outcomes)


class UsageError(DltrackError):
    """A command has invalid arguments."""

    exit_code = 2


class Interrupted(BaseException):
    """The user pressed Ctrl-C, or a scheduler ended the command; not an `Exception`, so libraries do not catch it."""

    def __init__(self, number: int) -> None:
        super().__init__(f"ended by signal {number}")
        self.exit_code = signal_exit_code(number)


def signal_exit_code(signal_number: int) -> int:
    """Return the exit code that shells use for a command ended by a signal."""
    return 128 + signal_number
