"""Cutting a stream of bytes at record ends, and knowing where every record begins.

Ids of the v2 corpora are byte offsets, so the places of all records are needed
to check them. They are summed up while the bytes are still in the processor's
cache; the database compares the sums with those of the ids it has parsed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate
from operator import mul

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

    def to_line_numbers(self, first: int) -> Places:
        """The same for corpora whose ids are line numbers: sums over as many numbers from `first` on."""
        n = self.records
        return Places(first, n, n * (n - 1) // 2, (n - 1) * n * (2 * n - 1) // 6, n - 1)


class RecordCutter:
    """Follows blocks in order and says where in each the last record ends.

    `offset` is the place of the first record that has not ended yet.
    """

    def __init__(self, record_end: bytes, label: str, offset: int = 0) -> None:
        self._end = record_end
        self._label = label
        self._open = 0  # bytes of the record that has not ended yet
        self._tail = b""  # its last bytes, which may be the beginning of a record end
        self.offset = offset

    def follow(self, block: bytes, places: Places, most: int) -> int:
        """Return how many bytes of the block belong to ended records, at most so many; 0 when none ends in it.

        The places of the records that end are added to `places`. Once `most`
        have ended, the bytes after them are not followed: they have to come again.
        """
        data = self._tail + block
        lengths, rest = _lengths(data, self._end)
        if not lengths:
            self._open += len(block)
            if self._open > MAX_RECORD:
                raise FormatError(f"{self._label}: no record end within {MAX_RECORD:,} bytes from byte {self.offset:,}")
            self._tail = data[len(data) - min(rest, len(self._end) - 1) :]
            return 0
        cut = len(block) - rest
        if len(lengths) >= most:
            cut -= sum(lengths[most:])
            del lengths[most:]
            rest = 0
        lengths[0] += self._open - len(self._tail)
        starts = list(accumulate(lengths, initial=self.offset - places.base))
        self.offset = places.base + starts.pop()
        places.records += len(starts)
        places.total += sum(starts)
        places.squares += sum(map(mul, starts, starts))
        places.last = starts[-1]
        self._open = rest
        self._tail = data[len(data) - min(rest, len(self._end) - 1) :]
        return cut

    def forget_open(self) -> None:
        """Take back the bytes after the last record end: they come again."""
        self._open, self._tail = 0, b""

    @property
    def open_bytes(self) -> int:
        """Bytes after the last record end: 0 for a file that ends as it should."""
        return self._open


class FixedCutter:
    """The same for records of a fixed length."""

    def __init__(self, length: int, offset: int = 0) -> None:
        self._length = length
        self._open = 0
        self.offset = offset

    def follow(self, block: bytes, places: Places, most: int) -> int:
        """Return how many bytes belong to ended records, at most `most` of them; their number is added to `places`."""
        records, rest = divmod(self._open + len(block), self._length)
        if records >= most:
            rest += (records - most) * self._length
            records = most
        cut = len(block) - rest if records else 0
        places.records += records
        self.offset += records * self._length
        self._open = 0 if records == most else rest
        return cut

    def forget_open(self) -> None:
        """Take back the bytes after the last record end: they come again."""
        self._open = 0

    @property
    def open_bytes(self) -> int:
        """Bytes of a record that has not ended yet."""
        return self._open


def _lengths(data: bytes, record_end: bytes) -> tuple[list[int], int]:
    """Lengths of the records that end in the data, their ends included, and of what follows the last one."""
    if record_end == b"\n":
        lengths = list(map(len, BytesIO(data)))  # finds line ends three times as fast as split
        return lengths, 0 if data.endswith(record_end) or not data else lengths.pop()
    *records, rest = data.split(record_end)
    return [len(record) + len(record_end) for record in records], len(rest)


def record_starts(data: bytes, record_end: bytes, base: int) -> Iterator[tuple[int, bytes]]:
    """Place and bytes of every record, one by one: slow, for pointing at a wrong one."""
    place = base
    for record in data.split(record_end)[:-1]:
        yield place, record
        place += len(record) + len(record_end)
