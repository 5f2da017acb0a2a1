"""Generated SQL files, which are never committed.

They are written to `build/sql` when a wheel is built, and in a checkout whenever a source has changed.
`build/sql.stamp` records the name, size and time of every source. With third-party plug-ins, generated files are in the
user's cache, in a folder whose name depends on the plug-ins and the sources.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

from dltrack_db.base import plugins, resources
from dltrack_db.base.files import tempfolder
from dltrack_db.errors import SqlFileError
from dltrack_db.sqlfiles import dependencies, lists, places
from dltrack_db.sqlfiles.places import generators


def renew() -> None:
    """Generate the files again if sources have changed; each process checks this once."""
    if plugins.mark():
        _make_set(places.made_folder())
    elif resources.IS_CHECKOUT:
        _renew(resources.SQL)


@cache
def _renew(sql: Path) -> None:
    stamp = places.made_folder().with_suffix(".stamp")
    sources = places.list_states(places.sources(sql))
    with suppress(OSError):
        if stamp.read_text(encoding="utf-8") == sources + places.list_states(places.products()):
            return
    for path in places.made_folder().glob("*/*.sql"):  # files that only an earlier commit generated
        if path.relative_to(places.made_folder()).as_posix() not in generators():
            path.unlink(missing_ok=True)  # another process may remove it at the same time
    dependencies.forget()
    for name in generators():
        write(places.made_folder() / name, render(name))
    with suppress(OSError):  # without the stamp, the files are generated again by the next process
        _replace(stamp, sources + places.list_states(places.products()), stamp.parent)


@cache
def _make_set(folder: Path) -> None:
    """Generate the files for the plug-ins of this process, unless these files exist."""
    if all((folder / name).is_file() for name in generators()):
        return
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfolder.folder_in(folder.parent, ".new-") as new:
            with places.building(new):
                for name in generators():
                    dependencies.forget()
                    (path := new / name).parent.mkdir(exist_ok=True)
                    path.write_text(render(name), encoding="utf-8")
            dependencies.forget()
            for name in generators():  # replaces whole files; other processes write the same content
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).replace(folder / name)
    except OSError as error:
        raise SqlFileError(
            f"SQL files for plug-ins cannot be written to {folder} ({error.strerror}); set DLTRACK_CACHE to a writable "
            "folder, or run dltrack without plug-ins: --no-plugins"
        ) from error


def render(name: str) -> str:
    """Return the text of a generated file, such as 'metrics/measures.sql'."""
    module = import_module(generators()[name])
    text: str = module.render(name) if module is lists else module.render()
    return text


def write(path: Path, text: str) -> None:
    """Write a file atomically, unless it already has this text."""
    try:
        with suppress(FileNotFoundError):
            if path.read_text(encoding="utf-8") == text:
                return
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text, resources.SQL.parent / "build")
    except OSError as error:
        raise SqlFileError(
            f"{path} must be generated again, but cannot be written ({error.strerror}); run make build as a user with "
            "write access"
        ) from error


def _replace(path: Path, text: str, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    new = folder / f"{path.name}.{os.getpid()}"
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
