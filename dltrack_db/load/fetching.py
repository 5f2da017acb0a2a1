"""Download of the files of a plan that are not found locally."""

from __future__ import annotations

import gzip
import shutil
import tarfile
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from dltrack_db.base import config, parts
from dltrack_db.base.files.disk_space import Room
from dltrack_db.base.progress import Meter, SilentMeter, shown_progress
from dltrack_db.base.recipes import FileSpec, own
from dltrack_db.errors import SourceChangedError, SourceError, SourceNotFoundError
from dltrack_db.load.downloads import download_cache
from dltrack_db.load.plan import Item, Plan

if TYPE_CHECKING:
    import httpx2

_LARGEST_RUN = 1 << 30
"""Maximum bytes of a run; those of the track have up to 40 million."""


def fetch(plan: Plan, scratch: Path, keep: Path | None, say: Callable[[str], None]) -> Plan:
    """Return the plan with a path for each item; files not found locally are downloaded into the cache.

    Members of archives are unpacked into `scratch`; `keep` is a folder for the downloads in place of the cache.
    Public files that cannot be fetched and runs that are missing leave the plan. Sizes are printed before downloading.
    """
    missing = [item for item in plan.items if item.path is None]
    if not missing:
        return plan
    for item in missing:
        _check_published(plan, item)
    if plan.recipe is not None and plan.recipe.terms:
        say(f"{plan.edition}: terms of use: {plan.recipe.terms}")
    folder = config.cache_folder(keep)
    sizes = [
        one for item in missing for one in download_cache.announce([_download_request(item)], _place(item, folder))
    ]
    say(f"{plan.edition}: {download_cache.summary(sizes)}")
    items = _fetch_all(plan, missing, scratch, folder, say)
    _note_missing_runs(plan, missing, items, say)
    return replace(plan, items=tuple(item for item in items if item.path))


def _check_published(plan: Plan, item: Item) -> None:
    """Refuse a file that has no address."""
    if item.addresses:
        return
    if plan.recipe and plan.recipe.home and item.spec in plan.recipe.files:
        raise SourceError(own.missing(plan.recipe, item.spec))
    raise SourceError(
        f"{plan.edition}: {item.label} is not published for download; name a folder that has it with --from"
    )


def _fetch_all(
    plan: Plan, missing: Sequence[Item], scratch: Path, folder: Path, say: Callable[[str], None]
) -> list[Item]:
    """Return all items; scores, public rankings and pages come last, over one connection."""
    scores = [item for item in missing if item.part == "scores"]
    baselines = [item for item in missing if item.part == "runs" and item.spec]
    pages = [item for item in missing if item.part in parts.listed_as("pages")]
    with shown_progress() as meter:
        items = [
            item if item.path else _complete_item(plan, item, scratch, folder, meter, say)
            for item in plan.items
            if item not in scores and item not in baselines and item not in pages
        ]
        if scores or baselines or pages:
            from dltrack_db.load.downloads.fetch import (
                connection,  # not above: a load that fetches nothing needs no client
            )

            with connection() as client:
                items += [_complete_item(plan, item, folder, folder, SilentMeter(), say, client) for item in pages]
                items += _scores(plan, scores, folder, say, client)
                items += _baselines(plan, baselines, folder, meter, say, client)
    return items


def _note_missing_runs(plan: Plan, missing: Sequence[Item], items: Sequence[Item], say: Callable[[str], None]) -> None:
    """Report the submitted runs that were not found; raise SourceError if none was."""
    absent = [item.name for item in items if item.path is None]
    runs = sum(item.part == "runs" and item.spec is None for item in missing)
    if absent and len(absent) == runs:
        last = [item for item in missing if item.name in absent][-1]
        raise SourceError(
            f"{plan.edition}: none of {runs} submitted runs is at {last.addresses[-1].rpartition('/')[0]}; "
            "check the address, or name a folder that has them with --runs"
        )
    if absent:
        say(f"{plan.edition}: {len(absent)} of {runs} runs are not there: {', '.join(absent)}")


def _scores(
    plan: Plan, items: Sequence[Item], folder: Path, say: Callable[[str], None], client: httpx2.Client
) -> list[Item]:
    """Fetch the scores per topic: all of them, or none if one is unavailable, with a note on why."""
    found: list[Item] = []
    for item in items:
        path = _public(plan, item, folder, SilentMeter(), say, client)
        if isinstance(path, SourceError):
            say(
                f"{plan.edition}: the scores per topic of {len(items)} runs are left out, {len(found)} files of "
                f"them are kept for the next time: {path}"
            )
            return []
        found.append(replace(item, path=path))
    return found


