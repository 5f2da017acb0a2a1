"""The SQL files of `schema/` and `sql/`: their headers, references and build order.

Each file defines one object with the name of its path (`sql/metrics/ranked.sql` defines `metrics.ranked`,
`schema/qrels.sql` defines `main.qrels`). The comment at its top is the documentation: it becomes `comment on …` in the
database, and tests compare it with the live columns. The build order is computed from the references in the files. Some
files are generated from others (`generated`).
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

from dltrack_db.base import resources, sql_text
from dltrack_db.sqlfiles import dependencies, generated, places, reference
from dltrack_db.sqlfiles.dependencies import build_order
from dltrack_db.sqlfiles.sql_object import SqlObject, load_object

__all__ = [
    "CONSTANTS",
    "SqlObject",
    "all_objects",
    "build_order",
    "comments",
    "content_hash",
    "file_state",
    "load_folder",
    "load_object",
    "object_files",
    "object_names",
    "required_objects",
    "tables",
]


CONSTANTS = frozenset(
    f"metrics.{name}"
    for name in ("measures", "measure_parameters", "spellings", "summaries", "directions", "standard_names")
)
"""Tables that files of `sql/` fill themselves, because they are the same in every database and queried often."""
_ATTACHED = "attached: in another shell, run `use NAME` first, where NAME is the alias of this file"
"""Line in the comment of objects that only work in the current database."""


def object_files(root: Path, schema: str = "") -> list[Path]:
    """Return the files of `resources.SCHEMA` or `SQL`, or one schema of it, that define objects, in path order.

    They include generated files, which are updated first, and those of plug-ins.
    """
    generated.renew()
    files = (Path(folder, name) for folder, name in places.walk(root, schema) if name.endswith(".sql"))
    return sorted(path for path in files if _is_object(path, places.find_root(path, root)))


def object_names(root: Path) -> frozenset[str]:
    """Return the names of the objects in `resources.SCHEMA` or `resources.SQL`, derived from their files' paths."""
    generated.renew()
    roots = sorted(map(str, places.roots(root)), key=len, reverse=True)
    files = (
        (next(folder[len(each) + 1 :] for each in roots if folder.startswith(each)), name)
        for folder, name in places.walk(root)
    )
    return frozenset(
        f"{schema or 'main'}.{name.removesuffix('.sql')}"
        for schema, name in files
        if name.endswith(".sql") and name != places.SCRIPT and not schema.startswith("migrations")
    )


def _is_object(path: Path, root: Path) -> bool:
    """Return True if a file defines an object: not `build.sql`, and not in `migrations`."""
    return path.name != places.SCRIPT and path.relative_to(root).parts[0] != "migrations"


def load_folder(root: Path) -> list[SqlObject]:
    """Return all objects below a folder, in path order."""
    return [load_object(path, places.find_root(path, root)) for path in object_files(root)]


def all_objects() -> list[SqlObject]:
    """Return all tables, views and macros in build order."""
    return build_order([*load_folder(resources.SCHEMA), *load_folder(resources.SQL)])


def tables() -> list[SqlObject]:
    """Return the tables in build order."""
    return build_order(load_folder(resources.SCHEMA))


def required_objects(names: Iterable[str], there: Collection[str] = ()) -> list[tuple[str, str]]:
    """Return name and statement of the named objects and everything they refer to, in build order.

    `there` names objects to leave out.
    """
    generated.renew()
    return dependencies.required_objects(names, there)


def file_state(also: Iterable[Path] = ()) -> str:
    """Return the names, sizes and times of the files of `content_hash`, to detect changes."""
    generated.renew()
    sql_files = [f"{folder}/{name}" for root in (resources.SCHEMA, resources.SQL) for folder, name in places.walk(root)]
    return places.list_states([*sql_files, *map(str, also)])


def content_hash(also: Iterable[Path] = ()) -> str:
    """Return a checksum of all SQL files, glossaries and further files, to detect outdated databases."""
    import hashlib

    digest = hashlib.md5(usedforsecurity=False)
    paths = [*object_files(resources.SCHEMA), *object_files(resources.SQL), *places.glossaries(), *also]
    # by label, because a wheel and a checkout have the files in different folders
    for label, path in sorted((places.label(path), path) for path in paths):
        digest.update(label.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def _titles() -> dict[str, str]:
    """Return the titles of views that are named after citations, from reference data with the name of their schema.

    The first column of that file is the citation ('D-T3' of the view d_t3), its column `title` the title.
    """
    titles = {}
    for path in reference.files():
        if path.stem in places.schemas(resources.SQL):
            with path.open(encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    name = next(iter(row.values())).lower().replace("-", "_")
                    titles[f"{path.stem}.{name}"] = row["title"]
    return titles


def comments(obj: SqlObject) -> Iterator[str]:
    """Yield the `comment on …` statements that store an object's header in the database.

    `catalog.objects` and `catalog.columns` parse this text.
    """
    header = obj.header
    parts = [header.meaning]
    if title := _titles().get(obj.full_name):
        parts.append(f"alias: {title}")
    labels = ("source", "grain", "parents", "returns", "needs", "caveats", "cost")
    parts += [f"{label}: {text}" for label in labels if (text := getattr(header, label))]
    if "macro" in obj.kind:  # DuckDB has no comments on parameters and columns of macros
        parts += [f"param {name}: {text}" for name, text in header.params.items()]
        parts += [f"column {name}: {text}" for name, text in header.columns.items()]
    if dependencies.needs_use(obj.full_name):
        parts.append(_ATTACHED)
    if header.example:
        parts.append(f"example: {header.example}")
    kind = "macro table" if obj.kind == "table macro" else obj.kind
    yield f"comment on {kind} {obj.full_name} is {sql_text.quote_text(chr(10).join(parts))}"
    if obj.kind in ("table", "view"):
        for column, text in header.columns.items():
            yield f'comment on column {obj.full_name}."{column}" is {sql_text.quote_text(text)}'
