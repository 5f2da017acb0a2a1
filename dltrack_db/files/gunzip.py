"""Inflating gzip: every member, with CRC and length checked, and damage named with its place."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path

from isal import isal_zlib

from dltrack_db.errors import SourceError

_MAGIC = b"\x1f\x8b"
_IN = 1 << 17
# Bounds what one call may inflate to, so that a bomb cannot fill the memory.
_OUT = 1 << 20


def is_gzip(head: bytes) -> bool:
    """Whether a file that begins with these bytes is gzip, whatever its name."""
    return head.startswith(_MAGIC)


def blocks(file: FileIO, path: Path, seen: Callable[[bytes], None]) -> Iterator[bytes]:
    """The inflated bytes, block by block; `seen` is given the compressed bytes as they are read.

    Raises:
        SourceError: the file is cut short, damaged, or followed by something else.
    """
    inflater: isal_zlib.Decompress | None = isal_zlib.decompressobj(31)
    member = position = 0
    while chunk := file.read(_IN):
        seen(chunk)
        chunk_start, position = position, position + len(chunk)
        while True:
            if inflater is None:
                chunk = chunk.lstrip(b"\0")  # padding to a block of a tape or disk
                if not chunk:
                    break
                if len(chunk) < len(_MAGIC):
                    more = file.read(len(_MAGIC) - len(chunk))
                    seen(more)
                    chunk, position = chunk + more, position + len(more)
                member = position - len(chunk)
                if not is_gzip(chunk):
                    raise SourceError(f"{path} goes on after its compressed data, at byte {member:,}; fetch it again")
                inflater = isal_zlib.decompressobj(31)
            try:
                block = inflater.decompress(chunk, _OUT)
            except isal_zlib.error as error:  # type: ignore[misc] # its stub types the class as an instance
                place = _damage(path, member, chunk_start)
                reason = str(error).split(" ", 2)[-1].lower()  # without "Error -6"
                raise SourceError(f"{path} is damaged at byte {place:,} ({reason}); fetch it again") from error
            if block:
                yield block
            if inflater.eof:
                chunk, inflater = inflater.unused_data, None
                continue
            chunk = inflater.unconsumed_tail
            # A full block may leave bytes inside the inflater though the input is used up.
            if not chunk and len(block) < _OUT:
                break
    if inflater is not None:
        raise SourceError(f"{path} is cut short: it ends at byte {position:,} within compressed data; fetch it again")


def _damage(path: Path, member: int, chunk_start: int) -> int:
    """The byte at which inflating the member fails: zlib again, byte by byte in the chunk that failed."""
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