def _baselines(
    plan: Plan, items: Sequence[Item], folder: Path, meter: Meter, say: Callable[[str], None], client: httpx2.Client
) -> list[Item]:
    """Fetch the available public rankings and report the others; a host that fails once is not tried again."""
    found: list[Item] = []
    silent: set[str | None] = set()
    for item in items:
        host = urlsplit(item.addresses[-1]).hostname
        path = None if host in silent else _public(plan, item, folder, meter, say, client)
        if isinstance(path, SourceError):
            say(f"{plan.edition}: {item.label} is left out: {path}")
            if not isinstance(path, SourceNotFoundError):
                silent.add(host)
        elif path is None:
            say(f"{plan.edition}: {item.label} is left out, because it is also at {host}")
        else:
            found.append(replace(item, path=path))
    return found


def _public(
    plan: Plan, item: Item, folder: Path, meter: Meter, say: Callable[[str], None], client: httpx2.Client
) -> Path | SourceError:
    """Return the path of an optional file, or the error why it is unavailable."""
    try:
        return _fetch(plan, item, _place(item, folder), meter, say, client)
    except SourceChangedError as error:
        option = "with --no-scores" if item.part == "scores" else "without --runs baselines"
        raise SourceError(
            f"{plan.edition}: {item.label} is not the published file, and nothing was changed: {error}; "
            f"or load the edition {option}"
        ) from error
    except SourceError as error:
        return error


def _place(item: Item, folder: Path) -> Path:
    """Return the cache folder of a file; scores, rankings and pages of several collections have the same names."""
    if item.part in parts.listed_as("pages"):
        return folder / "tracks" / item.name
    if item.part == "runs" and item.spec:
        return folder / "runs" / str(item.collection) / item.name
    return folder / "scores" / str(item.collection) if item.part == "scores" else folder


def _complete_item(
    plan: Plan,
    item: Item,
    scratch: Path,
    folder: Path,
    meter: Meter,
    say: Callable[[str], None],
    client: httpx2.Client | None = None,
) -> Item:
    if item.part == "runs":
        return replace(item, path=_fetch_run(item, folder, meter))
    try:
        path = _fetch(plan, item, _place(item, folder), meter, say, client)
    except SourceError as error:
        raise SourceError(f"{plan.edition}: {item.label} is missing and nothing was changed: {error}") from error
    if item.spec and item.spec.member:
        path = _member(path, item.spec, scratch)
    return replace(item, path=path)


def _fetch_run(item: Item, folder: Path, meter: Meter) -> Path | None:
    """Fetch a submitted run with one request at a time, unless it is in the cache."""
    wanted = download_cache.Wanted(item.name, item.addresses[-1], max_bytes=_LARGEST_RUN, is_final=True)
    return download_cache.fetch_from_bases(
        wanted, item.addresses, folder / "runs" / str(item.collection), progress=meter
    )


def _download_request(item: Item) -> download_cache.Wanted:
    spec = item.spec
    url = item.addresses[-1]
    if spec is None:
        return download_cache.Wanted(item.name, url)
    if spec.member:  # checksum and size in the recipe are those of the member, not of the archive
        return download_cache.Wanted(PurePosixPath(urlsplit(url).path).name, url, headers=spec.headers)
    return download_cache.Wanted(PurePosixPath(spec.file).name, url, spec.bytes, spec.md5, spec.headers)


def _fetch(
    plan: Plan,
    item: Item,
    folder: Path,
    meter: Meter,
    say: Callable[[str], None],
    client: httpx2.Client | None = None,
) -> Path:
    """Fetch a file from the first address that has it: those of --from, the official one, its mirrors."""
    file, official = _download_request(item), item.spec.url if item.spec else None
    bases = [address for address in item.addresses if address != official]
    if bases and (path := download_cache.fetch_from_bases(file, bases, folder, progress=meter, client=client)):
        return path
    if official is None:
        raise SourceError(f"none of {', '.join(bases)} exists; name a folder that has the file with --from")
    try:
        return download_cache.fetch_cached(file, folder, allowed_hosts=None, progress=meter, client=client)
    except SourceError as error:
        for mirror in item.spec.mirrors if item.spec and file.md5 else ():
            say(f"{plan.edition}: {error}; trying its mirror, {mirror}")
            with suppress(SourceError):
                other = replace(file, url=mirror, headers={})
                return download_cache.fetch_cached(other, folder, allowed_hosts=None, progress=meter, client=client)
        raise


def _member(archive: Path, spec: FileSpec, scratch: Path) -> Path:
    """Extract one file of a downloaded archive by its base name."""
    target = scratch / PurePosixPath(spec.member).name
    room = Room(scratch)
    try:
        with tarfile.open(archive) as tar:
            for entry in tar:
                if entry.isfile() and PurePosixPath(entry.name).name == target.name:
                    if spec.bytes is not None and entry.size != spec.bytes:
                        raise SourceError(
                            f"{archive}: {entry.name} has {entry.size:,} bytes, {spec.bytes:,} are expected; "
                            "fetch it again"
                        )
                    room.take(entry.size, archive)
                    source = tar.extractfile(entry)
                    if source is not None:
                        with source, target.open("wb") as file:
                            shutil.copyfileobj(source, file)
                        return target
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise SourceError(f"{archive} is damaged ({error}); fetch it again") from error
    raise SourceError(f"{archive} holds no file {spec.member}; fetch it again")
