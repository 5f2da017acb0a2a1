"""Chunk files: unpacked bytes that the feeder writes and the database reads."""

from __future__ import annotations

import errno
import itertools
import os
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO


class ChunkFiles:
    """The chunk files of one load; files are reused, because overwriting takes half the time of creating new files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count()
        self._free: deque[Path] = deque()

    def take(self) -> Path:
        """Return the path of a chunk file that may be overwritten."""
        try:
            return self._free.pop()
        except IndexError:
            path = self._folder / f"chunk{next(self._numbers)}"
            path.touch()
            return path

    def give_back(self, files: Iterable[Path]) -> None:
        """Release files; their content is in the database, so they may be overwritten."""
        self._free.extend(files)


class ChunkWriter:
    """Writes chunk files one after the other; `size` is the size of the open chunk."""

    def __init__(self, files: ChunkFiles) -> None:
        self._files = files
        self._file: BinaryIO | None = None
        self.size = 0

    def __enter__(self) -> ChunkWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, data: bytes, noted: list[Path]) -> None:
        """Append to the open chunk; if no chunk is open, open a new chunk and add its path to `noted`."""
        if not data:
            return
        if self._file is None:
            path = self._files.take()
            noted.append(path)
            self._file = path.open("r+b", buffering=0)
        if self._file.write(data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.size += len(data)

    def close(self) -> None:
        """Close the open chunk, and truncate its file to the size of the chunk."""
        if self._file is not None:
            self._file.truncate(self.size)
            self._file.close()
        self._file, self.size = None, 0
