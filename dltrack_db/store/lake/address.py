"""Address of a lake: its catalogue, and its data folder or bucket; and the record of addresses that the user trusts."""

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
"""Prefixes of the catalogue addresses of frozen lakes; such a catalogue is one file on a web server."""

_SECRET = re.compile(
    r"(password|secret)\s*=|://[^/@\s]*:[^/@\s]*@|[?&][^=&]*(secret|token|key_id)[^=&]*=", re.IGNORECASE
)


class Address(NamedTuple):
    """The catalogue's address for DuckLake ('ducklake:postgres:dbname=... host=...'), and the folder of data files."""

    catalogue: str
    data: str

    @property
    def postgres(self) -> str:
        """Connection string for PostgreSQL's own clients."""
        return self.catalogue.removeprefix(PREFIX)

    @property
    def is_remote(self) -> bool:
        """True if the data files are in an object store or on a web server."""
        return "://" in self.data

    @property
    def is_frozen(self) -> bool:
        """True for a frozen lake on a web server, which is read-only."""
        return self.catalogue.startswith(FROZEN)

    def check_writable(self) -> None:
        """Raise UsageError if this is a frozen lake, which is read-only."""
        if self.is_frozen:
            url = self.catalogue.removeprefix("ducklake:")
            raise UsageError(
                f"{url} is a frozen lake, which is read-only; copy it to a file: dltrack lake copy {url} FILE"
            )

    def check_states(self) -> None:
        """Raise UsageError if this is a frozen lake, which has no earlier states."""
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

        `at` is a snapshot number. If `creates`, a new lake is created if it does not exist. `more` are further options.
        `copied` is a local copy of a frozen lake's catalogue.
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
    """Return the address from the user's texts for catalogue and data folder; raise UsageError if they are invalid."""
    if _SECRET.search(unquote(catalogue)):  # checked first, because other messages quote the address
        raise UsageError(
            "the address contains a password, which everyone with the overlay could read; leave out the password, and "
            "write it into ~/.pgpass or the file in PGPASSFILE"
        )
    if _SECRET.search(unquote(data)):
        raise UsageError(
            "--data contains a key, which everyone with the overlay could read; leave out the key, and store it in "
            "DuckDB with: create persistent secret …"
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
        raise UsageError("the data folder is missing; name it with --data FOLDER or --data s3://BUCKET/FOLDER")
    if "://" not in data:
        data = str(Path(data).expanduser().absolute())
    return Address(catalogue.strip(), data.rstrip("/") + "/")


_FILES: dict[Path, tuple[tuple[int, ...], Address | None]] = {}
"""Addresses by path and file state: each step of a load needs the address, and opening a file takes 50 ms."""


def file_state(path: Path) -> tuple[int, ...]:
    """Return a tuple that changes when a file is written or replaced; an empty tuple if it cannot be read."""
    try:
        now = path.stat()
    except OSError:
        return ()
    return now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns


def remember_file(path: Path, state: tuple[int, ...], address: Address | None) -> Address | None:
    """Cache the address found in a file, unless the file's `state` changed while it was read; return the address."""
    if state and state == file_state(path):
        _FILES[path.absolute()] = (state, address)
    return address


def find_cached(path: Path, missing: Callable[[], Address | None]) -> Address | None:
    """Return the address in a file; `missing` reads it if it is not cached."""
    now = file_state(path)
    known, address = _FILES.get(path.absolute(), ((), None))
    return address if now and known == now else remember_file(path, now, missing())


def from_facts(file_facts: Facts | None) -> Address | None:
    """Return the address in the facts of an overlay; None for a database that is not an overlay."""
    if file_facts is None or not file_facts.is_overlay:
        return None
    return Address(file_facts.texts[CATALOGUE], file_facts.texts[DATA])


def remember(address: Address) -> None:
    """Record that the user trusts this address."""
    place = _record_path(address)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"{address.catalogue}\n{address.data}\n", encoding="utf-8")


def check(address: Address, path: Path) -> None:
    """Raise UntrustedError for a lake to which the user never connected: an untrusted file must not choose a server."""
    if not address.catalogue.startswith((PREFIX, *FROZEN)) or not _record_path(address).exists():
        raise UntrustedError(
            f"{path} points to a lake to which you never connected ({address.catalogue}, data in {address.data}); if "
            f"you trust it, run: dltrack connect {quote(address.catalogue)} --data {quote(address.data)} "
            f"--db {quote(str(path))}"
        )


def _record_path(address: Address) -> Path:
    import hashlib

    import platformdirs

    name = hashlib.sha256(f"{address.catalogue}\n{address.data}".encode()).hexdigest()[:32]
    return Path(platformdirs.user_data_dir("dltrack", appauthor=False)) / "connected" / name
