"""Cutting a stream of bytes at record ends, and knowing where every record begins.

Ids of the v2 corpora are byte offsets, so the places of all records are needed
to check them. They are summed up while the bytes are still in the processor's
cache; the database compares the sums with those of the ids it has parsed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, count
from operator import add, mul

from dltrack_db.errors import FormatError

MAX_RECORD = 16 << 20
"""Longest record in bytes; DuckDB reads no longer JSON object either."""


@dataclass
class Places:
    """Sums over the places (byte offset relative to `base`) where records of a batch begin."""

    base: int
    records: int = 0
    total: int = 0
    squares: int = 0
    last: int = 0

    def of_lines(self, first: int) -> Places:
        """The same for corpora whose ids are line numbers: sums over as many numbers from `first` on."""
        n = self.records
        return Places(first, n, n * (n - 1) // 2, (n - 1) * n * (2 * n - 1) // 6, n - 1)


class RecordCutter:
    """Takes blocks in order and returns what is complete of them.

    `offset` is the number of bytes returned so far: the place of the next record.
    """

    def __init__(self, record_end: bytes, label: str, offset: int = 0) -> None:
        self._end = record_end
        self._label = label
        self._rest = b""
        self.offset = offset

    def feed(self, block: bytes, places: Places) -> bytes:
        """The complete records up to now; their places are added to `places`.

        Raises:
            FormatError: a record is longer than `MAX_RECORD`.
        """
        data = self._rest + block if self._rest else block
        cut = data.rfind(self._end) + len(self._end)
        if cut < len(self._end):
            if len(data) > MAX_RECORD:
                raise FormatError(f"{self._label}: no record end within {MAX_RECORD:,} bytes from byte {self.offset:,}")
            self._rest = data
            return b""
        complete, self._rest = data[:cut], data[cut:]
        self._add(list(map(len, complete.split(self._end))), places)
        self.offset += cut
        return complete

    def _add(self, lengths: list[int], places: Places) -> None:
        # A record begins where all before it end: the lengths shift by one, and the empty rest falls off.
        starts = list(map(add, accumulate([0, *lengths[:-2]]), count(self.offset - places.base, len(self._end))))
        places.records += len(starts)
        places.total += sum(starts)
        places.squares += sum(map(mul, starts, starts))
        places.last = starts[-1]

    def finish(self) -> bytes:
        """What is left after the last record end: empty for a file that ends as it should."""
        return self._rest


def record_starts(data: bytes, record_end: bytes, base: int) -> Iterator[tuple[int, bytes]]:
    """Place and bytes of every record, one by one: slow, for pointing at a wrong one."""
    place = base
    for record in data.split(record_end)[:-1]:
        yield place, record
        place += len(record) + len(record_end)
