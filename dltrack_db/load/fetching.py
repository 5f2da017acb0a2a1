"""Download the files of a plan that are not found locally."""

from __future__ import annotations

import gzip
import shutil
import tarfile
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from dltrack_db.base import config, parts
from dltrack_db.base.files.disk_space import Room
from dltrack_db.base.progress import Meter, shown_progress
from dltrack_db.base.recipes import FileSpec, own
from dltrack_db.errors import SourceChangedError, SourceError, SourceNotFoundError
from dltrack_db.load.downloads import download_cache
from dltrack_db.load.plan import Item, Plan

if TYPE_CHECKING:
    import httpx2

_LARGEST_RUN = 1 << 30
"""Maximum size of a run in bytes; the largest run of the track has 40 million."""


def fetch(plan: Plan, scratch: Path, keep: Path | None, say: Callable[[str], None]) -> Plan:
    """Download the missing files of a plan into the cache; return the plan with a path for each item.

    Optional public files and submitted runs that cannot be downloaded are removed from the plan. Sizes are reported
    before the download. Members of archives are unpacked into `scratch`; `keep` is a folder for downloads that replaces
    the cache.
    """
    missing = [item for item in plan.items if item.path is None]
    if not missing:
        return plan
    for item in missing:
        if not item.addresses:
            raise SourceError(_explain_unpublished(plan, item))
    if plan.recipe is not None and plan.recipe.terms:
        say(f"{plan.edition}: terms of use: {plan.recipe.terms}")
    download = _MissingFiles(plan.edition, config.cache_folder(keep), scratch, say)
    sizes = [one for item in missing for one in download.announce(item)]
    say(f"{plan.edition}: {download_cache.summary(sizes)}")
    items = download.complete(plan.items)
    download.report_missing_runs(missing, items)
    return replace(plan, items=tuple(item for item in items if item.path))


def _explain_unpublished(plan: Plan, item: Item) -> str:
    if plan.recipe and plan.recipe.home and item.spec in plan.recipe.files:
        return own.missing(plan.recipe, item.spec)
    how = (plan.recipe and plan.recipe.files_how) or "With --from, name a folder that contains the file."
    return f"{plan.edition}: {item.label} is not published for download. {how}"


