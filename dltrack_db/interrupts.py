"""Ctrl-C and a scheduler's SIGTERM: they end a command at once, but never in the middle of a commit."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from dltrack_db.errors import Interrupted

_requested = 0
_shields = 0


def install() -> None:
    """Let both signals raise `Interrupted` in the main thread."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)


def requested() -> int:
    """The number of the signal that came, 0 when none did. DuckDB turns `Interrupted` into an error of its own."""
    return _requested


@contextmanager
def shielded() -> Iterator[None]:
    """Put a signal that comes meanwhile off to the end."""
    global _shields
    _shields += 1
    try:
        yield
    finally:
        _shields -= 1
    if _requested and not _shields:
        raise Interrupted(_requested)


def _interrupt(number: int, frame: FrameType | None) -> None:
    global _requested
    if _requested:  # a second Ctrl-C must not break the rollback
        return
    _requested = number
    if not _shields:
        raise Interrupted(number)
