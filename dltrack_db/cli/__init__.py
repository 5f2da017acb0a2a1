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
"""Commands in which -q means what it means in trec_eval."""


def main() -> None:
    """Entry point of the `dltrack` command; ends the process with the command's exit code.

    Errors a user can act on end in one sentence on stderr and exit code 1 (2
    for wrong usage), Ctrl-C in exit code 130, never in a traceback.
    """
    warnings.showwarning = _print_warning
    gc.disable()  # until the command itself begins: what is imported is no garbage, and looking for some takes a tenth
    _fill_closed_streams()
    _make_streams_lossless()
    try:
        run_and_explain(sys.argv[1:], begin=interrupts.install)
    except SystemExit as end:
        if isinstance(end.code, int | None):
            leave(end.code or 0)
        raise


def run_and_explain(arguments: list[str], begin: Callable[[], object] = lambda: None) -> None:
    """Run the command of these arguments, and explain its errors; `begin` runs first."""
    try:
        begin()
        _run(arguments)
        sys.stdout.flush()
    except BaseException as error:
        # Asked first, because libraries make errors of their own of an interrupt.
        if number := interrupts.pending_signal():
            _end(interrupts.sentence(), signal_exit_code(number))
        _explain(error)


def _print_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    """Print a warning for the user as a note, without the line of the source; those for programmers are left out."""
    if issubclass(category, UserWarning):
        from dltrack_db.show.text import cut_values, printable_lines

        with suppress(OSError):
            print(f"dltrack: note: {printable_lines(cut_values(str(message)))}", file=sys.stderr)


def leave(code: int) -> NoReturn:
    """End the process without taking apart what it had in memory, which lasts a sixth of a small command.

    DuckDB 2 would print a line for each object of Great Expectations that is still there then.
    """
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # the failed output has been reported
            stream.flush()
    os._exit(code)


def _make_streams_lossless() -> None:
    """Print whatever there is: in ASCII as UTF-8, as Python does by itself for the locale C.

    For signs that another encoding does not have, a terminal shows a question mark and a file or pipe gets the number,
    so that no data change unseen.
    """
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper) or stream.encoding.lower().startswith("utf"):
            continue
        if codecs.lookup(stream.encoding).name == "ascii":
            stream.reconfigure(encoding="utf-8")
        else:
            stream.reconfigure(errors="replace" if stream.isatty() else "backslashreplace")


def _fill_closed_streams() -> None:
    """Let a closed stream lead nowhere; else the next file opened takes its number, and what is printed with it."""
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
    if arguments[:1] == ["help"]:  # as git's
        arguments = [*arguments[1:], "--help"]
    arguments = _strip_quiet(arguments)
    from dltrack_db.cli.app import app

    app(arguments, prog_name="dltrack")


def _strip_quiet(arguments: list[str]) -> list[str]:
    """The arguments without --quiet, which counts wherever it stands; -q is another option, and of few commands."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    if "-q" in options and not _BY_TOPIC.intersection(options):
        _end("-q is one line per topic, in eval and compare; write --quiet for no progress, --query for a topic", 2)
    if "--quiet" in options:
        from dltrack_db.base import progress

        progress.silence()
    return [one for one in options if one != "--quiet"] + arguments[len(options) :]


def _explain(error: BaseException) -> NoReturn:
    """End with the error's own sentence and code."""
    match error:
        case SystemExit(__context__=BrokenPipeError()):  # typer makes a failure of it
            _silence_stdout()
            sys.exit(0)
        case SystemExit():
            raise error
        case DltrackError():
            _end(str(error), error.exit_code)
        case BrokenPipeError():  # the reader had enough, as in `dltrack sql … | head`
            _silence_stdout()
            sys.exit(0)
        case Exception() if _is_memory_error(error):  # before DuckDB is asked, which may not even be there
            _end(exhaustion.advice(error), 1)
        case OSError(errno=errno.ENAMETOOLONG):  # of what may be the name of a run as well as of a file
            _end(f"'{error.filename}' is too long for the name of a file; name another one", 2)
        case OSError() if error.filename is None:
            _silence_stdout()
            _end(f"the output cannot be written ({error.strerror}); make room or write it elsewhere", 1)
        case Exception() if lack := _faults().full_disk_reason(error):
            _end(
                f"there is no room left: {lack}; free some space, or set TMPDIR, DLTRACK_CACHE and --db to folders on "
                "another disk",
                1,
            )
        case Exception() if damage := _faults().damage(error):
            _end(f"the database is damaged ({damage}); see dltrack verify, and {_faults().RESTORE}", 1)
        case Exception() if fault := _faults().engine_fault(error):
            _end(
                f"DuckDB failed ({fault}); see dltrack verify: if the database is damaged, {_faults().RESTORE}; if it "
                "is sound, please report this as a bug",
                1,
            )
        case Exception() if not os.environ.get("DLTRACK_DEBUG") and (missing := _faults().missing_object(error)):
            _end(
                f"the database has no {missing}, which this dltrack asks for; bring its views up to date with: dltrack "
                "build --db FILE (DLTRACK_DEBUG=1 shows where it is asked for)",
                1,
            )
        case Exception() if not os.environ.get("DLTRACK_DEBUG"):
            _end(
                f"internal error ({type(error).__name__}: {error}); this is a bug, please report it with the output "
                "of the same command under DLTRACK_DEBUG=1",
                INTERNAL_ERROR,
            )
    raise error


def _is_memory_error(error: BaseException) -> bool:
    """Return whether memory ran out, and not because a damaged block asks for terabytes."""
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
        with suppress(OSError):  # then the other one may still take it
            print_text(f"dltrack: {message}", stream)
            stream.flush()
            break
    sys.exit(code)


def _silence_stdout() -> None:
    """Let nothing more be written: Python would try again at its end, and fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
