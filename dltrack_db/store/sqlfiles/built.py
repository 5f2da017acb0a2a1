"""The SQL files that are built from the others: never committed, made by the wheel's build and in a checkout.

A wheel carries them. In a checkout they lie at their places in `sql/`, where git ignores them, and are made anew
when one of their sources is not the one they were made from: `build/sql.stamp` notes name, size and time of each.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from dltrack_db import resources
from dltrack_db.errors import SqlFileError
from dltrack_db.store.sqlfiles.objects import GLOSSARY

SCRIPT = "build.sql"
"""The script for the DuckDB shell, an artifact of `make build` and of the wheel: nothing here reads it."""


def renew() -> None:
    """Make the built objects anew where the sources in a checkout have changed; looked at once in a process.

    Raises:
        SqlFileError: a source breaks the rules, or the folder cannot be written.
    """
    if resources.IS_CHECKOUT:
        _renew(resources.SQL)


def build() -> None:
    """Make all built files, the script among them: what the build of a wheel does.

    Raises:
        SqlFileError: as `renew`.
    """
    from dltrack_db.store.sqlfiles import buildsql

    renew()
    _write(resources.SQL / SCRIPT, buildsql.render())


@cache
def _renew(sql: Path) -> None:
    products = dict(_products())
    stamp = sql.parent / "build" / "sql.stamp"
    sources = _states(_sources(sql, products))
    with suppress(OSError):
        if stamp.read_text(encoding="utf-8") == sources + _states(sql / name for name in products):
            return
    for name, rendered in products.items():
        _write(sql / name, rendered())
    with suppress(OSError):  # without the note they are made again next time, and are the same
        _replace(stamp, sources + _states(sql / name for name in products), stamp.parent)


def _products() -> Iterator[tuple[str, Callable[[], str]]]:
    """The built objects, each after those that it is made from."""
    from dltrack_db.store.sqlfiles import computed, scorequeries

    yield scorequeries.NAME, scorequeries.render
    yield computed.NAME, computed.render


def _sources(sql: Path, products: Collection[str]) -> Iterator[Path]:
    """All that they are made from: files of SQL, printed numbers, and the modules that make them."""
    made = {sql / name for name in products}
    for folder in (sql / "metrics", sql / "exhibits", Path(__file__).parent):
        for entry in os.scandir(folder):
            if entry.name.endswith((".sql", ".py")) and (path := Path(entry.path)) not in made:
                yield path
    yield from (resources.PAPERS / "cells.csv", sql / GLOSSARY)


def _states(files: Iterable[Path]) -> str:
    """Name, size and time of files.

    Raises:
        OSError: one of them is not there.
    """
    states = sorted((str(path), path.stat()) for path in files)
    return "".join(f"{path} {state.st_size} {state.st_mtime_ns}\n" for path, state in states)


def _write(path: Path, text: str) -> None:
    """Write a file unless it is so already: whoever reads meanwhile has the old or the new one, whole."""
    try:
        with suppress(FileNotFoundError):
            if path.read_text(encoding="utf-8") == text:
                return
        _replace(path, text, resources.SQL.parent / "build")
    except OSError as error:
        raise SqlFileError(
            f"{path} must be made anew from its sources and cannot be written: {error.strerror}; "
            "run make build as somebody who may write there"
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
