"""Lines of code of the core by folder: `python tests/budget.py` prints them next to what `budget.toml` allows.

Blank lines, comments, docstrings, data (CSV) and recipes are not counted, nor is anything of bundled plug-ins.
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUDGET = Path(__file__).parent / "budget.toml"
SUFFIXES = (".py", ".sql", ".toml", ".js", ".html", ".css")
LEFT_OUT = ("dltrack_db/plugins", "dltrack_db/_data", "ingest/recipes")


def limits() -> dict[str, int]:
    """Return the lines that each folder may have."""
    return tomllib.loads(BUDGET.read_text(encoding="utf-8"))["lines"]


def count(folder: str) -> int:
    """Return the lines of code in a folder."""
    files = (path for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES and path.is_file())
    return sum(
        lines_of(path)
        for path in files
        if not any(path.is_relative_to(ROOT / each) for each in LEFT_OUT) and "__pycache__" not in path.parts
    )


def lines_of(path: Path) -> int:
    """Return the lines of a file that are code."""
    text = path.read_text(encoding="utf-8")
    marks = {".py": "#", ".sql": "--", ".toml": "#", ".js": "//"}
    mark = marks.get(path.suffix)
    lines = [line.strip() for line in text.splitlines()]
    documented = docstring_lines(text) if path.suffix == ".py" else set()
    return sum(
        bool(line) and number not in documented and not (mark and line.startswith(mark))
        for number, line in enumerate(lines, 1)
    )


def docstring_lines(text: str) -> set[int]:
    """Return the numbers of lines of strings that stand alone: docstrings of modules, classes, functions and values."""
    return {
        number
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


if __name__ == "__main__":
    for name, limit in limits().items():
        print(f"{name}: {count(name):,} of {limit:,} lines of code")
