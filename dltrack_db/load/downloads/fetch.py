"""Download files over unreliable networks: resume, retry, limit the size, check the md5, and rename at the end."""

from __future__ import annotations

import errno
import re
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import httpx2
from tenacity import RetryCallState, Retrying, retry_if_exception_type

from dltrack_db import __version__
from dltrack_db.base.progress import Meter
from dltrack_db.errors import SourceChangedError, SourceError
from dltrack_db.load.downloads.httpfail import (
    Transient,
    check_address,
    credentials,
    explain_failure,
    explain_refusal,
    parse_address,
    parse_redirect,
)
from dltrack_db.load.downloads.partfile import PartFile
from dltrack_db.load.downloads.remote_file import Wanted

# An attempt that adds this many bytes is not counted as a failure, because connections may break often in large files.
_HEADWAY = 1 << 20
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(frozen=True)
class RetryLimits:
    """Limits on the attempts of a download; all times are in seconds."""

    attempts: int = 6
    """maximum number of successive attempts without progress"""
    first_wait: float = 1.0
    """pause before the second attempt; it doubles for each further attempt"""
    longest_wait: float = 60.0
    connect_timeout: float = 15.0
    read_timeout: float = 60.0
    """maximum pause within a response"""
    redirects: int = 5


def fetch(
    file: Wanted,
    target: Path,
    *,
    allowed_hosts: Collection[str] | None = None,
    progress: Meter | None = None,
    patience: RetryLimits | None = None,
    client: httpx2.Client | None = None,
) -> Path:
    """Download one file to `target`, or resume an earlier download; return `target`.

    The bytes are written to `target` + `.part`, which remains after an interruption. `allowed_hosts` are the valid
    hosts, also for redirects; by default only the host of the address. `client` is a shared `connection`.
    """
    address = parse_address(file.url)
    hosts = set(allowed_hosts) if allowed_hosts is not None else {address.host}
    check_address(address, hosts)
    with _disk_errors(target, file.bytes):
        target.parent.mkdir(parents=True, exist_ok=True)
        with PartFile(target, file.url) as part:
            download = _Download(
                file.url, part, file.bytes, file.max_bytes, file.headers, hosts, patience or RetryLimits()
            )
            download.run(progress or Meter(), client)
            _check_md5(part, file.md5, file.url)
            part.finish()
    return target


def connection(patience: RetryLimits | None = None) -> httpx2.Client:
    """Return an HTTP client with persistent connections; proxy and certificates come from environment variables."""
    patience_used = patience or RetryLimits()
    return httpx2.Client(timeout=httpx2.Timeout(patience_used.read_timeout, connect=patience_used.connect_timeout))


