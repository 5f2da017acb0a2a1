"""Address of a shared database: its catalogue, the folder or bucket of its data, and whether the user trusts it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import NamedTuple
from urllib.parse import unquote

from dltrack_db.base.sql_text import quote_text
from dltrack_db.errors import UntrustedError, UsageError
from dltrack_db.store.facts import CATALOGUE, DATA, Facts

PREFIX = "ducklake:postgres:"
FROZEN = ("ducklake:http://", "ducklake:https://")
"""Prefixes of the catalogue of a frozen lake, which is one file on a web server."""

_SECRET = re.compile(
    r"(password|secret)\s*=|://[^/@\s]*:[^/@\s]*@|[?&][^=&]*(secret|token|key_id)[^=&]*=", re.IGNORECASE
)


class Address(NamedTuple):
    """The catalogue in DuckLake's form, 'ducklake:postgres:dbname=... host=...', and the folder of the data files."""

    catalogue: str
    data: str

    @property
    def postgres(self) -> str:
        """Connection string for PostgreSQL's own clients."""
        return self.catalogue.removeprefix(PREFIX)

    @property
    def is_remote(self) -> bool:
        """True if the data files are in an object store, or on a web server."""
        return "://" in self.data

    @property
    def is_frozen(self) -> bool:
        """True for a frozen lake on a web server, which is read-only."""
        return self.catalogue.startswith(FROZEN)

    def check_writable(self) -> None:
        """Reject a change of a frozen lake."""
        if self.is_frozen:
            url = self.catalogue.removeprefix("ducklake:")
            raise UsageError(
                f"{url} is a frozen lake, which is read-only; copy it to a file: dltrack lake copy {url} FILE"
            )

    def check_states(self) -> None:
        """Reject a query for earlier states of a frozen lake, which has only one."""
        if self.is_frozen:
            raise UsageError(
                f"{self.catalogue.removeprefix('ducklake:')} is a frozen lake, which has no snapshots; leave out --at"
            )

    def attachment(
        self,
        *,
        read_only: bool,
        at: int | None = None,
        creates: bool = False,
        more: str = "",
        copied: Path | None = None,
    ) -> str:
        """Return the statement that attaches the lake as `lake`.

        `at` is a snapshot, `creates` allows a new lake, `copied` is a copy of the catalogue of a frozen one.
        """
        options = [f"data_path {quote_text(self.data)}"]
        if self.is_frozen:
            options.append("override_data_path true")
        if not creates:
            options.append("create_if_not_exists false")
        if read_only:
            options.append("read_only")
        if at is not None:
            options.append(f"snapshot_version {at}")
        catalogue = f"ducklake:{copied}" if copied else self.catalogue
        return f"attach {quote_text(catalogue)} as lake ({', '.join(options)}{more})"


def parse(catalogue: str, data: str) -> Address:
    """Return the address that a user wrote."""
    if _SECRET.search(unquote(catalogue)):  # checked first, because other messages quote the address
        raise UsageError(
            "the address has a password, which everyone could read in the overlay; put it into ~/.pgpass (or the file "
            "in PGPASSFILE) and leave it out here"
        )
    if _SECRET.search(unquote(data)):
        raise UsageError(
            "--data has a key, which everyone could read in the overlay; store it in DuckDB (create persistent secret "
            "…) and leave it out here"
        )
    if catalogue.startswith(FROZEN):
        data_folder = catalogue.strip().removeprefix("ducklake:").rpartition("/")[0] + "/data/"
        return Address(catalogue.strip(), data or data_folder)
    if not catalogue.startswith(PREFIX):
        raise UsageError(
            f"'{catalogue}' is not the address of a shared database; write it like "
            f"{PREFIX}dbname=trec host=db.example.org, or ducklake:https://example.org/trec/catalog.ducklake"
        )
    if not data:
        raise UsageError("say where the data files are: --data FOLDER, or --data s3://BUCKET/FOLDER")
    if "://" not in data:
        data = str(Path(data).expanduser().absolute())
    return Address(catalogue.strip(), data.rstrip("/") + "/")


_FILES: dict[Path, tuple[tuple[int, ...], Address | None]] = {}
"""Addresses by file and its state: each step of a load needs one, and opening a file takes 50 ms."""


def file_state(path: Path) -> tuple[int, ...]:
    """Return a state that changes when a file is written or replaced; empty if it cannot be read."""
    try:
        now = path.stat()
    except OSError:
        return ()
    return now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns


def remember_file(path: Path, state: tuple[int, ...], address: Address | None) -> Address | None:
    """Keep the address found in a file, unless its `state` changed while it was read."""
    if state and state == file_state(path):
        _FILES[path.absolute()] = (state, address)
    return address


def find_cached(path: Path, missing: Callable[[], Address | None]) -> Address | None:
    """Return the address in a file; `missing` reads it if it is not cached."""
    now = file_state(path)
    known, address = _FILES.get(path.absolute(), ((), None))
    return address if now and known == now else remember_file(path, now, missing())


def from_facts(file_facts: Facts | None) -> Address | None:
    """Return the address in the facts of an overlay; None for a database with its own tables."""
    if file_facts is None or not file_facts.is_overlay:
        return None
    return Address(file_facts.texts[CATALOGUE], file_facts.texts[DATA])


def remember(address: Address) -> None:
    """Note that the user trusts this address."""
    place = _record_path(address)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"{address.catalogue}\n{address.data}\n", encoding="utf-8")


def check(address: Address, path: Path) -> None:
    """Reject an overlay of a lake to which the user never connected: an untrusted file must not choose a server."""
    if not address.catalogue.startswith((PREFIX, *FROZEN)) or not _record_path(address).exists():
        raise UntrustedError(
            f"{path} points to {address.catalogue}, data in {address.data}, to which you never connected; if you trust "
            f"both: dltrack connect {quote(address.catalogue)} --data {quote(address.data)} --db {quote(str(path))}"
        )


def _record_path(address: Address) -> Path:
    import hashlib

    import platformdirs

    name = hashlib.sha256(f"{address.catalogue}\n{address.data}".encode()).hexdigest()[:32]
    return Path(platformdirs.user_data_dir("dltrack", appauthor=False)) / "connected" / name
