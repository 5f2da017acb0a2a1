"""Estimate the bytes that a load of a corpus reads and writes; the estimate is printed before the load."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from dltrack_db.errors import UsageError
from dltrack_db.load.corpus.members import Source
from dltrack_db.load.corpus.spec import CorpusSpec


@dataclass(frozen=True)
class CorpusPlan:
    """Estimated bytes of a load: to read and to write (None if the source size is unknown), and free on the disk."""

    corpus: str
    profile: str
    source: str
    bytes_to_read: int | None
    bytes_to_write: int | None
    bytes_free: int
    wanted: int | None = None

    @property
    def text(self) -> str:
        """The estimate in one line, for messages."""
        keeps = (
            f"{self.profile}: {self.wanted:,} judged or retrieved items" if self.wanted is not None else self.profile
        )
        return (
            f"{self.corpus} ({keeps}): {_size(self.bytes_to_read)} to read from {self.source}, "
            f"about {_size(self.bytes_to_write)} to write, {_size(self.bytes_free)} free"
        )

    def check(self) -> None:
        """Raise UsageError if no item would be stored or the disk is too small."""
        if self.wanted == 0:
            raise UsageError(
                "the profile 'judged' stores only items of loaded qrels and runs, but no qrels or runs on "
                f"{self.corpus} are loaded; load an edition first, or choose --profile full or ids"
            )
        if self.bytes_to_write is not None and self.bytes_to_write > self.bytes_free:
            raise UsageError(
                f"{self.corpus} needs about {_size(self.bytes_to_write)}, but only {_size(self.bytes_free)} are free; "
                "choose --profile ids or judged, or a --db on a larger disk"
            )


def make_plan(spec: CorpusSpec, source: Source, profile: str, db: Path, wanted: int | None = None) -> CorpusPlan:
    """Estimate a load from the ratios in the corpus recipe; `wanted` is the item count of the profile 'judged'."""
    total = source.total_bytes
    to_write = None
    if total is not None:
        if wanted is None:
            to_write = round(total * spec.disk_per_source_byte.get(profile, 1.0))
        else:  # the share of the items in the official file, at most the size of this source
            official = spec.file_for(source.name).bytes or total
            share = wanted / spec.rows if spec.rows else 1.0
            to_write = round(min(official * share, total) * spec.disk_per_source_byte.get("full", 1.0))
    return CorpusPlan(
        spec.corpus, profile, source.label, total, to_write, shutil.disk_usage(db.absolute().parent).free, wanted
    )


def _size(number: int | None) -> str:
    if number is None:
        return "an unknown amount"
    for unit, factor in (("GB", 10**9), ("MB", 10**6)):
        if number >= factor:
            return f"{number / factor:.1f} {unit}"
    return f"{number / 1000:.1f} kB"
