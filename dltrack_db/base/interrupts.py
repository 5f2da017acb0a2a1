"""Signals: Ctrl-C, SIGTERM and closing the terminal end a command at once, but never during a commit."""

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
"""Seconds after a signal until the process is killed, because DuckDB does not react to signals during some steps."""
_requested = 0
_shields = 0
_has_published = False
_is_command = False


def install() -> None:
    """Make SIGINT, SIGTERM and SIGHUP raise `Interrupted` in the main thread; under `nohup`, SIGHUP stays ignored."""
    for number in (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])):
        if number in (signal.SIGINT, signal.SIGTERM) or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    global _is_command
    _is_command = True
    _watch()
    sys.unraisablehook = _unraisable


def is_command() -> bool:
    """Return True if this process runs a `dltrack` command, i.e. after `install`."""
    return _is_command


def _watch() -> None:
    """Start a thread that ends the process if the main thread does not react to a signal, as in a long library call.

    The database stays unchanged, and the next command removes temporary files.
    """
    with suppress(OSError, ValueError, RuntimeError):  # raised without pipes or threads, or outside the main thread
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
        if signal.getsignal(number) is not _interrupt:  # the handler was replaced in the meantime
            continue
        with suppress(OSError):
            os.write(2, f"dltrack: {sentence()}\n".encode())
        os._exit(signal_exit_code(number))


def note_published() -> None:
    """Record that this process has published data, for the message about an interrupt."""
    global _has_published
    _has_published = True


def sentence() -> str:
    """Return the message about an interrupted command."""
    if _has_published:
        return "interrupted after the data was published completely; see the loaded data with: dltrack status"
    return "interrupted; data is published completely or not at all; see the loaded data with: dltrack status"


def pending_signal() -> int:
    """Return the number of the received signal, or 0. DuckDB may turn `Interrupted` into another error."""
    return _requested


def check() -> None:
    """Raise `Interrupted` if a signal was received; its first exception may be lost, e.g. in garbage collection."""
    if _requested:
        raise Interrupted(_requested)


@contextmanager
def shield(*, checks: bool = True) -> Iterator[None]:
    """Postpone signals to the end of the block; without `checks`, to the next call of `check`."""
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
