"""Dependencies of the package point one way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import dltrack_db

PACKAGE = Path(dltrack_db.__file__).parent
ORDER = (
    *(
        "__version__",
        "errors",
        "extras",
        "interrupts",
        "lazy_imports",
        "resources",
        "progress",
        "suggest",
        "config",
        "output",
        "names",
    ),
    *("tie_rules", "recipe_schema", "recipes", "own_recipes", "run_metadata"),
    *("files", "web", "store", "cluster", "reading", "validation", "scoring", "sample", "corpus"),
    *("loading", "checking", "simulation"),
    *(
        "frame",
        "notebook",
        "irm",
        "board",
        "assistants",
        "report",
        "site",
        "reproduce",
        "own_runs",
        "api",
        "cli",
        "__main__",
    ),
)
"""Rooms and single modules; each may know those before it."""


def imported(path: Path) -> Iterator[str]:
    """The rooms that a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "dltrack_db":
            parts = node.module.split(".")[1:]
            yield from [parts[0]] if parts else [alias.name for alias in node.names]


def test_every_room_knows_only_those_below_it():
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        home = path.relative_to(PACKAGE).with_suffix("").parts[0]
        if home in ("_data", "__init__"):  # the front door, which opens rooms only when they are asked for
            continue
        above = ORDER[ORDER.index(home) + 1 :]
        wrong += [f"{path.relative_to(PACKAGE)} imports {name}" for name in imported(path) if name in above]
    assert wrong == []
