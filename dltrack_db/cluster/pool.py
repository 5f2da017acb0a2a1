"""Distribution of units of work to the workers of a Ray cluster; the units of a worker that dies are repeated."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from dltrack_db.base import extras, interrupts
from dltrack_db.errors import DltrackError, SourceError, UsageError

Common = TypeVar("Common")
Unit = TypeVar("Unit", covariant=True)
Result = TypeVar("Result")

ATTEMPTS = 4
"""Maximum number of attempts to compute a unit if workers die."""
_NEED = "--cluster needs Ray"
_REPORTED_AFTER = 5.0
"""Seconds between two progress messages."""
_PENDING = 4
"""Units submitted for each processor: enough that no worker waits, and few enough that results do not fill memory."""


class Units(Protocol[Unit]):
    """A sequence of units of work; a unit is read when a worker needs it, and read again if the worker dies."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int, /) -> Unit: ...


def map_units(
    function: Callable[[Common, Unit], Result],
    common: Common,
    units: Units[Unit],
    cluster: str,
    say: Callable[[str], None] = print,
) -> Iterator[Result]:
    """Yield the result of `function(common, unit)` for each unit, in the order of completion.

    `cluster` is the address of a Ray cluster (ray://host:port), a number of local workers, or 'auto'. 'auto' means the
    cluster that runs on this machine, or all processors of this machine if no cluster runs.
    """
    with _connect(cluster) as (ray, processors):
        remote = ray.remote(function).options(num_cpus=1, max_retries=0)
        everywhere = ray.put(common)  # sent only once, not with each unit
        waiting = list(reversed(range(len(units))))
        running: dict[Any, int] = {}
        attempts = dict.fromkeys(range(len(units)), 0)
        finished, reported_at = 0, time.monotonic()
        say(f"{len(units):,} units for {processors} workers")
        try:
            while waiting or running:
                while waiting and len(running) < processors * _PENDING:
                    number = waiting.pop()
                    attempts[number] += 1
                    running[remote.remote(everywhere, units[number])] = number
                ready, _ = ray.wait(list(running), num_returns=1, timeout=1)
                interrupts.check()
                for reference in ready:
                    number = running.pop(reference)
                    try:
                        result = ray.get(reference)
                    except ray.exceptions.RayTaskError as error:
                        raise _cause(error) from error
                    except (ray.exceptions.RaySystemError, *_deaths(ray)) as error:
                        if attempts[number] >= ATTEMPTS:
                            raise SourceError(
                                f"workers died {ATTEMPTS} times while computing unit {number + 1} of {len(units)}, and "
                                "nothing was changed; see Ray's logs, give workers more memory, or leave out --cluster"
                            ) from error
                        waiting.append(number)
                        say(f"a worker died; unit {number + 1} will be computed again")
                        continue
                    finished += 1
                    yield result
                if finished < len(units) and time.monotonic() - reported_at > _REPORTED_AFTER:
                    reported_at = time.monotonic()
                    retries = sum(attempts.values()) - len(running) - finished
                    again = f", {retries} repeated" if retries else ""
                    say(f"{finished:,} of {len(units):,} units done by {processors} workers{again}")
        finally:
            for reference in running:
                ray.cancel(reference, force=True)


@contextmanager
def _connect(cluster: str) -> Iterator[tuple[Any, int]]:
    """Connect Ray to a cluster, unless it is connected; yield the `ray` module and the cluster's processor count."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage reports without consent
    check(cluster)
    ray = _library()
    if ray.is_initialized():
        yield ray, _processors(ray)
        return
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    local: dict[str, Any] = {"include_dashboard": False}
    quiet: dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
    try:
        if cluster.isdecimal() and int(cluster):
            ray.init(address="local", num_cpus=int(cluster), **local, **quiet)
        elif cluster == "auto":
            try:
                ray.init(address="auto", **quiet)
            except ConnectionError:  # no cluster runs on this machine
                ray.init(address="local", **local, **quiet)
        else:
            ray.init(address=cluster, **quiet)
        processors = _processors(ray)
    except Exception as error:  # a node that dies at start raises a plain Exception
        ray.shutdown()
        raise SourceError(
            f"the cluster {cluster} cannot be reached ({_first_line(error)}); check that it is running and has the "
            "same versions of Python and Ray as this machine"
        ) from error
    if threading.current_thread() is threading.main_thread():  # restore the handlers that Ray has replaced
        for number, handler in handlers.items():
            signal.signal(number, handler)
    try:
        yield ray, processors
    finally:
        with interrupts.shield(checks=False):
            ray.shutdown()  # also ends running units


def _processors(ray: Any) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def check(cluster: str) -> None:
    """Raise an error if the address of a cluster is invalid or Ray is not installed."""
    if cluster != "auto" and not cluster.startswith("ray://") and not (cluster.isdecimal() and int(cluster)):
        raise UsageError(f"--cluster must be ray://HOST:PORT, auto, or a number of local workers, not '{cluster}'")
    extras.check("ray", "cluster", _NEED)


def _library() -> Any:
    return extras.load("ray", "cluster", _NEED)


def _deaths(ray: Any) -> tuple[type[BaseException], ...]:
    """Return Ray's error types for units that ended because their worker died."""
    names = ("WorkerCrashedError", "NodeDiedError", "ObjectLostError", "OutOfMemoryError", "RayActorError")
    return tuple(getattr(ray.exceptions, name) for name in names)


def _cause(error: Any) -> BaseException:
    cause = getattr(error, "cause", None)
    if isinstance(cause, DltrackError):
        return cause
    return SourceError(f"a worker failed ({_first_line(cause or error)}); leave out --cluster to see the whole error")


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__).rstrip(".")
