"""The progress of long loads, shown on terminals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def corpus_progress() -> Iterator[Callable[[int, int | None, int], None]]:
    """A function that takes bytes done, bytes in all and rows, and shows them as a bar with rate and time left."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
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
        task = progress.add_task("corpus", rows=0)
        yield lambda done, total, rows: progress.update(task, completed=done, total=total, rows=rows)
