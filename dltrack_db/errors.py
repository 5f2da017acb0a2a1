"""Errors a user can act on. The command line prints them as one sentence and exits with their code."""

from __future__ import annotations


class DltrackError(Exception):
    """Something the user can mend; the message says what happened and what to do."""

    exit_code = 1


class SqlFileError(DltrackError):
    """A file in `schema/` or `sql/` breaks the rules of the house."""


class DatabaseError(DltrackError):
    """The database file cannot be opened as asked."""


class DatabaseLockedError(DatabaseError):
    """Another process holds the database file."""


class RecipeError(DltrackError):
    """A recipe is unknown or malformed."""


class SourceError(DltrackError):
    """A source file is missing, unreadable or not the one the recipe names."""


class SourceNotFoundError(SourceError):
    """The server has no such file."""


class FormatError(DltrackError):
    """A line of a source file is not what its format asks for."""


class ValidationError(DltrackError):
    """A load failed its expectations and was not published."""


class UsageError(DltrackError):
    """A command was asked for something that does not fit."""

    exit_code = 2


class Interrupted(DltrackError):
    """The user pressed Ctrl-C."""

    exit_code = 130
