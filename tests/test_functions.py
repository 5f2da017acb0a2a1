"""Functions of the package say what they do and take what one can keep in mind."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import dltrack_db
from tests import package_files

PACKAGE = Path(dltrack_db.__file__).parent
IRREGULAR = """
begun bought broken brought built caught chosen done drawn felt found given gone held hidden kept known laid left lent
lost made meant met said seen sent shown spelt spent stood sought taken thought told understood won written
"""
FIT = frozenset({"binned"})
"""Names of scores as `near_ties` is one: the shapes of the sample's scores."""


def functions() -> Iterator[tuple[Path, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """The functions of each module, those in classes and functions aside."""
    for path in package_files.find():
        if "_data" not in path.parts:
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield path.relative_to(PACKAGE), node


def is_participle(name: str) -> bool:
    """Whether a whole name is a past participle: it tells what was done, and not what the function does."""
    word = name.strip("_")
    is_regular = word.endswith("ed") and not word.endswith("eed") and "_" not in word
    return is_regular or word in IRREGULAR.split()


def test_no_function_is_called_by_a_bare_participle():
    assert is_participle("_told") and is_participle("named") and not is_participle("read_named")
    wrong = [f"{path}: {node.name}" for path, node in functions() if is_participle(node.name) and node.name not in FIT]
    assert wrong == []


MOST = 8
ON_FACES = {
    "api/__init__.py": 13,
    "ask/boards.py": 12,
    "ask/comparisons.py": 10,
    "ask/gates.py": 9,
    "ask/judges.py": 9,
    "cli/evaluate.py": 9,
    "cli/judges.py": 10,
    "score/in_memory.py": 9,
}
"""Where arguments are options of a command, which nobody gives all at once."""


def taken(arguments: ast.arguments) -> list[ast.arg]:
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]


def test_no_function_takes_more_than_one_can_keep_in_mind():
    wrong = {
        f"{path}: {node.name}": number
        for path in package_files.find()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (number := sum(one.arg not in ("self", "cls") for one in taken(node.args)))
        > ON_FACES.get(path.relative_to(PACKAGE).as_posix(), MOST)
    }
    assert wrong == {}


BARE_PARTICIPLES = 520
"""Variables and parameters called found, known, told and the like: it may only fall."""


def stored_names(function: ast.AST) -> Iterator[str]:
    """The names that a function gives to values, those of functions inside it aside."""
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from stored_names(node)


def test_names_say_what_they_are():
    """A value is called by what it is: matching_rows, loaded_runs, question; not by what was done to it."""
    names = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}: {name}"
        for path in package_files.find()
        if "_data" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for name in {*stored_names(node)}
        if is_participle(name)
    ]
    assert len(names) <= BARE_PARTICIPLES, names
