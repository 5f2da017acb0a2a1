"""Comments at the head of run files, such as ir_metadata: kept as notes on the run, and exported again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from dltrack_db.base.files.plainfile import PlainFile
from dltrack_db.load.plan import Item

SOURCE = "header/"
"""Prefix of the notes' name in `main.run_metadata`; the run follows."""
_MOST_LINES = 10_000


def write_notes(item: Item, plain: PlainFile, folder: Path, say: Callable[[str], None]) -> Item | None:
    """The comment lines before a run's first row as a file of notes, one of each line; None where there are none.

    Notes hold no tabs; `say` is called with a note on those replaced by blanks.
    """
    if item.part != "runs" or not plain.first_line.startswith("#"):
        return None
    comments = list(_comments(plain.path))
    lines = [line.replace("\t", " ") for line in comments]
    if num_tabbed := sum("\t" in line for line in comments):
        say(f"{plain.source}: tabs became blanks in {num_tabbed:,} of {len(lines):,} comment lines at the head")
    keys = [f"line {number:05d}" for number in range(1, len(lines) + 1)]
    target = folder / f"{item.collection}-{item.name}.header.tsv"
    rows = (["run_id", *keys], [item.name, *lines])
    target.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    return Item("run-metadata", SOURCE + item.name, item.collection, target, display_name=f"{plain.source} (comments)")


def _comments(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        for _, line in zip(range(_MOST_LINES), file, strict=False):
            if not line.startswith("#"):
                return
            yield line.rstrip()
