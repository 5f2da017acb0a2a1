"""Read descriptions of experiments (ir-metadata.org, YAML), which lie next to run files, as notes on the runs."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from dltrack_db.base import names
from dltrack_db.base.files import sources
from dltrack_db.errors import FormatError
from dltrack_db.load.plan import Item

SOURCE = "ir-metadata/"
"""Prefix of the name of the notes in `main.run_metadata`, before the run id."""
_MAX_BYTES = 10_000_000
_MAX_VALUES = 5_000
_QUANTITY = re.compile(r"([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?) ?([A-Za-zµ°%][A-Za-z0-9/²³]{0,9})")
"""A number with its unit, such as '12.5 ms'."""


def read(path: Path, display_name: str) -> dict[str, str]:
    """Return the values of a description by their paths, such as 'resources.runtime.wallclock (ms)'.

    The unit of a quantity is part of its path, so that the value is a number. Series of measurements are left out.
    """
    from ruamel.yaml import YAML  # imported here, because loads without descriptions need no YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    if path.stat().st_size > _MAX_BYTES:
        raise FormatError(
            f"{display_name}: the file is larger than {_MAX_BYTES:,} bytes; remove series of measurements (timeseries)"
        )
    try:
        # 'base' reads every value as text and never builds objects from tags
        document = YAML(typ="base", pure=True).load(path.read_text(encoding="utf-8-sig"))
        leaves = list(islice(_leaves(document, ()), _MAX_VALUES + 1))  # a short text can expand to millions
    except UnicodeDecodeError as error:
        raise FormatError(f"{display_name}: not UTF-8 at byte {error.start + 1}; save the file as UTF-8") from error
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise FormatError(f"{display_name}:{line}: not valid YAML ({error.problem}); correct the line") from error
    except (YAMLError, RecursionError) as error:
        raise FormatError(f"{display_name}: not valid YAML; correct the file") from error
    if not isinstance(document, dict):
        raise FormatError(f"{display_name}:1: the file has no fields; add fields such as tag and implementation")
    if len(leaves) > _MAX_VALUES:
        raise FormatError(
            f"{display_name}: the file has more than {_MAX_VALUES:,} values; remove values that do not describe the run"
        )
    values = {key: value for key, value in leaves if value not in ("", "null")}
    for key, value in values.items():
        if bad := names.steering_mark(key + value):
            raise FormatError(f"{display_name}: {names.displayed_name(key)} contains {bad}; remove the character")
    return values


def find(run_file: Path, run_id: str) -> Path | None:
    """Return the description next to a run file, or None: named after file or run, or the only other file there."""
    folder = run_file.parent
    stem = run_file.name.removesuffix(".gz")
    for start in dict.fromkeys((run_file.name, stem, stem.rpartition(".")[0] or stem, run_id)):
        for suffix in sources.SIDECARS:
            if _is_inside(path := folder / f"{start}.{suffix}", folder):
                return path
    others = (path for path in folder.iterdir() if path != run_file and path.name[0] != "." and path.is_file())
    first_two = list(islice(others, 2))
    alone = first_two[0] if len(first_two) == 1 else None
    return alone if alone is not None and sources.is_sidecar(alone) and _is_inside(alone, folder) else None


def _is_inside(path: Path, folder: Path) -> bool:
    """Return True if a file is really inside the folder: a link in a third-party folder could point to any file."""
    return path.is_file() and path.resolve().parent == folder.resolve()


def write_notes(item: Item, folder: Path, say: Callable[[str], None]) -> Item | None:
    """Write the description of a run as a file of notes; return its item, or None if there is no description."""
    if item.part != "runs" or item.path is None or (path := find(item.path, item.name)) is None:
        return None
    values = read(path, str(path))
    if (tag := values.pop("tag", item.name)) != item.name:
        say(f"left out {path}: the tag is '{tag}', but the run file in the same folder is run '{item.name}'")
        return None
    target = write({"run_id": item.name} | values, folder / f"{item.collection}-{item.name}.ir-metadata.csv")
    return Item("run-metadata", SOURCE + item.name, item.collection, target, display_name=str(path))


def split(path: Path, folder: Path, display_name: str, find_collection: Callable[[str], str]) -> tuple[str, Path]:
    """Write a description as a table about the run that its tag names; return the name of the notes and the table.

    `find_collection` returns the collection of a run id.
    """
    values = read(path, display_name)
    if not (run_id := values.pop("tag", "")):
        raise FormatError(
            f"{display_name}: the run is unknown, because there is no tag; add a line 'tag: RUN', or put the file next "
            "to the run file and load the run file"
        )
    row = {"run_id": run_id, "collection": find_collection(run_id)}
    return SOURCE + run_id, write(row | values, folder / "ir-metadata.csv")


def write(values: dict[str, str], target: Path) -> Path:
    """Write one description as a table about runs with one line; return the path."""
    with target.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([values.keys(), values.values()])
    return target


def _leaves(value: object, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "timeseries":
                yield from _leaves(inner, (*path, str(key)))
    elif isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value):
        for number, inner in enumerate(value, 1):
            yield from _leaves(inner, (*path, str(number)))
    else:
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value).strip()
        quantity = _QUANTITY.fullmatch(text)
        if quantity:
            yield f"{'.'.join(path)} ({quantity[2]})", quantity[1]
        else:
            yield ".".join(path), " ".join(text.split())
