"""The SQL files that are generated from the others: never committed, written by the wheel's build and in a checkout.

They are in `build/sql`, which a wheel carries. A checkout writes them again when a source has changed:
`build/sql.stamp` records the name, size and time of every source. Those of a set of plug-ins are in the user's cache,
in a folder that is named after the set and the sources.
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
    """Rebuild the built objects if the sources in a checkout have changed; checked once in a process."""
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
    dependencies.forget()
    for name in generators():
        write(places.made_folder() / name, render(name))
    with suppress(OSError):  # without the note they are made again next time, and are the same
        _replace(stamp, sources + places.list_states(places.products()), stamp.parent)


@cache
def _make_set(folder: Path) -> None:
    """Build the objects for the plug-ins of this process, unless they are there."""
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
            for name in generators():  # whole files, of which every process makes the same
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).replace(folder / name)
    except OSError as error:
        raise SqlFileError(
            f"what is made of plug-ins cannot be written into {folder} ({error.strerror}); set DLTRACK_CACHE to a "
            "folder that you may write, or leave them out with --no-plugins"
        ) from error


def render(name: str) -> str:
    """The text of one of the built objects; its module is imported only now."""
    module = import_module(generators()[name])
    text: str = module.render(name) if module is lists else module.render()
    return text


def write(path: Path, text: str) -> None:
    """Write a file unless it has this text: readers see the old or the new one, never a part."""
    try:
        with suppress(FileNotFoundError):
            if path.read_text(encoding="utf-8") == text:
                return
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text, resources.SQL.parent / "build")
    except OSError as error:
        raise SqlFileError(
            f"{path} must be rebuilt from its sources and cannot be written: {error.strerror}; "
            "run make build as a user who may write there"
        ) from error


def _replace(path: Path, text: str, folder: Path) -> None:
    """Put a whole new file in the place of another, by way of a folder of the same disk."""
    folder.mkdir(exist_ok=True)
    new = folder / f"{path.name}.{os.getpid()}"
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
