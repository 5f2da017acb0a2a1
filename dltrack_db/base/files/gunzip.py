"""Inflating gzip files with all their members. CRC and length are checked, and errors name the position of damage."""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Callable, Iterable, Iterator
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING

from dltrack_db.errors import SourceError

if TYPE_CHECKING:
    from isal import isal_zlib

_MAGIC = b"\x1f\x8b"
_IN = 1 << 17
# Maximum bytes that one call inflates to, so that a zip bomb cannot fill the memory.
_OUT = 1 << 20
_STEP = 1 << 18
"""the same limit for streams that are split into records; small enough for the processor's cache"""


def is_gzip(head: bytes) -> bool:
    """Return whether a file that begins with these bytes is gzip-compressed."""
    return head.startswith(_MAGIC)


def inflate(
    compressed: Iterable[bytes],
    label: str,
    step: int = _OUT,
    *,
    is_padded: bool = False,
    damaged_at: Callable[[int, int], int] | None = None,
) -> Iterator[bytes]:
    """Yield the inflated bytes of gzip data with one or several members, at most `step` at a time.

    If `is_padded`, zeros may follow the data, as on tapes. `damaged_at` returns the exact position of damage, given the
    start of the damaged member and the start of the damaged block.
    """
    from isal import isal_zlib  # imported only for packed files

    inflater: isal_zlib.Decompress | None = isal_zlib.decompressobj(31)
    member = position = 0
    cut_mark = b""  # the first byte of a header that was split between blocks
    for block in compressed:
        data, cut_mark = cut_mark + block, b""
        begin, position = position, position + len(block)
        while True:
            if inflater is None:
                if is_padded:
                    data = data.lstrip(b"\0")
                if len(data) < len(_MAGIC):
                    cut_mark = data
                    break
                member = position - len(data)
                if not is_gzip(data):
                    raise _follows(label, member)
                inflater = isal_zlib.decompressobj(31)
            try:
                plain = inflater.decompress(data, step)
            except isal_zlib.error as error:  # type: ignore[misc] # its stub types the class as an instance
                place = f"at byte {damaged_at(member, begin):,}" if damaged_at else f"near compressed byte {begin:,}"
                reason = str(error).split(" ", 2)[-1].lower()  # without "Error -6"
                raise SourceError(f"{label} is damaged {place} ({reason}); download it again") from error
            if plain:
                yield plain
            if inflater.eof:
                data, inflater = inflater.unused_data, None
                continue
            data = inflater.unconsumed_tail
            # A full step may leave bytes inside the inflater though the input is used up.
            if not data and len(plain) < step:
                break
    if cut_mark:
        raise _follows(label, position - len(cut_mark))
    if inflater is not None:
        raise SourceError(f"{label} is truncated: it ends at byte {position:,} in compressed data; download it again")


def plain_blocks(compressed: Iterator[bytes], label: str) -> Iterator[bytes]:
    """Yield the bytes of a stream; a gzip stream, recognized by its first bytes, is inflated."""
    first = next(compressed, b"")
    while len(first) < len(_MAGIC) and (more := next(compressed, b"")):
        first += more
    if not is_gzip(first):
        yield first
        yield from compressed
        return
    yield from inflate(itertools.chain([first], compressed), label, _STEP)


def blocks(file: FileIO, path: Path, on_read: Callable[[bytes], None]) -> Iterator[bytes]:
    """Yield the inflated bytes of a file; `on_read` is called with each compressed block."""

    def packed() -> Iterator[bytes]:
        while chunk := file.read(_IN):
            on_read(chunk)
            yield chunk

    return inflate(packed(), str(path), is_padded=True, damaged_at=lambda member, begin: _damage(path, member, begin))


def _follows(label: str, position: int) -> SourceError:
    return SourceError(f"{label} has data that is not gzip from byte {position:,} on; download it again")


def _damage(path: Path, member: int, chunk_start: int) -> int:
    """Return the position where inflating a member fails; the chunk that contains it is inflated byte by byte."""
    inflater = zlib.decompressobj(31)
    with path.open("rb") as file:
        file.seek(member)
        try:
            while (position := file.tell()) < chunk_start:
                inflater.decompress(file.read(min(1 << 14, chunk_start - position)))
        except zlib.error:
            return position
        for offset, value in enumerate(file.read(_IN), max(member, chunk_start)):
            try:
                inflater.decompress(bytes((value,)))
            except zlib.error:
                return offset
    return chunk_start
