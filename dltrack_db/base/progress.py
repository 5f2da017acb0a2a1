"""Progress of long work on stderr: bars with size, rate and time left on terminals, plain lines otherwise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.progress import Progress


_is_silent = False


def silence() -> None:
    """Show nothing from here on, as `dltrack --quiet` asks."""
    global _is_silent
    _is_silent = True


def is_silent() -> bool:
    """Return whether progress and notes are unwanted."""
    return _is_silent


def _discard(_text: str) -> None:
    """Show a text to nobody."""


_shown: Callable[[str], None] = _discard


@contextmanager
def working(first: str) -> Iterator[None]:
    """Show on a terminal which stage work has come to, from the `first` on; elsewhere nothing."""
    global _shown
    if is_silent() or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.live import Live
    from rich.spinner import Spinner
    from rich.text import Text

    spinner = Spinner("dots", Text(first))
    # what is printed on standard output stays there
    with Live(spinner, console=Console(stderr=True), transient=True, redirect_stdout=False):
        _shown = lambda text: spinner.update(text=Text(text))  # noqa: E731
        try:
            yield
        finally:
            _shown = _discard


def stage(what: str, done: int | None = None, total: int | None = None) -> None:
    """Show, within `working`, which stage work has come to and how much of it is done."""
    _shown(what if done is None else f"{what}: {done:,} of {total:,}")


class Meter(Protocol):
    """Somebody who wants to know how a download goes. Sizes in bytes."""

    def begin(self, name: str, total: int | None) -> None:
        """Start the bar of a download."""

    def at(self, done: int) -> None:
        """Show how much is done."""

    def end(self) -> None:
        """End the bar, after success or failure."""


class SilentMeter:
    """Shows nothing."""

    def begin(self, name: str, total: int | None) -> None:
        """Nothing."""

    def at(self, done: int) -> None:
        """Nothing."""

    def end(self) -> None:
        """Nothing."""


class LineMeter(SilentMeter):
    """One line on stderr per download: for logs and pipes."""

    def begin(self, name: str, total: int | None) -> None:
        """Say what is downloaded."""
        print(f"downloading {name} ({readable(total)})", file=sys.stderr, flush=True)


class BarMeter:
    """A bar with size, rate and time left."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def begin(self, name: str, total: int | None) -> None:
        """Add a bar."""
        self._task = self._progress.add_task(name, total=total)

    def at(self, done: int) -> None:
        """Move the bar."""
        self._progress.update(self._task, completed=done)

    def end(self) -> None:
        """Leave the bar where it is."""
        self._progress.stop_task(self._task)


@contextmanager
def shown_progress() -> Iterator[Meter]:
    """A meter on stderr: bars on a terminal, else one quiet line per file; nothing where progress is unwanted."""
    if is_silent():
        yield SilentMeter()
        return
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield LineMeter()
        return
    from rich import progress as bars

    with bars.Progress(
        bars.TextColumn("{task.description}", markup=False),
        bars.BarColumn(),
        bars.DownloadColumn(),
        bars.TransferSpeedColumn(),
        bars.TimeRemainingColumn(),
        console=console,
    ) as progress:
        yield BarMeter(progress)


@contextmanager
def corpus_progress() -> Iterator[Callable[[int, int | None, int], None]]:
    """A function that takes bytes done, bytes in all and rows, and shows them as a bar with rate and time left."""
    from rich.console import Console

    console = Console(stderr=True)
    if is_silent() or not console.is_terminal:
        yield lambda _done, _total, _rows: None
        return
    from rich import progress as bars

    with bars.Progress(
        bars.TextColumn("{task.fields[rows]:,} rows"),
        bars.BarColumn(),
        bars.DownloadColumn(),
        bars.TransferSpeedColumn(),
        bars.TimeRemainingColumn(),
        console=console,
        transient=True,
    ) as progress:
        task = progress.add_task("corpus", rows=0, visible=False)  # until there is something to read
        yield lambda done, total, rows: progress.update(task, completed=done, total=total, rows=rows, visible=True)


def readable(size: int | None) -> str:
    """A size for people, in decimal units as download pages give it."""
    if size is None:
        return "unknown size"
    amount, unit = float(size), "B"
    for larger in ("kB", "MB", "GB", "TB"):
        if amount < 1000:
            break
        amount, unit = amount / 1000, larger
    return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