@dataclass
class _Download:
    """The attempts of one download, until the part file is complete."""

    url: str
    part: PartFile
    expected: int | None
    max_bytes: int | None
    headers: Mapping[str, str]
    hosts: set[str]
    patience: RetryLimits

    def __post_init__(self) -> None:
        self._reached = self.part.size
        self._idle = 0
        self._answered = False
        self._total: int | None = None  # size of the whole file, from the server

    def run(self, meter: Meter, shared: httpx2.Client | None = None) -> None:
        self._check_room()
        tries = Retrying(retry=retry_if_exception_type(Transient), stop=self._gives_up, wait=self._pause, reraise=True)
        meter.begin(self.part.target.name, self.expected)
        try:
            with nullcontext(shared) if shared else connection(self.patience) as client:
                tries(self._try, client, meter)
        except Transient as error:
            note = f"; the first {self.part.size:,} bytes are kept" if self.part.version else ""
            raise SourceError(
                f"{self.url} could not be fetched after {self._idle} tries: {error}{note}; "
                "try again later, or name a folder that contains the file with --from"
            ) from error
        finally:
            meter.end()

    def _try(self, client: httpx2.Client, meter: Meter) -> None:
        try:
            self._ask(client, meter)
        except Transient:
            self._idle += 1
            raise

    def _ask(self, client: httpx2.Client, meter: Meter) -> None:
        if self.expected is not None and self.part.size > self.expected:
            self.part.restart(None)
        if self.part.size == self.expected:
            return
        try:
            with self._answer(client) as response:
                self._answered = True
                self._take(response, meter)
        except httpx2.TransportError as error:
            raise explain_failure(error, self.url, is_known_host=self._answered) from error
        whole = self.expected if self.expected is not None else self._total
        if whole is not None and self.part.size < whole:
            raise Transient(f"the server stopped sending after {self.part.size:,} of {whole:,} bytes")

    @contextmanager
    def _answer(self, client: httpx2.Client) -> Iterator[httpx2.Response]:
        """Request the missing bytes, follow allowed redirects, and yield the final response."""
        # identity, because the checksum is that of the published bytes, not of bytes that the server compresses
        headers = {"User-Agent": f"dltrack/{__version__}", "Accept-Encoding": "identity", **self.headers}
        if version := self.part.version:
            headers |= {"Range": f"bytes={self.part.size}-", "If-Range": version}
        address = httpx2.URL(self.url)
        for _ in range(self.patience.redirects + 1):
            auth = credentials(address)
            with client.stream("GET", address, headers=headers, auth=auth, follow_redirects=False) as response:
                if response.status_code not in _REDIRECTS:
                    yield response
                    return
                target = parse_redirect(address, response.headers.get("Location", ""))
                address = check_address(target, self.hosts, came_from=address)
        raise SourceError(f"{self.url} redirects more than {self.patience.redirects} times; check the address")

    def _take(self, response: httpx2.Response, meter: Meter) -> None:
        """Append the body of a response to the part file; if the server sends the whole file, replace the part."""
        content_range = re.match(
            r"bytes (?:(\d{1,19})-\d+|\*)/(\d{1,19}|\*)", response.headers.get("Content-Range", "")
        )
        start, total = content_range.groups() if content_range else (None, None)
        self._total = None
        if response.status_code == 416 and self.part.size:
            if total == str(self.part.size):
                self._check_size(int(total))
                return
            self.part.restart(None)
            raise Transient("the server cannot resume the download")
        if response.status_code not in (200, 206):
            raise explain_refusal(response, self.url, self.headers)
        if response.status_code == 200:
            total = response.headers.get("Content-Length")
        elif start != str(self.part.size):
            self.part.restart(None)
            raise Transient("the server sent another part of the file than requested")
        elif not is_version(self.part.version, response):
            self.part.restart(None)
            raise Transient("the file was replaced on the server during the download")
        elif total == "*" and self.expected is None:
            self.part.restart(None)
            raise Transient("the server sent a part of the file without the total size")
        if total and total.isdecimal():
            self._total = int(total)
            self._check_size(self._total)
        if response.status_code == 200:
            self.part.restart(file_version(response))
        try:
            for block in response.iter_raw():
                self.part.append(block)
                if self.part.size > self._limit:
                    self.part.discard()
                    raise SourceError(
                        f"{self.url} sends more than the expected {self._limit:,} bytes; check the recipe"
                    )
                meter.at(self.part.size)
        finally:
            if self.part.size >= self._reached + _HEADWAY:
                self._reached, self._idle = self.part.size, 0

    @property
    def _limit(self) -> float:
        bounds = [bound for bound in (self.expected, self.max_bytes) if bound is not None]
        return min(bounds, default=float("inf"))

    def _check_size(self, total: int) -> None:
        if total > self._limit or (self.expected is not None and total != self.expected):
            expectation = f"{self.expected:,}" if self.expected is not None else f"at most {self._limit:,}"
            raise SourceChangedError(
                f"{self.url} has {total:,} bytes on the server, but {expectation} are expected: "
                "the file was replaced on the server, or the address is wrong; check the recipe"
            )

    def _check_room(self) -> None:
        free = shutil.disk_usage(self.part.path.parent).free
        missing = (self.expected or 0) - self.part.size
        if missing > free:
            raise SourceError(
                f"{self.part.path.parent} has {free:,} bytes free, but the download needs {missing:,}; "
                "free some space or set DLTRACK_CACHE to a folder on another disk"
            )

    def _gives_up(self, _: RetryCallState) -> bool:
        return self._idle >= self.patience.attempts

    def _pause(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        server_wait = error.retry_after if isinstance(error, Transient) else 0.0
        own_wait = self.patience.first_wait * 2.0 ** (self._idle - 1)
        return min(max(own_wait, server_wait), self.patience.longest_wait)


def file_version(response: httpx2.Response) -> str:
    """Return the value for the header If-Range: a strong ETag, the date of the last change, or ''."""
    etag: str = response.headers.get("ETag", "")
    return etag if etag.startswith('"') else response.headers.get("Last-Modified", "")


def is_version(version: str, response: httpx2.Response) -> bool:
    """Return True if a partial response has the requested version; this is needed because some servers ignore If-Range.

    A partial response must contain the ETag (RFC 9110, 15.3.7), but need not contain the date.
    """
    name, missing = ("ETag", "") if version.startswith('"') else ("Last-Modified", version)
    value: str = response.headers.get(name, missing)
    return value == version


def _check_md5(part: PartFile, md5: Sequence[str], url: str) -> None:
    found = part.digest.hexdigest()
    if md5 and found not in md5:
        part.discard()
        raise SourceChangedError(
            f"{url} has md5 {found} instead of {' or '.join(md5)}: the download was damaged, or the file was replaced "
            "on the server; try again, and if this error persists, check the recipe"
        )


@contextmanager
def _disk_errors(target: Path, expected: int | None) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            size = f" ({expected:,} bytes)" if expected else ""
            raise SourceError(
                f"the disk of {target.parent} is too full for {target.name}{size}; "
                "free some space or set DLTRACK_CACHE to a folder on another disk"
            ) from error
        raise SourceError(
            f"{target} cannot be written ({error.strerror or error}); set DLTRACK_CACHE to a writable folder"
        ) from error
