"""Facts about a stream of bytes, such as its checksum, number of lines and first invalid byte."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

# Every reader supports lines up to this length, so shorter lines are not measured individually.
LINE_FLOOR = 1 << 16
_FIRST_LINE_BYTES = 4096


@dataclass(frozen=True)
class BadByte:
    """A byte that cannot be part of a text file."""

    offset: int
    """number of bytes before this byte"""
    line: int
    """number of the line that contains this byte, from 1"""
    kind: str
    """'NUL' or 'invalid UTF-8'"""


class ByteScan:
    """Collects facts about a stream: call `feed` with each block in order, call `close`, and read the facts."""

    def __init__(self, *, md5_only: bool = False) -> None:
        import hashlib  # imported here because unpacking does not need it

        self._md5 = hashlib.md5(usedforsecurity=False)
        self._md5_only = md5_only
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._first = bytearray()
        self._open_line = 0
        self._newlines = 0
        self.size = 0
        self.bad_byte: BadByte | None = None
        self.has_carriage_return = False
        self.has_tab = False
        self.has_blank = False
        self.has_vertical_space = False
        self.line_bound = LINE_FLOOR

    def feed(self, block: bytes) -> None:
        """Process the next block of the stream."""
        self._md5.update(block)
        if block and not self._md5_only:
            if self._newlines == 0 and len(self._first) < _FIRST_LINE_BYTES:
                self._first += block[:_FIRST_LINE_BYTES]
            self.has_carriage_return = self.has_carriage_return or b"\r" in block
            self.has_tab = self.has_tab or b"\t" in block
            self.has_blank = self.has_blank or b" " in block
            self.has_vertical_space = self.has_vertical_space or b"\v" in block or b"\f" in block
            if self.bad_byte is None:
                self._check_text(block)
            self._measure_lines(block)
            self._newlines += block.count(b"\n")
        self.size += len(block)

    def close(self) -> None:
        """Mark the end of the stream."""
        if self.bad_byte is None:
            self._decode(b"", final=True)

    @property
    def md5(self) -> str:
        """The md5 of the stream, in hexadecimal."""
        return self._md5.hexdigest()

    @property
    def lines(self) -> int:
        """Number of lines, including a last line without line end."""
        return self._newlines + (self._open_line > 0)

    @property
    def ends_with_newline(self) -> bool:
        """True if the last byte ends a line."""
        return self.size > 0 and self._open_line == 0

    @property
    def has_bom(self) -> bool:
        """True if the stream begins with a UTF-8 byte order mark."""
        return self._first.startswith(codecs.BOM_UTF8)

    @property
    def first_line(self) -> str:
        """The first line without line end, up to 4096 bytes; undecodable bytes as \\xNN."""
        line = bytes(self._first[:_FIRST_LINE_BYTES]).split(b"\n", 1)[0]
        return line.removeprefix(codecs.BOM_UTF8).removesuffix(b"\r").decode("utf-8", "backslashreplace")

    def _check_text(self, block: bytes) -> None:
        # Nearly every file is ASCII, and testing for ASCII takes a hundredth of the time of decoding.
        if not block.isascii() or self._decoder.getstate()[0]:
            self._decode(block)
        checked_end = self.bad_byte.offset - self.size if self.bad_byte else len(block)
        nul = block.find(b"\0", 0, max(checked_end, 0))
        if nul >= 0:
            self.bad_byte = BadByte(self.size + nul, self._newlines + block.count(b"\n", 0, nul) + 1, "NUL")

    def _decode(self, block: bytes, *, final: bool = False) -> None:
        pending = len(self._decoder.getstate()[0])
        try:
            self._decoder.decode(block, final)
        except UnicodeDecodeError as error:
            offset = self.size - pending + error.start
            line = self._newlines + block.count(b"\n", 0, max(error.start - pending, 0)) + 1
            self.bad_byte = BadByte(offset, line, "invalid UTF-8")

    def _measure_lines(self, block: bytes) -> None:
        """Raise `line_bound` to the length of the longest line; lines shorter than the bound are skipped."""
        start = -self._open_line
        while start + self.line_bound < len(block):
            end = block.rfind(b"\n", max(start, 0), start + self.line_bound + 1)
            if end < 0:
                end = block.find(b"\n", max(start, 0))
                if end < 0:
                    break
                self.line_bound = max(self.line_bound, end - start)
            start = end + 1
        last = block.rfind(b"\n", max(start, 0))
        self._open_line = len(block) - (last + 1 if last >= 0 else start)
        self.line_bound = max(self.line_bound, self._open_line)
