"""Lookup of official source files in the folders, files and base addresses that the user gives."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from urllib.parse import quote, urlsplit

from dltrack_db.base import names
from dltrack_db.base.files.plainfile import inspect, regular_file
from dltrack_db.errors import SourceError, UsageError

SUBMITTED = "input.*"
_RUN_PREFIX = "input."
_RUN_SUFFIXES = (".txt", ".run", ".res", ".trec", ".json", ".gz")
_LABEL_SUFFIXES = (".fixed", ".jsonl", ".txt", ".tsv", ".qrels", ".qrel", ".treceval", ".ndcgeval", ".eval")
_SCHEMES = ("http", "https")

SIDECARS = ("ir-metadata.yml", "ir-metadata.yaml")
"""Endings of the names of sidecars: files that describe the run next to them."""


class SourceIndex:
    """All files below given paths, indexed by name; no server is contacted."""

    def __init__(self, roots: Iterable[Path | str], *, first_counts: bool = False) -> None:
        """Index `roots`: files, folders with all files below, and http(s) base addresses.

        If several files have the same name, their checksums decide; with `first_counts`, the first file is used. Links
        are followed, and each folder is visited once, so loops of links end.
        """
        self._first_counts = first_counts
        self._files: dict[str, list[Path]] = {}
        self._bases: list[str] = []
        self._places: list[str] = []
        self._unreadable: list[Path] = []
        seen_folders: set[tuple[int, int]] = set()
        for root in roots:
            self._places.append(str(root))
            if isinstance(root, str) and "://" in root:
                self._bases.append(_base(root))
            elif Path(root).is_dir():
                _listing(Path(root))
                for path in _walk(Path(root), seen_folders, self._unreadable):
                    self._add(path)
            else:
                regular_file(Path(root))
                self._add(Path(root))

    def __str__(self) -> str:
        """Return a list of the searched paths, for messages."""
        places = ", ".join(self._places) or "no folder"
        if self._unreadable:
            places += f" (without {len(self._unreadable)} unreadable folders, such as {self._unreadable[0]})"
        return places

    @property
    def has_folders(self) -> bool:
        """True if local folders or files are indexed."""
        return len(self._places) > len(self._bases)

    def find(self, name: str, md5: Collection[str] = ()) -> Path | None:
        """Return the file with this official name, else its gzipped or unzipped twin, else None.

        If files with this name differ, return the file whose checksum is in `md5`; raise an error if no checksum is.
        """
        for candidate in (name, twin(name)):
            paths = [path for path in self._files.get(candidate, ()) if _is_regular(path)]
            if paths:
                return paths[0] if self._first_counts else _the_one(candidate, paths, md5)
        return None

    def find_content(self, size: int | None, md5: Collection[str]) -> Path | None:
        """Return the first file, of any name, with this size in bytes and a checksum in `md5`; else None."""
        paths = (path for name in sorted(self._files) for path in self._files[name] if _is_regular(path))
        return next((path for path in paths if path.stat().st_size == size and inspect(path).plain_md5 in md5), None)

    def addresses(self, name: str) -> list[str]:
        """Return possible addresses below the base addresses, for the official file and its twin, in order."""
        return [base + quote(candidate) for base in self._bases for candidate in (name, twin(name))]

    def submitted_runs(
        self, collection: str, pattern: str = SUBMITTED, known: Collection[str] = (), others: Collection[str] = ()
    ) -> list[Path]:
        """Return the files that match `pattern` in folders named after the collection, in order of run id.

        `known` as for `run_id`. Hidden files, sidecars and names in `others` are skipped.
        """
        found = [
            path
            for name, paths in self._files.items()
            if fnmatchcase(name, pattern)
            and name not in others
            and not name.startswith(".")
            and not name.endswith(SIDECARS)
            for path in paths
            if path.absolute().parent.name == collection and _is_regular(path)
        ]
        return one_per_run(found, known)

    def in_folder(self, folder: str, pattern: str) -> list[Path]:
        """Return the files that match `pattern`, plain or gzipped, directly in folders whose path ends in `folder`."""
        tail = tuple(folder.split("/"))
        return sorted(
            path
            for name, paths in self._files.items()
            if fnmatchcase(name.removesuffix(".gz"), pattern)
            for path in paths
            if path.absolute().parts[-1 - len(tail) : -1] == tail and _is_regular(path)
        )

    def _add(self, path: Path) -> None:
        self._files.setdefault(path.name, []).append(path)


def run_files(paths: Sequence[Path]) -> list[Path]:
    """Return the run files among the paths that the user gave.

    A folder means the files directly in it, except hidden files and sidecars.
    """
    return one_per_run(path for path in _named_files(paths, "run") if path in paths or not is_sidecar(path))


def is_sidecar(path: Path) -> bool:
    """Return whether a file is a sidecar by its name: it describes the run next to it (ir-metadata.org)."""
    return path.name.endswith(SIDECARS)


def is_paths(value: object) -> bool:
    """Return whether a value is a path or a list of paths."""
    one = value[0] if isinstance(value, list | tuple) and value else value
    return isinstance(one, str | os.PathLike)


def as_paths(value: Path | str | Sequence[Path | str]) -> list[Path]:
    """Return a list of paths from a path or a list of paths."""
    if not is_paths(value):
        raise UsageError(f"expected a path or a list of paths, not {type(value).__name__}; pass files or folders")
    return [Path(value)] if isinstance(value, Path | str) else [Path(one) for one in value]


def label_files(paths: Sequence[Path]) -> list[Path]:
    """Return the files of labels or scores that the user gave, in order of `label_name`; folders as for `run_files`."""
    paths_by_name: dict[str, Path] = {}
    for path in sorted(set(_named_files(paths, "label"))):
        name = label_name(path)
        if name in paths_by_name:
            raise SourceError(f"{paths_by_name[name]} and {path} are both named '{name}'; rename or remove one of them")
        paths_by_name[name] = path
    return [paths_by_name[name] for name in sorted(paths_by_name)]


def label_name(path: Path) -> str:
    """Return the name of a label set or score set: its file name without `.gz` and suffixes such as `.qrels`."""
    name = _without_ending(unicodedata.normalize("NFC", path.name).removesuffix(".gz"))
    if reason := names.problem(name):
        raise SourceError(
            f"{names.displayed_name(path.name)} is not a valid name for a label set: {reason}; rename the file"
        )
    return name


def label_ending(path: str) -> str:
    """Return the suffix of a path or address that is not part of its `label_name`; '' if it has none."""
    name = path.rpartition("/")[2].removesuffix(".gz")
    return name.removeprefix(_without_ending(name))


def _without_ending(name: str) -> str:
    for suffix in _LABEL_SUFFIXES:
        name = name.removesuffix(suffix)
    return name


def _named_files(paths: Sequence[Path], kind: str) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        if not path.is_dir():
            regular_file(path)
            files.append(path)
            continue
        inside = [entry for entry in _listing(path) if not entry.name.startswith(".") and _is_regular(entry)]
        if not inside:
            raise SourceError(f"{path} contains no file; give the folder that contains the {kind} files")
        files += inside
    return files


def one_per_run(paths: Iterable[Path], known: Collection[str] = ()) -> list[Path]:
    """Return the files in order of run id, with only one file for copies of a run (plain and gzipped, or two links).

    `known` as for `run_id`.
    """
    paths_by_run: dict[str, list[Path]] = {}
    for path in sorted(set(paths)):
        paths_by_run.setdefault(run_id(path, known), []).append(path)
    for run, twins in paths_by_run.items():
        if len(twins) > 1 and len({inspect(path).plain_md5 for path in twins}) > 1:
            raise SourceError(f"{twins[0]} and {twins[1]} differ, but both are run '{run}'; rename or remove one")
    return [paths_by_run[run][0] for run in sorted(paths_by_run)]


def run_id(path: Path, known: Collection[str] = ()) -> str:
    """Return the id of a run: its file name without prefix (`input.`) and suffixes (`.txt`, `.run`, `.res`, `.gz` …).

    Suffixes are removed only until the name is a `known` id, because some ids end like file names (`final.qruir.txt`).
    Accents that some file systems store as separate characters are joined with their letters.
    """
    name = unicodedata.normalize("NFC", path.name).removeprefix(_RUN_PREFIX)
    while name not in known and name.endswith(_RUN_SUFFIXES):
        name = name[: name.rindex(".")]
    if reason := names.problem(name):
        raise SourceError(
            f"{names.displayed_name(path.name)} is not a valid run id: {reason}; rename the file after the run, for "
            "example to input.my_run.gz"
        )
    return name


def twin(name: str) -> str:
    """Return the name with `.gz` added, or without `.gz` if it ends in `.gz`."""
    return name.removesuffix(".gz") if name.endswith(".gz") else name + ".gz"


def _the_one(name: str, paths: list[Path], md5: Collection[str]) -> Path:
    if len(paths) == 1:
        return paths[0]
    files_by_md5 = {plain.plain_md5: plain for plain in map(inspect, reversed(paths))}
    if len(files_by_md5) > 1:
        official = {key: plain for key, plain in files_by_md5.items() if not {plain.md5, key}.isdisjoint(md5)}
        files_by_md5 = official or files_by_md5
    first, *others = [path for path in paths if path in {plain.source for plain in files_by_md5.values()}]
    if others:
        raise SourceError(f"{first} and {others[0]} differ, but are both named {name}; choose one of them: --from PATH")
    return first


def _base(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in _SCHEMES or not parts.hostname:
        raise SourceError(f"{address} is not an http(s) address; give a folder, or an address like https://host/folder")
    if "@" in parts.netloc:
        raise SourceError(f"the address of {parts.hostname} has a user name; put user name and password into ~/.netrc")
    return address.rstrip("/") + "/"


def _is_regular(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _listing(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise SourceError(f"{folder} cannot be read ({error.strerror}); change its permissions") from error


def _walk(folder: Path, seen_folders: set[tuple[int, int]], unreadable: list[Path]) -> Iterator[Path]:
    """Yield all files below a folder, in order of names; each folder (device and inode) is visited once."""
    todo = [folder]
    while todo:
        here = todo.pop()
        status = here.stat()
        if (status.st_dev, status.st_ino) in seen_folders:
            continue
        seen_folders.add((status.st_dev, status.st_ino))
        try:
            entries = _listing(here)
        except SourceError:
            unreadable.append(here)
            continue
        folders = []
        for entry in entries:
            if os.path.isdir(entry):  # noqa: PTH112 (False for a link to itself; Path.is_dir may raise)
                folders.append(entry)
            else:
                yield entry
        todo += reversed(folders)
