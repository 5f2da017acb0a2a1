"""Ctrl-C, a scheduler's SIGTERM, a closed terminal: they end a command at once, but never in the middle of a commit."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from dltrack_db.errors import Interrupted

_requested = 0
_shields = 0


def install() -> None:
    """Let these signals raise `Interrupted` in the main thread; what `nohup` ignores stays ignored."""
    for number in (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])):
        if number in (signal.SIGINT, signal.SIGTERM) or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    sys.unraisablehook = _unraisable


def pending_signal() -> int:
    """The number of the signal that came, 0 when none did. DuckDB turns `Interrupted` into an error of its own."""
    return _requested


def check() -> None:
    """Raise `Interrupted` when a signal came but got lost: Python drops what is raised while it collects garbage."""
    if _requested:
        raise Interrupted(_requested)


@contextmanager
def shield(*, tell: bool = True) -> Iterator[None]:
    """Put a signal that comes meanwhile off to the end, or, without `tell`, to the next `check`."""
    global _shields
    _shields += 1
    try:
        yield
    finally:
        _shields -= 1
    if tell and not _shields:
        check()


def _interrupt(number: int, frame: FrameType | None) -> None:
    global _requested
    _requested = number
    if not _shields:
        raise Interrupted(number)


def _unraisable(lost: sys.UnraisableHookArgs) -> None:
    if not isinstance(lost.exc_value, Interrupted):
        sys.__unraisablehook__(lost)
