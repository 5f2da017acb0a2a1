"""One rule for a file that somebody else holds: wait, say for whom, and give up after a while.

DuckDB lets one process write or many read. Loads write only while they publish,
so who waits a little gets in.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from dltrack_db.base import interrupts, numbers
from dltrack_db.errors import DatabaseLockedError, DatabaseUnreachableError, UsageError

DEFAULT = 60.0
"""Seconds that every command waits for others to let go of a file, unless told otherwise."""
VARIABLE = "DLTRACK_WAIT"
"""The environment variable that tells otherwise."""
_STEP = 0.2

Result = TypeVar("Result")


@dataclass(frozen=True)
class Patience:
    """How one waits for others to let go of a file: how many seconds, None as by default, and whom to tell."""

    wait: float | None = None
    say: Callable[[str], None] | None = None


USUAL = Patience()


def seconds() -> float:
    """How long to wait: what the environment says, else the default.

    Raises:
        UsageError: the environment says no number of seconds.
    """
    text = os.environ.get(VARIABLE, "")
    if not text:
        return DEFAULT
    if not numbers.is_number(text):
        raise UsageError(f"{VARIABLE}={text} is not a number of seconds; set it to one like 60")
    return check(float(text))


def check(wait: float) -> float:
    """A number of seconds as it is.

    Raises:
        UsageError: it is negative or not finite.
    """
    if not 0 <= wait < float("inf"):
        raise UsageError(f"{wait} is not a number of seconds; give one like 60, or 0 not to wait")
    return wait


def patiently(act: Callable[[], Result], wait: float | None = None, say: Callable[[str], None] | None = None) -> Result:
    """Do what another process may be in the way of, again and again for `wait` seconds; None is the default.

    `say` gets one sentence that names the other process, else standard error does.

    Raises:
        DatabaseLockedError: it is still in the way, or this very process is.
    """
    limit = seconds() if wait is None else wait
    until = time.monotonic() + limit
    is_told = False
    while True:
        try:
            return act()
        except DatabaseLockedError as error:
            if error.is_own or time.monotonic() >= until:
                raise
            if not is_told:
                (say or tell)(f"waiting up to {limit:.0f} s: {error}")
                is_told = True
        interrupts.check()
        time.sleep(_STEP)


def until_reached(
    act: Callable[[], Result],
    wait: float | None = None,
    say: Callable[[str], None] | None = None,
    *,
    again: Callable[[], object] = lambda: None,
) -> Result:
    """Do what needs a server that may be away for a moment, again and again for `wait` seconds; None is the default.

    `again` clears up before each further try. `say` gets one sentence that names the server.

    Raises:
        DatabaseUnreachableError: it is still away.
    """
    limit = seconds() if wait is None else wait
    until = time.monotonic() + limit
    is_told = False
    while True:
        try:
            return act()
        except DatabaseUnreachableError as error:
            if time.monotonic() >= until:
                raise
            if not is_told:
                (say or tell)(f"trying again for up to {limit:.0f} s: {error}")
                is_told = True
        interrupts.check()
        time.sleep(_STEP * 5)
        again()


def tell(text: str) -> None:
    """Say something to people, where nobody else does."""
    print(f"dltrack: {text}", file=sys.stderr, flush=True)
