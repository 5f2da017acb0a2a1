"""Chunk files: the plain bytes that are on their way from the feeder to the database."""

from __future__ import annotations

import errno
import itertools
import os
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO


class ChunkFiles:
    """The chunk files of one load in a folder.

    One that was read is written over instead of deleted: the system has its
    memory at hand already, which halves the cost of writing.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count()
        self._free: deque[Path] = deque()

    def take(self) -> Path:
        """A file to write over."""
        try:
            return self._free.pop()
        except IndexError:
            path = self._folder / f"chunk{next(self._numbers)}"
            path.touch()
            return path

    def give_back(self, files: Iterable[Path]) -> None:
        """Take files back whose content is in the database."""
        self._free.extend(files)


class ChunkWriter:
    """Writes bytes into one chunk file after the other; `size` is that of the open one."""

    def __init__(self, files: ChunkFiles) -> None:
        self._files = files
        self._file: BinaryIO | None = None
        self.size = 0

    def __enter__(self) -> ChunkWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, data: bytes, noted: list[Path]) -> None:
        """Append to the open chunk; if there is none, open one and add it to the list."""
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
        """End the open chunk; what an earlier one left behind its end is cut off."""
        if self._file is not None:
            self._file.truncate(self.size)
            self._file.close()
        self._file, self.size = None, 0
