"""SQL files that are generated from others: never committed, written in a checkout or when a wheel is built.

They are in `build/sql`, which is part of a wheel. A checkout writes them again when a source has changed;
`build/sql.stamp` records name, size and time of every source. Those for a set of plug-ins are in the user's cache, in a
folder named after the set and the sources.
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
    """Generate the files again if the sources in a checkout have changed, checked once per process."""
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
    for path in places.made_folder().glob("*/*.sql"):  # what an earlier commit generated
        if path.relative_to(places.made_folder()).as_posix() not in generators():
            path.unlink(missing_ok=True)  # another process may remove it at the same time
    dependencies.forget()
    for name in generators():
        write(places.made_folder() / name, render(name))
    with suppress(OSError):  # without the stamp they are generated again next time
        _replace(stamp, sources + places.list_states(places.products()), stamp.parent)


@cache
def _make_set(folder: Path) -> None:
    """Generate the files for the plug-ins of this process, unless they exist."""
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
            for name in generators():  # whole files, the same in every process
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).replace(folder / name)
    except OSError as error:
        raise SqlFileError(
            f"SQL files for plug-ins cannot be written into {folder} ({error.strerror}); set DLTRACK_CACHE to a "
            "writable folder, or run without plug-ins: --no-plugins"
        ) from error


def render(name: str) -> str:
    """Return the text of a generated object, importing its module."""
    module = import_module(generators()[name])
    text: str = module.render(name) if module is lists else module.render()
    return text


def write(path: Path, text: str) -> None:
    """Write a file atomically, unless it has this text."""
    try:
        with suppress(FileNotFoundError):
            if path.read_text(encoding="utf-8") == text:
                return
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text, resources.SQL.parent / "build")
    except OSError as error:
        raise SqlFileError(
            f"{path} must be generated again, but cannot be written: {error.strerror}; "
            "run make build as a user with write access"
        ) from error


def _replace(path: Path, text: str, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    new = folder / f"{path.name}.{os.getpid()}"
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
