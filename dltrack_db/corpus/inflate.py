"""Unpacking members, whether gzip or plain, block by block and with their checksum checked."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from isal import isal_zlib

from dltrack_db.errors import SourceError
from dltrack_db.files import gunzip

STEP = 1 << 18
"""What one call may inflate to, in bytes: stays in the processor's cache, and bounds a bomb."""

MARK = 3
"""Bytes by which gzip data are recognised."""


def plain_blocks(packed: Iterator[bytes], label: str) -> Iterator[bytes]:
    """The unpacked bytes of a member; gzip is recognised by its first bytes and may have several parts.

    Raises:
        SourceError: the gzip data are damaged, cut short, or followed by something else.
    """
    first = next(packed, b"")
    while len(first) < MARK and (more := next(packed, b"")):
        first += more
    if not gunzip.is_gzip(first):
        yield first
        yield from packed
        return
    inflater: isal_zlib.Decompress | None = isal_zlib.decompressobj(31)
    place = 0
    held = b""  # the beginning of a mark that a block edge cut
    for block in itertools.chain([first], packed):
        data, held = held + block, b""
        while True:
            if inflater is None:
                if len(data) < MARK:
                    held = data
                    break
                if not gunzip.is_gzip(data):
                    raise SourceError(f"{label}: {len(data):,} bytes follow the gzip data; fetch it again")
                inflater = isal_zlib.decompressobj(31)
            try:
                plain = inflater.decompress(data, STEP)
            except isal_zlib.error as error:  # type: ignore[misc] # its stub types the class as an instance
                raise SourceError(
                    f"{label} is damaged near its packed byte {place:,} ({error}); fetch it again"
                ) from error
            if plain:
                yield plain
            if inflater.eof:
                data, inflater = inflater.unused_data, None
                continue
            data = inflater.unconsumed_tail
            # A full step may leave bytes inside the inflater though the input is used up.
            if not data and len(plain) < STEP:
                break
        place += len(block)
    if held:
        raise SourceError(f"{label}: {len(held):,} bytes follow the gzip data; fetch it again")
    if inflater is not None:
        raise SourceError(f"{label} is cut short: the gzip data end at packed byte {place:,}; fetch it again")


def skip_done(plain: Iterator[bytes], size: int, crc: int, label: str) -> bytes:
    """Read past the `size` bytes that are loaded already; what was read beyond them.

    Raises:
        SourceError: they are not there, or do not have the CRC-32 they had.
    """
    left, found = size, 0
    surplus = b""
    while left:
        block = next(plain, None)
        if block is None:
            raise SourceError(f"{label} is shorter than when its load began; load it anew with --restart")
        head, surplus = block[:left], block[left:]
        found = isal_zlib.crc32(head, found)
        left -= len(head)
    if found != crc:
        raise SourceError(f"{label} is not the file whose load began earlier; load it anew with --restart")
    return surplus
