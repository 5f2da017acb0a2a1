"""Paths of the files of `schema/` and `sql/`: dltrack's, those of plug-ins, and generated ones."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from dltrack_db import __version__
from dltrack_db.base import config, plugins, resources
from dltrack_db.base.plugin_description import OWN
from dltrack_db.sqlfiles import lists

_GENERATORS = {
    "metrics/measures.sql": "measures",
    "metrics/score_queries.sql": "score_queries",
    "metrics/common_scores.sql": "common_scores",
    "catalog/orphans.sql": "orphans",
    "catalog/checksums.sql": "checksums",
    "catalog/reference_checksums.sql": "reference",
    "systems/column_faces.sql": "column_faces",
    "systems/run_columns.sql": "run_columns",
}
"""Generated objects in build order, with the modules that render them."""
GLOSSARY = "glossary.txt"
"""Descriptions of columns and parameters that several headers share."""
SCRIPT = "build.sql"
"""The generated script for the DuckDB shell, not used by dltrack."""


_in_building: list[Path] = []
"""Folders of files being generated, used instead of the finished ones."""


def roots(home: Path) -> list[Path]:
    """Return the folders of `resources.SCHEMA` or `SQL`: dltrack's own, the generated files, those of plug-ins."""
    if home not in (resources.SCHEMA, resources.SQL):  # in tests
        return [home]
    generated = [made_folder()] if home == resources.SQL else []
    return [home, *generated, *plugins.folders(home.name)]


def made_folder() -> Path:
    """Return the folder of the files generated for the plug-ins of this process."""
    if _in_building:
        return _in_building[-1]
    if not plugins.mark():
        return resources.SQL.parent / "build" / "sql"
    return config.cache_folder() / "sets" / f"{_core_mark()}-{plugins.mark()}"


@contextmanager
def building(folder: Path) -> Iterator[None]:
    """Use a folder as that of the generated files in the block."""
    _in_building.append(folder)
    try:
        yield
    finally:
        _in_building.pop()


def find(home: Path, schema: str, stem: str) -> tuple[Path, Path] | None:
    """Return the file of an object, and its root; None if it does not exist."""
    folder = "" if schema == "main" and home == resources.SCHEMA else schema
    for root in roots(home):
        if (path := root / folder / f"{stem}.sql").is_file():
            return path, root
    return None


def schemas(home: Path) -> set[str]:
    """Return the names of the folders of `resources.SCHEMA` or `SQL`."""
    return {each.name for root in roots(home) if root.is_dir() for each in root.iterdir()}


def walk(home: Path, schema: str = "") -> Iterator[tuple[str, str]]:
    """Yield folder and name of all files of `resources.SCHEMA` or `SQL`, or of one schema."""
    for root in roots(home):
        for folder, _, names in os.walk(f"{root}/{schema}" if schema else root):
            for name in names:
                yield folder, name


def glossaries() -> list[Path]:
    """Return the glossaries of dltrack and plug-ins."""
    folders = (resources.SQL, *plugins.folders("sql"))
    return [path for folder in folders if (path := folder / GLOSSARY).is_file()]


def direct_files(home: Path, schema: str = "") -> list[Path]:
    """Return the SQL files directly in `resources.SCHEMA` or `SQL`, or in one schema, by name."""
    paths = [path for root in roots(home) for path in (root / schema).glob("*.sql")]
    return sorted(paths, key=lambda path: path.name)


def own_first(home: Path, schema: str) -> list[Path]:
    """Return the SQL files of one schema: dltrack's own by name, then those of each plug-in."""
    order = {each.name: number for number, each in enumerate(plugins.active(), 1)}

    def sort_key(path: Path) -> tuple[int, str]:
        plugin = plugins.owner(path)
        return (order[plugin.name] if plugin else 0), path.name

    return sorted(direct_files(home, schema), key=sort_key)


def find_root(path: Path, home: Path) -> Path:
    """Return the root of a file of `resources.SCHEMA` or `SQL`."""
    return next((root for root in roots(home) if path.is_relative_to(root)), home)


def label(path: Path) -> str:
    """Return a name for a file that does not depend on where dltrack, plug-ins and generated files are."""
    if (plugin := plugins.owner(path)) is not None:
        return f"{plugin.name}: {path.relative_to(plugin.folder).as_posix()}"
    if path.is_relative_to(OWN):
        return f"plugins/{path.relative_to(OWN).as_posix()}"
    folder = made_folder()
    if path.is_relative_to(folder):
        return f"sql/{path.relative_to(folder).as_posix()}"
    return path.relative_to(resources.ROOT).as_posix()


def _core_mark() -> str:
    return _mark_sources() if resources.IS_CHECKOUT else __version__


@cache
def _mark_sources() -> str:
    return hashlib.md5(list_states(sources(resources.SQL)).encode(), usedforsecurity=False).hexdigest()


@cache
def generators() -> dict[str, str]:
    """Return the generated objects in build order, with the modules that render them.

    In a bundled plug-in, `generators/SCHEMA/NAME.py` renders `SCHEMA.NAME`.
    """
    own = {
        f"{path.parent.name}/{path.stem}.sql": path
        for folder in plugins.own_folders("generators")
        for path in folder.glob("*/*.py")
    }
    return (
        {name: f"dltrack_db.sqlfiles.{module}" for name, module in _GENERATORS.items()}
        | dict.fromkeys(lists.views(), "dltrack_db.sqlfiles.lists")
        | {
            name: ".".join(path.relative_to(resources.PACKAGE.parent).with_suffix("").parts)
            for name, path in own.items()
        }
    )


def products() -> list[str]:
    """Return the paths of the generated objects."""
    return [f"{made_folder()}/{name}" for name in generators()]


def sources(sql: Path) -> Iterator[str]:
    """Yield the sources of generated files: SQL, reference data, and the modules that render them."""
    homes = (sql, *plugins.own_folders("sql"))
    schemas = [entry.path for home in homes for entry in os.scandir(home) if entry.is_dir()]
    here = Path(__file__).parent
    flat = (resources.SCHEMA, *plugins.own_folders("schema"), here, here / "scripts")
    for source_folder in (*schemas, *map(str, flat)):
        for entry in os.scandir(source_folder):
            if entry.name.endswith((".sql", ".py")):
                yield entry.path
    for home in homes:
        yield from map(str, home.glob(GLOSSARY))
    patterns = {
        "papers": "*.csv",
        "ingest/parts": "*/*.*",
        "scripts/lists": "*.sql",
        "scripts/checksums": "*.sql",
        "generators": "*/*.py",
    }
    for name, pattern in patterns.items():
        for folder in (resources.ROOT / name, *plugins.own_folders(name)):
            yield from map(str, folder.glob(pattern))
    yield from map(str, lists.FOLDER.glob("*/*.sql"))


def list_states(files: Iterable[str]) -> str:
    """Return name, size and time of files, one per line."""
    states = sorted((path, os.stat(path)) for path in files)  # noqa: PTH116 (a tenth of the time of a Path)
    return "".join(f"{path} {state.st_size} {state.st_mtime_ns}\n" for path, state in states)
