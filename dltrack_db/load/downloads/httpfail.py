"""Check addresses, and turn failed requests into errors with advice."""

from __future__ import annotations

import netrc
import os
import socket
import ssl
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import httpx2

from dltrack_db.base import names
from dltrack_db.errors import SourceError, SourceNotFoundError

LOGINS = {"trec.nist.gov": ("TREC_USER", "TREC_PASSWORD")}
"""Environment variables with the user name and the password for a host."""
_TRY_AGAIN = (408, 425, 429, 500, 502, 503, 504)
_BY_HAND = "download the file in a browser and name its folder with --from"


class Transient(Exception):
    """A failure that may be temporary; the message is a clause that other messages contain."""

    def __init__(self, reason: str, retry_after: float = 0.0) -> None:
        super().__init__(reason)
        self.retry_after = retry_after
        """seconds to wait according to the server"""


def parse_address(text: str) -> httpx2.URL:
    """Parse an address; raise SourceError if it is not valid."""
    try:
        return httpx2.URL(text)
    except httpx2.InvalidURL as error:
        raise SourceError(f"{names.displayed_name(text)} is not an address; check the recipe or --from") from error


def parse_redirect(address: httpx2.URL, location: str) -> httpx2.URL:
    """Return the address that a redirect points to."""
    try:
        return address.join(location)
    except httpx2.InvalidURL as error:
        target = names.displayed_name(location)
        raise SourceError(f"{address} redirects to {target}, which is not an address; {_BY_HAND}") from error


def check_address(address: httpx2.URL, hosts: Collection[str], came_from: httpx2.URL | None = None) -> httpx2.URL:
    """Return the address; raise SourceError for other schemes, user names, unknown hosts and unencrypted redirects.

    `came_from` is the address that redirected to this one.
    """
    shown = _displayed_address(address)
    where = f"{came_from} redirects to {shown}, which" if came_from else shown
    if address.scheme not in ("http", "https") or not address.host:
        raise SourceError(f"{where} is not an http(s) address; check the recipe or --from")
    if address.userinfo:
        raise SourceError(
            f"{where} contains a user name; put the user name and the password for {address.host} into ~/.netrc"
        )
    if address.host not in hosts:
        raise SourceError(f"{where} is on a host that is not in the recipe; if you trust {address.host}, {_BY_HAND}")
    if came_from and came_from.scheme == "https" and address.scheme == "http":
        raise SourceError(f"{where} is not encrypted; {_BY_HAND}")
    return address


def credentials(address: httpx2.URL) -> httpx2.Auth | None:
    """Return the login for a host from the environment (`LOGINS`) or `.netrc`; None for an unencrypted address."""
    if address.scheme != "https" and address.host not in ("127.0.0.1", "localhost"):
        return None
    user, password = (os.environ.get(name, "") for name in LOGINS.get(address.host, ("", "")))
    if user and password:
        return httpx2.BasicAuth(user, password)
    try:
        return httpx2.NetRCAuth()
    except FileNotFoundError:
        return None
    except netrc.NetrcParseError as error:
        raise SourceError(
            f"{error.filename}, line {error.lineno}: not valid, or other users can read the file; correct the line, or "
            f"run: chmod 600 {error.filename}"
        ) from error
    except OSError as error:
        raise SourceError(f"{error.filename} cannot be read ({error.strerror}); change its permissions") from error


def explain_refusal(response: httpx2.Response, url: str, headers: Mapping[str, str]) -> Transient | SourceError:
    """Return the error for a response that does not contain the file."""
    code = response.status_code
    if code in _TRY_AGAIN:
        header = response.headers.get("Retry-After", "")
        busy = "the server asks to wait" if code == 429 else "the server has a problem"
        return Transient(f"{busy} (HTTP {code})", float(header) if header.isdecimal() else 0.0)
    if code in (401, 403):
        return SourceError(
            f"{url} needs permission (HTTP {code}); put your user name and password for {response.url.host} into "
            f"~/.netrc{_or_environment(response.url.host)}, "
            "or download the file with your account and name its folder with --from (for submitted runs, with --runs)"
        )
    if code in (404, 410):
        return SourceNotFoundError(f"{url} does not exist (HTTP {code}); check the address, or {_BY_HAND}")
    if code == 409 and "x-ms-version" not in {name.lower() for name in headers}:
        return SourceError(
            f"the server refuses {url} (HTTP 409), because it requires the header X-Ms-Version; add the header to the "
            "recipe"
        )
    return SourceError(f"the server refuses {url} (HTTP {code}); check the address, or {_BY_HAND}")


def _or_environment(host: str) -> str:
    return f" or into {' and '.join(LOGINS[host])}" if host in LOGINS else ""


def explain_failure(error: httpx2.TransportError, url: str, *, is_known_host: bool) -> Transient | SourceError:
    """Return the error for a failed connection; a name look-up of a host that answered before may fail temporarily."""
    host = httpx2.URL(url).host
    causes = list(_causes(error))
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return SourceError(
            f"{host} offers no trusted encrypted connection ({_tls_reason(causes)}); check the address and the "
            "computer's clock, or set SSL_CERT_FILE to your network's certificates"
        )
    if any(isinstance(cause, socket.gaierror) for cause in causes) and not is_known_host:
        return SourceError(
            f"the host {host} is not found; check the network, or name a folder that contains the file with --from"
        )
    if isinstance(error, httpx2.ProxyError):
        return SourceError(f"the proxy refuses {url}; check HTTPS_PROXY and NO_PROXY")
    if isinstance(error, httpx2.TimeoutException):
        return Transient(f"{host} does not answer in time")
    if isinstance(error, httpx2.ConnectError):
        return Transient(f"{host} cannot be reached")
    if isinstance(error, httpx2.RemoteProtocolError):
        return Transient("the response was cut short or is not HTTP")
    return Transient("the connection was closed too early")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _tls_reason(causes: list[BaseException]) -> str:
    ssl_error: Any = next(cause for cause in causes if isinstance(cause, ssl.SSLError))
    return getattr(ssl_error, "verify_message", None) or ssl_error.reason or "TLS error"


def _displayed_address(address: httpx2.URL) -> str:
    """Hide user name and password."""
    return str(address.copy_with(username=None, password=None))
