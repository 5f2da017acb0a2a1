"""Ctrl-C, a scheduler's SIGTERM, a closed terminal: they end a command at once, but never in the middle of a commit."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from dltrack_db.errors import Interrupted, signal_exit_code

GRACE = 3.0
"""Seconds that a signal leaves a command to end by itself: DuckDB does not look up within every step."""
_requested = 0
_shields = 0
_has_published = False
_is_command = False


def install() -> None:
    """Let these signals raise `Interrupted` in the main thread; what `nohup` ignores stays ignored."""
    for number in (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])):
        if number in (signal.SIGINT, signal.SIGTERM) or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    global _is_command
    _is_command = True
    _watch()
    sys.unraisablehook = _unraisable


def is_command() -> bool:
    """Return True in the process of a command, which ends with it."""
    return _is_command


def _watch() -> None:
    """Have a thread end the process where a signal has not: the main thread may be in one long step of a library.

    Nothing is between then and a kill, which leaves a database as it was; what lies about goes with the next command.
    """
    with suppress(OSError, ValueError, RuntimeError):  # no pipes, not the main thread, or no room for another one
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        threading.Thread(target=_end_late, args=[reader], daemon=True, name="signals").start()


def _end_late(reader: int) -> None:
    while signals := os.read(reader, 1):
        number = signals[0]
        time.sleep(GRACE)
        while _shields:
            time.sleep(0.05)
        if signal.getsignal(number) is not _interrupt:  # a process that has gone on as something else
            continue
        with suppress(OSError):
            os.write(2, f"dltrack: {sentence()}\n".encode())
        os._exit(signal_exit_code(number))


def note_published() -> None:
    """Note that what this process wrote is in the database, so that no message denies it."""
    global _has_published
    _has_published = True


def sentence() -> str:
    """Return what to say at the end of an interrupted command."""
    if _has_published:
        return "interrupted after something was published, which is there whole; see: dltrack status"
    return "interrupted; a load is published whole or not at all, see: dltrack status"


def pending_signal() -> int:
    """The number of the signal that came, 0 when none did. DuckDB turns `Interrupted` into an error of its own."""
    return _requested


def check() -> None:
    """Raise `Interrupted` when a signal came but got lost: Python drops what is raised while it collects garbage."""
    if _requested:
        raise Interrupted(_requested)


@contextmanager
def shield(*, checks: bool = True) -> Iterator[None]:
    """Postpone signals to the end of the block or, without `checks`, to the next `check`."""
    global _shields
    _shields += 1
    try:
        yield
    finally:
        _shields -= 1
    if checks and not _shields:
        check()


def _interrupt(number: int, frame: FrameType | None) -> None:
    global _requested
    _requested = number
    if not _shields:
        raise Interrupted(number)


def _unraisable(lost: sys.UnraisableHookArgs) -> None:
    if not isinstance(lost.exc_value, Interrupted):
        sys.__unraisablehook__(lost)
