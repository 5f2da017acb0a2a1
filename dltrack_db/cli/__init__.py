"""The `dltrack` command: thin functions over the library, one module per group of commands."""

from __future__ import annotations

import atexit
import codecs
import errno
import gc
import os
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from types import ModuleType
from typing import Any, NoReturn

from dltrack_db.base import exhaustion, interrupts
from dltrack_db.errors import DltrackError, signal_exit_code

_closed: set[str] = set()
"""Streams that were closed when the command began."""
INTERNAL_ERROR = 70  # EX_SOFTWARE of sysexits.h
_BY_TOPIC = {"eval", "compare"}
"""Commands with an option -q, which has the same meaning as in trec_eval."""


def main() -> None:
    """Run the `dltrack` command, and end the process with its exit code.

    An error is printed as one message on stderr, without a traceback. The exit code is 2 for wrong usage, 130 for
    Ctrl-C, and usually 1 for other errors that a user can act on.
    """
    warnings.showwarning = _print_warning
    gc.disable()  # until the command itself starts: imports create no garbage
    _fill_closed_streams()
    _make_streams_lossless()
    try:
        run_and_explain(sys.argv[1:], begin=interrupts.install)
    except SystemExit as end:
        if isinstance(end.code, int | None):
            leave(end.code or 0)
        raise


def run_and_explain(arguments: list[str], begin: Callable[[], object] = lambda: None) -> None:
    """Call `begin`, run the command with these arguments, and explain its errors."""
    try:
        begin()
        _run(arguments)
        sys.stdout.flush()
    except BaseException as error:
        # Check for an interrupt first, because libraries turn it into other errors.
        if number := interrupts.pending_signal():
            _end(interrupts.sentence(), signal_exit_code(number))
        _explain(error)


def _print_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    """Print a UserWarning as a note, without its source line; ignore warnings for programmers."""
    if issubclass(category, UserWarning):
        from dltrack_db.show.text import cut_values, printable_lines

        with suppress(OSError):
            print(f"dltrack: note: {printable_lines(cut_values(str(message)))}", file=sys.stderr)


def leave(code: int) -> NoReturn:
    """End the process without freeing its memory.

    Freeing the memory would take a sixth of the time of a small command, and DuckDB 2 would print a line for each
    remaining object of Great Expectations.
    """
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # the failed output has been reported
            stream.flush()
    os._exit(code)


def _make_streams_lossless() -> None:
    """Make stdout and stderr accept every character.

    ASCII is replaced by UTF-8, as Python does for the locale C. In other encodings, a character that cannot be
    expressed becomes a question mark on a terminal, and an escape sequence in a file or pipe. So data never change
    silently.
    """
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper) or stream.encoding.lower().startswith("utf"):
            continue
        if codecs.lookup(stream.encoding).name == "ascii":
            stream.reconfigure(encoding="utf-8")
        else:
            stream.reconfigure(errors="replace" if stream.isatty() else "backslashreplace")


def _fill_closed_streams() -> None:
    """Connect closed standard streams to /dev/null.

    Otherwise, the next opened file would get the number of a closed stream, and with it the stream's output.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            _closed.add(name)
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "w" if number else "r", closefd=False))  # noqa: SIM115 (stays open)


def _run(arguments: list[str]) -> None:
    exhaustion.check_limits()
    if arguments[:1] == ["trec-eval"]:  # before typer is imported, which takes longer than evaluating
        from dltrack_db.cli import trec_eval

        gc.enable()
        sys.exit(trec_eval.main(arguments[1:]))
    if arguments[:1] == ["help"]:  # like `git help`
        arguments = [*arguments[1:], "--help"]
    arguments = _strip_quiet(arguments)
    from dltrack_db.cli.app import app

    app(arguments, prog_name="dltrack")


def _strip_quiet(arguments: list[str]) -> list[str]:
    """Remove --quiet from the arguments and silence progress; end with an error if -q is given to a wrong command."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    if "-q" in options and not _BY_TOPIC.intersection(options):
        _end(
            "-q, which prints one line per topic, is an option of eval and compare only; to hide progress use --quiet, "
            "to name a topic use --query",
            2,
        )
    if "--quiet" in options:
        from dltrack_db.base import progress

        progress.silence()
    return [one for one in options if one != "--quiet"] + arguments[len(options) :]


def _explain(error: BaseException) -> NoReturn:
    """End with the message and exit code of the error."""
    match error:
        case SystemExit(__context__=BrokenPipeError()):  # typer turns it into exit code 1
            _silence_stdout()
            sys.exit(0)
        case SystemExit():
            raise error
        case DltrackError():
            _end(str(error), error.exit_code)
        case BrokenPipeError():  # the reader closed the pipe, as in `dltrack sql … | head`
            _silence_stdout()
            sys.exit(0)
        case Exception() if _is_memory_error(error):  # before the cases that import DuckDB
            _end(exhaustion.advice(error), 1)
        case OSError(errno=errno.ENAMETOOLONG):  # an argument that can be a run or a file
            _end(f"'{error.filename}' is too long for a file name; pass another file", 2)
        case OSError() if error.filename is None:
            _silence_stdout()
            _end(f"the output cannot be written ({error.strerror}); free some space, or write to another disk", 1)
        case Exception() if reason := _faults().full_disk_reason(error):
            _end(
                f"the disk is full: {reason}; free some space, or set TMPDIR, DLTRACK_CACHE and --db to folders on "
                "another disk",
                1,
            )
        case Exception() if damage := _faults().damage(error):
            _end(f"the database is damaged ({damage}); check it with dltrack verify, and {_faults().RESTORE}", 1)
        case Exception() if fault := _faults().engine_fault(error):
            _end(
                f"DuckDB failed ({fault}); run dltrack verify: if the database is damaged, {_faults().RESTORE}; if it "
                "is sound, please report this as a bug",
                1,
            )
        case Exception() if not os.environ.get("DLTRACK_DEBUG") and (missing := _faults().missing_object(error)):
            _end(
                f"the database has no {missing}, which this release of dltrack needs; update its views: run dltrack "
                "build with the same --db (DLTRACK_DEBUG=1 prints the failing statement)",
                1,
            )
        case Exception() if not os.environ.get("DLTRACK_DEBUG"):
            _end(
                f"internal error ({type(error).__name__}: {error}); please report this bug with the output of the same "
                "command under DLTRACK_DEBUG=1",
                INTERNAL_ERROR,
            )
    raise error


def _is_memory_error(error: BaseException) -> bool:
    """Return True if memory ran out, except if a damaged database block requested terabytes."""
    is_damage = "duckdb" in sys.modules and _faults().damage(error)
    return exhaustion.is_memory_error(error) and not is_damage


def _faults() -> ModuleType:
    from dltrack_db.store import duckdb_errors

    return duckdb_errors


def _end(message: str, code: int) -> NoReturn:
    from dltrack_db.show import print_text
    from dltrack_db.show.text import cut_values

    message = cut_values(message)
    for stream in (sys.stdout,) if "stderr" in _closed else (sys.stderr, sys.stdout):
        with suppress(OSError):  # the other stream may still work
            print_text(f"dltrack: {message}", stream)
            stream.flush()
            break
    sys.exit(code)


def _silence_stdout() -> None:
    """Discard unwritten output: Python would try to write it again at exit, and fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
