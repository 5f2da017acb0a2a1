"""Errors a user can act on. The command line prints them as one sentence and exits with their code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any


class DltrackError(Exception):
    """Something the user can fix; the message says what happened and what to do."""

    exit_code = 1


class SqlFileError(DltrackError):
    """A file in `schema/` or `sql/` breaks the rules of the house."""


class DatabaseError(DltrackError):
    """The database file cannot be opened as asked."""


class DatabaseLockedError(DatabaseError):
    """Another process holds the database file, or this very one (`is_own`)."""

    is_own = False


class DatabaseDamagedError(DatabaseError):
    """The database file is not as it was written; `detail` says where, `cure` what to do."""

    def __init__(self, path: Path | str, detail: str, cure: str) -> None:
        super().__init__(f"{path} is damaged ({detail}); {cure}")
        self.detail = detail


class DatabaseMemoryError(DatabaseError):
    """Memory ran out while a database was read or written."""


class DatabaseChangedError(DatabaseError):
    """Another command changed the database between looking and writing; the same again will do."""


class DatabaseUnreachableError(DatabaseError):
    """The server or the data of a shared database cannot be reached now; the same again later may do."""


class UntrustedError(DatabaseError):
    """A database holds objects that change what is read from it; `problems` are these (see `store.trust`)."""

    def __init__(self, message: str, problems: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


class RecipeError(DltrackError):
    """A recipe is malformed."""


class SourceError(DltrackError):
    """A source file is missing, unreadable or not the one the recipe names."""


class SourceNotFoundError(SourceError):
    """The server has no such file."""


class SourceChangedError(SourceError):
    """The server has other bytes under that address than the recipe knows."""


class FormatError(DltrackError):
    """A line of a source file is not what its format asks for."""


class ValidationError(DltrackError):
    """A load failed its expectations and was not published; `outcomes` are those of all its expectations."""

    def __init__(self, message: str, outcomes: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.outcomes = tuple(outcomes)


class UsageError(DltrackError):
    """A command was asked for something that does not fit."""

    exit_code = 2


class Interrupted(BaseException):
    """The user pressed Ctrl-C, or a scheduler asked the command to end.

    No `Exception`: libraries that catch everything must let it pass.
    """

    def __init__(self, number: int) -> None:
        super().__init__(f"ended by signal {number}")
        self.exit_code = signal_exit_code(number)


def signal_exit_code(signal_number: int) -> int:
    """Return the exit code that shells use for a command ended by a signal."""
    return 128 + signal_number
