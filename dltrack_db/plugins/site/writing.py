"""Write a site: a page with its database and DuckDB, as a folder for any static host or as a single file."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from dltrack_db.base import names, progress, resources, sql_text
from dltrack_db.base.files import tempfolder, whole
from dltrack_db.errors import UsageError
from dltrack_db.plugins.report import vega
from dltrack_db.plugins.site import parts
from dltrack_db.store import collections as held
from dltrack_db.store import database


@dataclass(frozen=True)
class Site:
    """A written site: the path of its page, and its size in bytes."""

    page: Path
    size: int


def write_site(
    source: Path,
    output: Path,
    collections: Sequence[str] = (),
    *,
    with_runs: bool = False,
    with_texts: bool = False,
    single_file: bool = False,
    settings: Path | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Site:
    """Write a page about collections.

    Args:
        source: path of the database.
        output: folder for `index.html` and data files. If `single_file` is set, `output` may be a path that ends in
            `.html`.
        collections: collections and editions; by default all collections with labels, answers or preferences.
        with_runs: whether to publish rankings.
        with_texts: whether to publish the user's own texts.
        single_file: whether to write a single HTML file.
        settings: path of a `site.toml` with the organizer's title, welcome text, colours and official measures.
        say: called with the size of the site before anything is written, and at the end with files in `data` that
            the page does not use.
    """
    from dltrack_db.plugins.report import settings as organizers
    from dltrack_db.plugins.site import page, published

    known = parts.sizes()
    chosen = organizers.read(settings) if settings else organizers.Settings()
    con = database.open_readonly(source)
    try:
        collection_names = _collections_to_show(con, collections, source)
        chosen = organizers.with_stored_measures(con, chosen, collection_names)
    finally:
        con.close()
    target = _target(output, single_file=single_file)
    if not single_file:
        _check_folders(collection_names)
    with tempfolder.folder() as folder:
        copy = folder / "page.duckdb"
        contents = published.write(source, copy, collection_names, with_runs=with_runs, with_texts=with_texts)
        progress.stage("packing the database")
        packed = gzip.compress(copy.read_bytes(), 6, mtime=0)  # level 9 takes twice as long for 0.7 % of the size
        con = database.connect()
        try:
            database.attach(con, copy, read_only=True, checks=database.Checks(trusted=True, alone=True))
            title = _title(con)
            others: dict[str, bytes] = {}
            pieces = page.build(con, title, collection_names, contents, packed, chosen, others, single_file=single_file)
            text = "".join(pieces).encode()
        finally:
            con.close()
    if not single_file:
        others[page.PLACES["database"]] = packed
    for name in () if single_file else (parts.WASM, parts.WORKER, parts.CLIENT, parts.EDITOR):
        others[name] = parts.content(name)
    if not single_file:
        others[page.PLACES["vega"]] = vega.program().encode()
    size = len(text) + sum(map(len, others.values()))
    say(
        f"{target}: {size / 1e6:.1f} MB, including {known[parts.WASM] / 1e6:.1f} MB for DuckDB and "
        f"{len(packed) / 1e6:.1f} MB for the database{' (both a third larger as text)' if single_file else ''}; "
        f"{'with' if with_runs else 'without'} rankings of submitted runs"
    )
    progress.stage(f"writing {size / 1e6:.1f} MB")
    _write(target, text, others)
    if foreign := [] if single_file else _foreign_data(target.parent, others):
        say(
            f"{target.parent} contains files that this page does not use ({', '.join(foreign[:3])}"
            f"{', …' if len(foreign) > 3 else ''}); remove files that must not be public"
        )
    return Site(target, size)


def _title(con: duckdb.DuckDBPyConnection) -> str:
    rows = con.execute("select distinct edition from main.collections order by all").fetchall()
    return ", ".join(row[0] for row in rows)


def _collections_to_show(con: duckdb.DuckDBPyConnection, collections: Sequence[str], source: Path) -> list[str]:
    if collections:
        return list(dict.fromkeys(name for each in collections for name in _find_collections(con, each, source)))
    rows = con.execute(resources.script("plugins/site/facts/collections")).fetchall()
    if not rows:
        raise UsageError(
            f"{source} contains no judged collection, no answers and no preferences; load some with: "
            f"dltrack ingest sample --db {source}"
        )
    return [row[0] for row in rows]


def _find_collections(con: duckdb.DuckDBPyConnection, name: str, source: Path) -> list[str]:
    """Return the collections of the edition `name`, or the collection `name`."""
    is_part = f"edition = {sql_text.literal(name)}"
    rows = con.execute(f"select collection from main.collections where {is_part} order by collection").fetchall()
    return [row[0] for row in rows] or [held.find_collection(con, name, source)]


def _check_folders(collections: Sequence[str]) -> None:
    """Raise UsageError if the name of a collection is no valid folder name, as it may be in an untrusted database."""
    for name in collections:
        if reason := names.problem(name):
            raise UsageError(
                f"the collection {names.displayed_name(name)} in the database cannot name a folder: {reason}; write a "
                "single file with --single-file"
            )


def _target(output: Path, *, single_file: bool) -> Path:
    if output.suffix == ".html" and not single_file:
        raise UsageError(f"{output} is the name of a file; name a folder, or add --single-file")
    if output.suffix == ".html":
        return output
    if output.exists() and not output.is_dir():
        raise UsageError(f"{output} is a file; name a folder, or for a single file a name that ends in .html")
    return output / "index.html"


def _foreign_data(folder: Path, written: Collection[str]) -> list[str]:
    """Return files in the subfolder `data` that this page does not use, for example files of an earlier page."""
    found = (path.relative_to(folder).as_posix() for path in folder.glob("data/**/*") if not path.is_dir())
    return sorted(set(found).difference(written))


def _write(target: Path, page: bytes, others: dict[str, bytes]) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(target.parent).free
        needed = len(page) + sum(map(len, others.values()))
        if free < needed:
            raise UsageError(
                f"{target.parent} has {free / 1e6:,.0f} MB of free space, but the page needs {needed / 1e6:,.0f} MB; "
                "free some space, or choose another folder"
            )
        for name, content in others.items():
            (target.parent / name).parent.mkdir(parents=True, exist_ok=True)
            whole.write(target.parent / name, content)
        whole.write(target, page)
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror}") from error
