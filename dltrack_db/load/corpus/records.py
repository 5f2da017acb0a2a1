"""Cut a stream of bytes at record ends, and sum the positions of the records.

Ids of the v2 corpora are byte offsets. The positions are summed while the bytes are in the processor cache; the
database compares these sums with the sums of the parsed ids.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate
from operator import mul

from dltrack_db.errors import FormatError

MAX_RECORD = 16 << 20
"""Maximum size of a record in bytes; DuckDB has the same limit for JSON objects."""


@dataclass
class Places:
    """Sums over the positions of the records in a batch: `total` of the positions, `squares` of their squares.

    Positions are byte offsets relative to `base`.
    """

    base: int
    records: int = 0
    total: int = 0
    squares: int = 0
    last: int = 0

    def to_line_numbers(self, first: int) -> Places:
        """Return the sums for the same number of records with line numbers as ids, starting at `first`."""
        n = self.records
        return Places(first, n, n * (n - 1) // 2, (n - 1) * n * (2 * n - 1) // 6, n - 1)


class RecordCutter:
    """Finds record ends in successive blocks; `offset` is the position of the open record, which has not ended yet."""

    def __init__(self, record_end: bytes, label: str, offset: int = 0) -> None:
        self._end = record_end
        self._label = label
        self._open = 0  # bytes of the open record
        self._tail = b""  # last bytes of the open record, which may be the start of a record end
        self.offset = offset

    def follow(self, block: bytes, places: Places, most: int) -> int:
        """Return the number of bytes of the block that belong to complete records, for at most `most` records.

        The positions of the complete records are added to `places`. The caller must pass the bytes after `most` records
        again.
        """
        data = self._tail + block
        lengths, rest = _lengths(data, self._end)
        if not lengths:
            self._open += len(block)
            if self._open > MAX_RECORD:
                raise FormatError(
                    f"{self._label}: the record that begins at byte {self.offset:,} has no end within {MAX_RECORD:,} "
                    "bytes"
                )
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
        """Forget the bytes after the last record end, which are passed again."""
        self._open, self._tail = 0, b""

    @property
    def open_bytes(self) -> int:
        """Number of bytes after the last record end; 0 at the end of a complete file."""
        return self._open


class FixedCutter:
    """A `RecordCutter` for records of fixed length."""

    def __init__(self, length: int, offset: int = 0) -> None:
        self._length = length
        self._open = 0
        self.offset = offset

    def follow(self, block: bytes, places: Places, most: int) -> int:
        """Return the number of bytes that belong to complete records, for at most `most` records; count the records."""
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
        """Forget the bytes after the last record end, which are passed again."""
        self._open = 0

    @property
    def open_bytes(self) -> int:
        """Number of bytes of the open record."""
        return self._open


def _lengths(data: bytes, record_end: bytes) -> tuple[list[int], int]:
    """Return the lengths of the complete records, including record ends, and the length of the remaining bytes."""
    if record_end == b"\n":
        lengths = list(map(len, BytesIO(data)))  # three times as fast as split
        return lengths, 0 if data.endswith(record_end) or not data else lengths.pop()
    *records, rest = data.split(record_end)
    return [len(record) + len(record_end) for record in records], len(rest)


def record_starts(data: bytes, record_end: bytes, base: int) -> Iterator[tuple[int, bytes]]:
    """Yield position and bytes of every record; slow, only for error reports."""
    place = base
    for record in data.split(record_end)[:-1]:
        yield place, record
        place += len(record) + len(record_end)
