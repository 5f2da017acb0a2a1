"""The `dltrack` command: thin functions over the library, one module per group of commands."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

from dltrack_db.errors import DltrackError, Interrupted

INTERNAL_ERROR = 70  # EX_SOFTWARE of sysexits.h


def main() -> None:
    """Entry point of the `dltrack` command; ends the process with the command's exit code.

    Errors a user can act on end in one sentence on stderr and exit code 1 (2
    for wrong usage), Ctrl-C in exit code 130, never in a traceback.
    """
    signal.signal(signal.SIGINT, _interrupt)
    try:
        _run(sys.argv[1:])
    except DltrackError as error:
        print(f"dltrack: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except Exception as error:
        if os.environ.get("DLTRACK_DEBUG"):
            raise
        kind = type(error).__name__
        print(
            f"dltrack: internal error ({kind}: {error}); this is a bug, please report it with the output of "
            "the same command under DLTRACK_DEBUG=1",
            file=sys.stderr,
        )
        sys.exit(INTERNAL_ERROR)


def _run(arguments: list[str]) -> None:
    if arguments[:1] == ["trec-eval"]:  # before typer is imported, which takes longer than evaluating
        from dltrack_db.cli import trec_eval

        sys.exit(trec_eval.main(arguments[1:]))
    from dltrack_db.cli.app import app

    app(arguments, prog_name="dltrack")


def _interrupt(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not break the rollback
    raise Interrupted("interrupted; the database is as it was before this command")