@dataclass
class _MissingFiles:
    edition: str
    folder: Path
    scratch: Path
    say: Callable[[str], None]
    meter: Meter = field(default_factory=Meter)
    client: httpx2.Client | None = None

    def announce(self, item: Item) -> list[download_cache.Announcement]:
        """Return size and address of the file of an item."""
        return download_cache.announce([_download_request(item)], self._cache_folder(item))

    def complete(self, items: Sequence[Item]) -> list[Item]:
        """Return all items with paths; download scores, public rankings and pages last, over one connection.

        Items that are not available have no path, or are left out.
        """
        missing = [item for item in items if item.path is None]
        scores = [item for item in missing if item.part == "scores"]
        baselines = [item for item in missing if item.part == "runs" and item.spec]
        pages = [item for item in missing if item.part in parts.listed_as("pages")]
        with shown_progress() as meter:
            self.meter = meter
            completed = [
                item if item.path else self._complete_item(item)
                for item in items
                if item not in scores and item not in baselines and item not in pages
            ]
            if scores or baselines or pages:
                # imported here, because a load without downloads needs no HTTP client
                from dltrack_db.load.downloads.fetch import connection

                with connection() as self.client:
                    self.meter = Meter()
                    completed += map(self._complete_item, pages)
                    completed += self._scores(scores)
                    self.meter = meter
                    completed += self._baselines(baselines)
        return completed

    def report_missing_runs(self, missing: Sequence[Item], items: Sequence[Item]) -> None:
        """Report the submitted runs that were not found; raise SourceError if no submitted run was found."""
        absent = [item.name for item in items if item.path is None]
        runs = sum(item.part == "runs" and item.spec is None for item in missing)
        if absent and len(absent) == runs:
            last = [item for item in missing if item.name in absent][-1]
            raise SourceError(
                f"{self.edition}: none of the {runs} submitted runs was found at "
                f"{last.addresses[-1].rpartition('/')[0]}; check the address, or name a folder that contains the runs "
                "with --runs"
            )
        if absent:
            self.say(f"{self.edition}: {len(absent)} of {runs} runs are not available: {', '.join(absent)}")

    def _scores(self, items: Sequence[Item]) -> list[Item]:
        """Download all per-topic scores; if one file is unavailable, report it and return an empty list."""
        fetched: list[Item] = []
        for item in items:
            path = self._public(item)
            if isinstance(path, SourceError):
                self.say(
                    f"{self.edition}: left out the per-topic scores of all {len(items)} runs, because one file is not "
                    f"available ({len(fetched)} downloaded files are kept for the next load): {path}"
                )
                return []
            fetched.append(replace(item, path=path))
        return fetched

    def _baselines(self, items: Sequence[Item]) -> list[Item]:
        """Download public rankings and report unavailable ones; after a failure, skip the other files of that host."""
        fetched: list[Item] = []
        silent: set[str | None] = set()
        for item in items:
            host = urlsplit(item.addresses[-1]).hostname
            path = None if host in silent else self._public(item)
            if isinstance(path, SourceError):
                self.say(f"{self.edition}: left out {item.label}: {path}")
                if not isinstance(path, SourceNotFoundError):
                    silent.add(host)
            elif path is None:
                self.say(f"{self.edition}: left out {item.label}, because an earlier download from {host} failed")
            else:
                fetched.append(replace(item, path=path))
        return fetched

    def _public(self, item: Item) -> Path | SourceError:
        """Download an optional file; return its path, or the error if it is unavailable."""
        try:
            return self._fetch(item)
        except SourceChangedError as error:
            option = "with --no-scores" if item.part == "scores" else "without --runs baselines"
            raise SourceError(
                f"{self.edition}: nothing was loaded, because {item.label} differs from the published file: {error}; "
                f"or load the edition {option}"
            ) from error
        except SourceError as error:
            return error

    def _cache_folder(self, item: Item) -> Path:
        """Return the cache folder of a file: a separate one for names that occur in several collections or tracks."""
        if item.part in parts.listed_as("pages"):
            return self.folder / "tracks" / item.name
        if item.part == "runs" and item.spec:
            return self.folder / "runs" / str(item.collection) / item.name
        return self.folder / "scores" / str(item.collection) if item.part == "scores" else self.folder

    def _complete_item(self, item: Item) -> Item:
        if item.part == "runs":
            return replace(item, path=self._fetch_run(item))
        try:
            path = self._fetch(item)
        except SourceError as error:
            raise SourceError(
                f"{self.edition}: nothing was loaded, because {item.label} cannot be downloaded: {error}"
            ) from error
        if item.spec and item.spec.member:
            path = _member(path, item.spec, self.scratch)
        return replace(item, path=path)

    def _fetch_run(self, item: Item) -> Path | None:
        """Download a submitted run, unless it is in the cache; return None if no address has it."""
        wanted = download_cache.Wanted(item.name, item.addresses[-1], max_bytes=_LARGEST_RUN, is_final=True)
        folder = self.folder / "runs" / str(item.collection)
        return download_cache.fetch_from_bases(wanted, item.addresses, folder, progress=self.meter)

    def _fetch(self, item: Item) -> Path:
        """Download a file from the first address that has it: addresses of --from, official address, mirrors."""
        file, official, folder = _download_request(item), item.spec.url if item.spec else None, self._cache_folder(item)
        bases = [address for address in item.addresses if address != official]
        path = download_cache.fetch_from_bases(file, bases, folder, progress=self.meter, client=self.client)
        if path:
            return path
        if official is None:
            raise SourceError(f"none of {', '.join(bases)} exists; name a folder that contains the file with --from")
        fetch_cached = partial(
            download_cache.fetch_cached, folder=folder, allowed_hosts=None, progress=self.meter, client=self.client
        )
        try:
            return fetch_cached(file)
        except SourceError as error:
            for mirror in item.spec.mirrors if item.spec and file.md5 else ():
                self.say(f"{self.edition}: {error}; trying the mirror {mirror}")
                with suppress(SourceError):
                    return fetch_cached(replace(file, url=mirror, headers={}))
            raise


def _download_request(item: Item) -> download_cache.Wanted:
    spec = item.spec
    url = item.addresses[-1]
    if spec is None:
        return download_cache.Wanted(item.name, url)
    if spec.member:  # the recipe has checksum and size of the member, not of the archive
        return download_cache.Wanted(PurePosixPath(urlsplit(url).path).name, url, headers=spec.headers)
    return download_cache.Wanted(PurePosixPath(spec.file).name, url, spec.bytes, spec.md5, spec.headers)


def _member(archive: Path, spec: FileSpec, scratch: Path) -> Path:
    """Extract the member of a downloaded archive that has the base name of `spec.member`; return its path."""
    target = scratch / PurePosixPath(spec.member).name
    room = Room(scratch)
    try:
        with tarfile.open(archive) as tar:
            for entry in tar:
                if entry.isfile() and PurePosixPath(entry.name).name == target.name:
                    if spec.bytes is not None and entry.size != spec.bytes:
                        raise SourceError(
                            f"{archive}: {entry.name} has {entry.size:,} bytes instead of {spec.bytes:,}; "
                            "download the archive again"
                        )
                    room.take(entry.size, archive)
                    source = tar.extractfile(entry)
                    if source is not None:
                        with source, target.open("wb") as file:
                            shutil.copyfileobj(source, file)
                        return target
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise SourceError(f"{archive} is damaged ({error}); download it again") from error
    raise SourceError(f"{archive} contains no file {spec.member}; download the archive again")
