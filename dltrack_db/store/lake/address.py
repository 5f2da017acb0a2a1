"""Address of a shared database: its catalogue, the folder or bucket of its data, and who may be led there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import NamedTuple
from urllib.parse import unquote

from dltrack_db.errors import UntrustedError, UsageError
from dltrack_db.store.facts import CATALOGUE, DATA, Facts

PREFIX = "ducklake:postgres:"
FROZEN = ("ducklake:http://", "ducklake:https://")
"""Prefixes of the catalogue of a frozen lake, which is one file on a web server."""

_SECRET = re.compile(
    r"(password|secret)\s*=|://[^/@\s]*:[^/@\s]*@|[?&][^=&]*(secret|token|key_id)[^=&]*=", re.IGNORECASE
)


class Address(NamedTuple):
    """The catalogue as DuckLake names it, 'ducklake:postgres:dbname=... host=...', and the place of the data files."""

    catalogue: str
    data: str

    @property
    def postgres(self) -> str:
        """The connection string of PostgreSQL's own clients."""
        return self.catalogue.removeprefix(PREFIX)

    @property
    def is_remote(self) -> bool:
        """True if the data files are in an object store, or on a web server."""
        return "://" in self.data

    @property
    def is_frozen(self) -> bool:
        """True if it is a frozen lake on a web server, to which nobody can write."""
        return self.catalogue.startswith(FROZEN)

    def check_writable(self) -> None:
        """Refuse to write where nobody can."""
        if self.is_frozen:
            url = self.catalogue.removeprefix("ducklake:")
            raise UsageError(
                f"{url} is a frozen lake, which is read-only; make a file of it: dltrack lake copy {url} FILE"
            )

    def check_states(self) -> None:
        """Refuse to look for states where there is only one."""
        if self.is_frozen:
            raise UsageError(
                f"{self.catalogue.removeprefix('ducklake:')} is a frozen lake: one state for good, without snapshots; "
                "ask it without --at"
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
        """The statement that attaches the lake as `lake`.

        `at` is a snapshot, `creates` lets a new one begin, `copied` is a copy of the catalogue of a frozen one.
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
    """An address as a user writes it."""
    if _SECRET.search(unquote(catalogue)):  # first, so that no other message shows it
        raise UsageError(
            "the address has a password, which the overlay would keep for all to read; put it into ~/.pgpass "
            "(or the file that PGPASSFILE names) and leave it out here"
        )
    if _SECRET.search(unquote(data)):
        raise UsageError(
            "--data has a key, which the overlay would keep for all to read; make a secret of it in DuckDB "
            "(create persistent secret …) and leave it out here"
        )
    if catalogue.startswith(FROZEN):
        data_folder = catalogue.strip().removeprefix("ducklake:").rpartition("/")[0] + "/data/"
        return Address(catalogue.strip(), data or data_folder)
    if not catalogue.startswith(PREFIX):
        raise UsageError(
            f"'{catalogue}' is not a catalogue in PostgreSQL, nor a frozen lake's; write it like "
            f"{PREFIX}dbname=trec host=db.example.org, or ducklake:https://example.org/trec/catalog.ducklake"
        )
    if not data:
        raise UsageError("say where the data files are: --data FOLDER, or --data s3://BUCKET/FOLDER")
    if "://" not in data:
        data = str(Path(data).expanduser().absolute())
    return Address(catalogue.strip(), data.rstrip("/") + "/")


_FILES: dict[Path, tuple[tuple[int, ...], Address | None]] = {}
"""Addresses of files in a state, as every step of a load asks, and opening a file takes a twentieth of a second."""


def file_state(path: Path) -> tuple[int, ...]:
    """Return a state that changes when a file is written or replaced; empty if it cannot be read."""
    try:
        now = path.stat()
    except OSError:
        return ()
    return now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns


def remember_file(path: Path, state: tuple[int, ...], address: Address | None) -> Address | None:
    """Keep the address found in a file, whose state `state` it was opened shows whether it still is that file."""
    if state and state == file_state(path):
        _FILES[path.absolute()] = (state, address)
    return address


def find_cached(path: Path, missing: Callable[[], Address | None]) -> Address | None:
    """The address of a file as it is now; `missing` finds what nobody found yet."""
    now = file_state(path)
    known, address = _FILES.get(path.absolute(), ((), None))
    return address if now and known == now else remember_file(path, now, missing())


def of(file_facts: Facts | None) -> Address | None:
    """Return the address in the facts of an overlay; None for a database with its own tables."""
    if file_facts is None or not file_facts.is_overlay:
        return None
    return Address(file_facts.texts[CATALOGUE], file_facts.texts[DATA])


def remember(address: Address) -> None:
    """Note that the user wants to be led to this address."""
    place = _record_path(address)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"{address.catalogue}\n{address.data}\n", encoding="utf-8")


def check(address: Address, path: Path) -> None:
    """Refuse an overlay that leads to where its user never connected: a file of a stranger's chooses no server."""
    if not address.catalogue.startswith((PREFIX, *FROZEN)) or not _record_path(address).exists():
        raise UntrustedError(
            f"{path} leads to {address.catalogue}, data in {address.data}, to which you never connected; if you trust "
            f"both: dltrack connect {quote(address.catalogue)} --data {quote(address.data)} --db {quote(str(path))}"
        )


def _record_path(address: Address) -> Path:
    import hashlib

    import platformdirs

    name = hashlib.sha256(f"{address.catalogue}\n{address.data}".encode()).hexdigest()[:32]
    return Path(platformdirs.user_data_dir("dltrack", appauthor=False)) / "connected" / name


def quote_text(text: str) -> str:
    """A text as SQL."""
    return "'" + text.replace("'", "''") + "'"
