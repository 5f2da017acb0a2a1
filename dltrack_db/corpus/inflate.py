"""Unpacking members, whether gzip or plain, block by block and with their checksum checked."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from isal import isal_zlib

from dltrack_db.errors import SourceError
from dltrack_db.files import gunzip

STEP = 1 << 18
"""What one call may inflate to, in bytes: stays in the processor's cache, and bounds a bomb."""


def plain_blocks(packed: Iterator[bytes], label: str) -> Iterator[bytes]:
    """The unpacked bytes of a member; gzip is recognised by its first bytes and may have several parts.

    Raises:
        SourceError: the gzip data are damaged, cut short, or followed by something else.
    """
    first = next(packed, b"")
    while len(first) < gunzip.MARK and (more := next(packed, b"")):
        first += more
    if not gunzip.is_gzip(first):
        yield first
        yield from packed
        return
    yield from gunzip.inflated(itertools.chain([first], packed), label, STEP)


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
