"""Write gzip and tar files with bytes that depend only on the content.

Compressed bytes differ between versions of zlib. Therefore, members are gzip files with stored (uncompressed) blocks,
which every reader accepts and which are equal on every machine.
"""

from __future__ import annotations

import io
import struct
import tarfile
import zlib
from collections.abc import Iterable
from pathlib import Path

STORED_BLOCK_LIMIT = 0xFFFF  # RFC 1951, section 3.2.4
# Magic, deflate, no flags, modification time 0, no extra flags, unknown operating system (RFC 1952).
GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


def gzip_bytes(content: bytes) -> bytes:
    """Return a gzip file that contains the content in stored blocks."""
    parts = [GZIP_HEADER]
    for start in range(0, max(len(content), 1), STORED_BLOCK_LIMIT):
        block = content[start : start + STORED_BLOCK_LIMIT]
        is_last = start + STORED_BLOCK_LIMIT >= len(content)
        parts.append(struct.pack("<BHH", is_last, len(block), len(block) ^ 0xFFFF))
        parts.append(block)
    parts.append(struct.pack("<II", zlib.crc32(content), len(content) & 0xFFFFFFFF))
    return b"".join(parts)


def write_tar_of_gzip(path: Path, members: Iterable[tuple[str, bytes]]) -> None:
    """Write a tar of gzip files without times and owners; `members` are (name, uncompressed content)."""
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in members:
            gzipped = gzip_bytes(content)
            info = tarfile.TarInfo(name)
            info.size = len(gzipped)
            archive.addfile(info, io.BytesIO(gzipped))
