"""Waiting for other processes: try again for a while, report once who is waited for, then give up.

DuckDB lets one process write or many read. Loads write only while they publish, so a short wait is usually enough.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from dltrack_db.base import interrupts, numbers
from dltrack_db.errors import DatabaseError, DatabaseLockedError, DatabaseUnreachableError, UsageError

# Seconds that a command waits by default, and the environment variable that changes them.
DEFAULT = 60.0
VARIABLE = "DLTRACK_WAIT"

_STEP = 0.2
_SERVER_STEP = 1.0

Result = TypeVar("Result")


class Patience(NamedTuple):
    """Seconds to wait for others (None: `DLTRACK_WAIT`, else a minute), and the sink of messages (None: stderr)."""

    wait: float | None = None
    say: Callable[[str], None] | None = None

    @property
    def limit(self) -> float:
        """Maximum number of seconds to wait."""
        return _default_limit() if self.wait is None else self.wait

    def notify(self, text: str) -> None:
        """Pass a message to `say`, or to standard error."""
        if self.say:
            self.say(text)
        else:
            print(f"dltrack: {text}", file=sys.stderr, flush=True)

    def until_free(self, act: Callable[[], Result]) -> Result:
        """Run `act`, again while another process has a lock."""
        return self.retry(act, DatabaseLockedError, "waiting up to")

    def until_reached(self, act: Callable[[], Result], *, clean_up: Callable[[], object] = lambda: None) -> Result:
        """Run `act`, again until its server answers; `clean_up` runs before each further attempt."""
        return self.retry(
            act, DatabaseUnreachableError, "trying again for up to", pause=_SERVER_STEP, clean_up=clean_up
        )

    def retry(
        self,
        act: Callable[[], Result],
        error_type: type[DatabaseError],
        notice: str,
        *,
        reason: str = "",
        pause: float = _STEP,
        clean_up: Callable[[], object] = lambda: None,
    ) -> Result:
        """Run `act`, again while it raises this type of error and time is left.

        `notice` is printed before the second attempt, followed by the seconds and the `reason`, by default the error.
        `pause` is in seconds; `clean_up` runs before each further attempt.
        """
        limit = self.limit
        deadline = time.monotonic() + limit
        is_announced = False
        while True:
            try:
                return act()
            except error_type as error:
                if getattr(error, "is_own", False) or time.monotonic() >= deadline:
                    raise
                if not is_announced:
                    self.notify(f"{notice} {limit:.0f} s{reason or f': {error}'}")
                    is_announced = True
            interrupts.check()
            time.sleep(pause)
            clean_up()


USUAL = Patience()


def check_seconds(wait: float) -> float:
    """Return a number of seconds, if it is valid."""
    if not 0 <= wait < float("inf"):
        raise UsageError(f"{wait} is not a number of seconds; give one like 60, or 0 not to wait")
    return wait


def _default_limit() -> float:
    text = os.environ.get(VARIABLE, "")
    if not text:
        return DEFAULT
    if not numbers.is_number(text):
        raise UsageError(f"{VARIABLE}={text} is not a number of seconds; set it to one like 60")
    return check_seconds(float(text))
