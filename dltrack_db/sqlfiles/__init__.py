"""The SQL files of `schema/` and `sql/`: their headers, references and build order.

Each file defines one object, whose name is the path of the file: `sql/metrics/ranked.sql` defines `metrics.ranked`,
`schema/qrels.sql` defines `main.qrels`. The comment at the top of a file (its header) documents the object. The header
is stored in the database as `comment on …`, and tests compare it with the object's columns. The build order follows
from the references in the files. Some files are generated from other files (`generated`).
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
"""Tables whose files in `sql/` also define their rows; the rows are the same in every database and often queried."""
_ATTACHED = "attached: in another shell, run `use NAME` first, where NAME is the alias of this file"
"""Line in the comments of objects that work only in the current database."""


def object_files(root: Path, schema: str = "") -> list[Path]:
    """Return the files that define objects, in path order.

    `root` is `resources.SCHEMA` or `resources.SQL`; `schema` limits the files to one schema. The result includes the
    files of plug-ins and generated files, which are generated again if they are outdated.
    """
    generated.renew()
    files = (Path(folder, name) for folder, name in places.walk(root, schema) if name.endswith(".sql"))
    return sorted(path for path in files if _is_object(path, places.find_root(path, root)))


def object_names(root: Path) -> frozenset[str]:
    """Return the full names of the objects in `resources.SCHEMA` or `resources.SQL`, derived from the file paths."""
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
    """Return the full name and statement of the named objects and their dependencies, in build order.

    Objects in `there` are left out, and their dependencies are not followed.
    """
    generated.renew()
    return dependencies.required_objects(names, there)


def file_state(also: Iterable[Path] = ()) -> str:
    """Return the names, sizes and times of the SQL files and of the files in `also`, to detect changes quickly."""
    generated.renew()
    sql_files = [f"{folder}/{name}" for root in (resources.SCHEMA, resources.SQL) for folder, name in places.walk(root)]
    return places.list_states([*sql_files, *map(str, also)])


def content_hash(also: Iterable[Path] = ()) -> str:
    """Return a checksum of all SQL files, all glossaries and the files in `also`, to detect outdated databases."""
    import hashlib

    digest = hashlib.md5(usedforsecurity=False)
    paths = [*object_files(resources.SCHEMA), *object_files(resources.SQL), *places.glossaries(), *also]
    # in order of labels, because the folders of the files differ between a wheel and a checkout
    for label, path in sorted((places.label(path), path) for path in paths):
        digest.update(label.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def _titles() -> dict[str, str]:
    """Return the titles of views that are named after citations, by full name of the view.

    The titles come from the file of reference data with the name of the views' schema. The first column of the file is
    the citation ('D-T3' for the view d_t3); the column `title` is the title.
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

    `catalog.objects` and `catalog.columns` parse these comments.
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
