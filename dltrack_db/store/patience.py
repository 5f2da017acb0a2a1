"""Waiting for other processes: try again for a while, report the wait once, then give up.

DuckDB lets either one process write or many processes read. Loads write only while they publish, so a short wait is
usually enough.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from dltrack_db.base import interrupts, numbers
from dltrack_db.errors import DatabaseError, DatabaseLockedError, DatabaseUnreachableError, UsageError

# Default waiting time in seconds, and the environment variable that changes it.
DEFAULT = 60.0
VARIABLE = "DLTRACK_WAIT"

_STEP = 0.2
_SERVER_STEP = 1.0

Result = TypeVar("Result")


class Patience(NamedTuple):
    """Seconds to wait (None: `DLTRACK_WAIT`, else 60), and the function that prints messages (None: stderr)."""

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
        """Run `act`; repeat it while another process has a lock."""
        return self.retry(act, DatabaseLockedError, "waiting up to")

    def until_reached(self, act: Callable[[], Result], *, clean_up: Callable[[], object] = lambda: None) -> Result:
        """Run `act`; repeat it until the server answers. `clean_up` runs before each further attempt."""
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
        """Run `act`; repeat it while it raises this type of error and the time limit is not reached.

        Before the second attempt, `notice` is printed, followed by the limit in seconds and the `reason`, by default
        the error. `pause` is the time between attempts in seconds. `clean_up` runs before each further attempt.
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
    """Return `wait` if it is a valid number of seconds; else raise UsageError."""
    if not 0 <= wait < float("inf"):
        raise UsageError(f"{wait} is not a valid number of seconds; write a number like 60, or 0 not to wait")
    return wait


def _default_limit() -> float:
    text = os.environ.get(VARIABLE, "")
    if not text:
        return DEFAULT
    if not numbers.is_number(text):
        raise UsageError(f"{VARIABLE}={text} is not a valid number of seconds; set it to a number like 60")
    return check_seconds(float(text))
