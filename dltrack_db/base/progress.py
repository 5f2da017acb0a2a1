"""Progress on stderr: on a terminal, bars with size, rate and remaining time; otherwise, plain lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress


_is_silent = False


def silence() -> None:
    """Suppress progress and notes, for `dltrack --quiet`."""
    global _is_silent
    _is_silent = True


def is_silent() -> bool:
    """Return whether progress and notes are suppressed."""
    return _is_silent


_shown: Callable[[str], object] = str  # displays nothing


@contextmanager
def working(first: str) -> Iterator[None]:
    """Display the current stage of the work on a terminal during the block, starting with `first`."""
    global _shown
    if is_silent() or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.live import Live
    from rich.spinner import Spinner
    from rich.text import Text

    spinner = Spinner("dots", Text(first))
    # standard output is not redirected
    with Live(spinner, console=Console(stderr=True), transient=True, redirect_stdout=False):
        _shown = lambda text: spinner.update(text=Text(text))  # noqa: E731
        try:
            yield
        finally:
            _shown = str


def stage(what: str, done: int | None = None, total: int | None = None) -> None:
    """Display a stage of the work and how much of the stage is done, within a `working` block."""
    _shown(what if done is None else f"{what}: {done:,} of {total:,}")


class Meter:
    """Progress of a download, in bytes; the base class displays nothing."""

    def begin(self, name: str, total: int | None) -> None:
        """Start the bar of a download."""

    def at(self, done: int) -> None:
        """Display the number of downloaded bytes."""

    def end(self) -> None:
        """End the bar, after success or failure."""


class LineMeter(Meter):
    """One line on stderr per download: for logs and pipes."""

    def begin(self, name: str, total: int | None) -> None:
        """Print the name and size of a download."""
        print(f"downloading {name} ({readable(total)})", file=sys.stderr, flush=True)


class BarMeter(Meter):
    """A bar with size, rate and remaining time."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def begin(self, name: str, total: int | None) -> None:
        """Add a bar."""
        self._task = self._progress.add_task(name, total=total)

    def at(self, done: int) -> None:
        """Move the bar."""
        self._progress.update(self._task, completed=done)

    def end(self) -> None:
        """Stop the bar and keep it visible."""
        self._progress.stop_task(self._task)


@contextmanager
def shown_progress() -> Iterator[Meter]:
    """Yield a meter that prints to stderr: bars on a terminal, else one line per file, and nothing with --quiet."""
    if is_silent():
        yield Meter()
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
    """Yield a function that displays a progress bar, given the bytes done, the total bytes and the rows."""
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
        task = progress.add_task("corpus", rows=0, visible=False)  # visible when reading begins
        yield lambda done, total, rows: progress.update(task, completed=done, total=total, rows=rows, visible=True)


def readable(size: int | None) -> str:
    """Return a size as readable text, in decimal units as on download pages."""
    if size is None:
        return "unknown size"
    amount, unit = float(size), "B"
    for larger in ("kB", "MB", "GB", "TB"):
        if amount < 1000:
            break
        amount, unit = amount / 1000, larger
    return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
