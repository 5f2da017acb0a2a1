"""Read corpora while they are downloaded, and resume after broken connections."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import IO, cast

import httpx2
from isal import igzip

from dltrack_db import __version__
from dltrack_db.errors import SourceError
from dltrack_db.load.corpus.members import StreamSource
from dltrack_db.load.corpus.spec import CorpusSpec
from dltrack_db.load.downloads.fetch import RetryLimits, file_version, is_version
from dltrack_db.load.downloads.httpfail import (
    Transient,
    check_address,
    credentials,
    explain_failure,
    explain_refusal,
    parse_address,
)


class RemoteStream(io.RawIOBase):
    """The bytes at an address, from the offset `start` on.

    If the connection breaks, the missing bytes are requested again, up to the limits in `patience`.
    """

    def __init__(
        self, url: str, headers: Mapping[str, str], start: int = 0, patience: RetryLimits | None = None
    ) -> None:
        super().__init__()
        self._url, self._headers, self._place = url, headers, start
        self._patience = patience or RetryLimits()
        self._address = check_address(parse_address(url), {httpx2.URL(url).host})
        self._version = ""
        self._end: int | None = None
        self._blocks: Iterator[bytes] | None = None
        self._rest = b""
        self._open = ExitStack()
        self._client = httpx2.Client(
            timeout=httpx2.Timeout(self._patience.read_timeout, connect=self._patience.connect_timeout)
        )

    def readable(self) -> bool:
        """Return True."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Return at most `size` next bytes; b'' at the end."""
        failures = 0
        while not self._rest and self._place != self._end:
            try:
                self._rest = self._next()
            except Transient as error:
                failures += 1
                self._hang_up()
                if failures >= self._patience.attempts:
                    raise SourceError(
                        f"reading {self._url} stopped after {self._place:,} bytes ({error}); "
                        "run the same command again later to continue"
                    ) from error
                wait = self._patience.first_wait * 2.0 ** (failures - 1)
                time.sleep(min(max(wait, error.retry_after), self._patience.longest_wait))
        data, self._rest = (self._rest, b"") if size < 0 else (self._rest[:size], self._rest[size:])
        return data

    def close(self) -> None:
        """Close the connection."""
        self._hang_up()
        self._client.close()
        super().close()

    def _hang_up(self) -> None:
        self._open.close()
        self._blocks = None

    def _next(self) -> bytes:
        try:
            if self._blocks is None:
                self._blocks = self._ask()
            block = next(self._blocks, b"")
        except httpx2.TransportError as error:
            raise explain_failure(error, self._url, is_known_host=self._end is not None) from error
        self._place += len(block)
        if not block and self._place != self._end:
            raise Transient(f"the server stopped sending after {self._place:,} bytes")
        return block

    def _ask(self) -> Iterator[bytes]:
        headers = {"User-Agent": f"dltrack/{__version__}", "Accept-Encoding": "identity", **self._headers}
        if self._place:
            headers["Range"] = f"bytes={self._place}-"
            if self._version:
                headers["If-Range"] = self._version
        request = self._client.stream(
            "GET", self._address, headers=headers, auth=credentials(self._address), follow_redirects=False
        )
        response = self._open.enter_context(request)
        if response.status_code not in (200, 206):
            raise explain_refusal(response, self._url, self._headers)
        if self._place and response.status_code == 200:
            raise SourceError(
                f"the server cannot resume {self._url}, or the file was replaced on the server in the meantime; "
                "download the file and load it from disk"
            )
        range_start = re.match(r"bytes (\d{1,19})-", response.headers.get("Content-Range", ""))
        if self._place and (range_start is None or int(range_start[1]) != self._place):
            raise Transient("the server sent another part of the file than requested")
        if self._place and self._version and not is_version(self._version, response):
            raise SourceError(
                f"{self._url} was replaced on the server in the meantime; run the same command again with --restart"
            )
        self._version = self._version or file_version(response)
        length = response.headers.get("Content-Length")
        if length is None:
            raise SourceError(
                f"the server does not report the size of {self._url}; download the file and load it from disk"
            )
        self._end = self._place + int(length)
        return response.iter_raw()


def open_address(url: str, spec: CorpusSpec, patience: RetryLimits | None = None) -> StreamSource:
    """Return a source that reads a corpus from an address."""
    name = httpx2.URL(url).path.rsplit("/", 1)[-1]
    file = spec.file_for(name)
    is_packed_tar = name.endswith((".tar.gz", ".tgz"))

    def open_at(start: int) -> IO[bytes]:
        stream = RemoteStream(url, file.headers, start, patience)
        if is_packed_tar:
            return cast(IO[bytes], igzip.IGzipFile(fileobj=stream))  # type: ignore[no-untyped-call]
        return cast(IO[bytes], stream)

    return StreamSource(
        label=url,
        name=name,
        total_bytes=file.bytes if name == file.file else None,
        spec=spec,
        file=file,
        open=open_at,
        is_tar=is_packed_tar or name.endswith(".tar"),
        can_begin_later=name.endswith(".tar"),
    )
