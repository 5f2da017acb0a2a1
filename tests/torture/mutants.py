"""Mutants: change one spot of the program, and see whether a test of the gate falls.

`python tests/torture/mutants.py [NUMBER [SEED [PATHS...]]]` runs the gate's tests once, or those of PATHS, and notes
which lines of `FOLDERS` each executes. Then it draws mutants by lot and runs, for each, the tests that execute its
line, the most particular ones first. All of it happens in copies: no file of the checkout changes.
"""

from __future__ import annotations

import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = tuple(f"dltrack_db/{name}/" for name in ("load", "store", "score", "ask"))
GATE = "not service and not campaign"
"""The tests of `.ci/run`, but for those that start servers."""
LINES = "DLTRACK_MUTANT_LINES"
"""The variable with the folder into which tests note the lines that they execute, from the root ROOT of their copy."""
ROUNDS = (25, 200)
"""Tests that are tried: first the most particular, then the others."""
SECONDS = 600
"""After these a round ends, and the mutant counts as fallen: it hangs."""
SHARE = 0.9
"""of mutants that must fall"""
COMPARED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes from `start` to `end` of a file become `after`; `lines` belong to its statement."""

    kind: str
    path: str
    lines: range
    start: int
    end: int
    before: str
    after: str

    @property
    def label(self) -> str:
        """The change in words."""
        return f"{self.path}:{self.lines.start} {self.kind}: {self.before[:90]} -> {self.after[:90]}"


NAMED = (
    ("dltrack_db/load/loader.py", "spec.file.endswith('.gz') != (plain.compression == 'gzip')", "False"),
    (
        "dltrack_db/load/loader.py",
        "known & {plain.md5, plain.plain_md5} and (not accept)",
        "known & {plain.md5, plain.plain_md5}",
    ),
)
"""Tried first, every time: they once passed all tests of the gate."""


def find(path: str, source: bytes) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def visit(node: ast.AST, statement: ast.AST) -> Iterator[Mutant]:
        # positions in f-strings are none of the file's; annotations and imports decide nothing
        if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom) or _is_for_types(node):
            return
        if isinstance(node, ast.stmt):
            statement = node
        for kind, target, new in _changes(node):
            yield Mutant(
                kind,
                path,
                range(statement.lineno, target.end_lineno + 1),
                starts[target.lineno - 1] + target.col_offset,
                starts[target.end_lineno - 1] + target.end_col_offset,
                ast.unparse(target),
                ast.unparse(new),
            )
        for name, value in ast.iter_fields(node):
            if name not in ("annotation", "returns", "decorator_list", "type_params"):
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        yield from visit(child, statement)

    tree = ast.parse(source)
    for node in tree.body:
        yield from visit(node, node)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _changes(node: Any) -> Iterator[tuple[str, Any, ast.expr]]:
    """Yield the kind of each change at a node, the node that goes, and what stands for it."""
    match node:
        case ast.If() | ast.While() | ast.IfExp():
            yield "negated condition", node.test, ast.UnaryOp(ast.Not(), node.test)
        case ast.comprehension():
            for test in node.ifs:
                yield "negated condition", test, ast.UnaryOp(ast.Not(), test)
        case ast.UnaryOp(op=ast.Not()):
            yield "dropped not", node, node.operand
        case ast.BoolOp():
            for number in range(len(node.values)):
                rest = [value for place, value in enumerate(node.values) if place != number]
                yield "dropped part of a condition", node, rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        case ast.Compare(ops=[operator]) if type(operator) in COMPARED:
            yield "other comparison", node, ast.Compare(node.left, [COMPARED[type(operator)]()], node.comparators)
        case ast.Constant(value=bool()):
            yield "constant", node, ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield "constant", node, ast.Constant(node.value + 1)
        case ast.Assign(value=ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not())):
            for constant in (False, True):
                yield "constant", node.value, ast.Constant(constant)
        case ast.Expr(value=ast.Call()):
            yield "removed call", node.value, ast.Constant(None)
        case ast.Call(args=[first, second, *rest]) if not _is_same(first, second):
            if not any(isinstance(one, ast.Starred) for one in (first, second)):
                yield "swapped arguments", node, ast.Call(node.func, [second, first, *rest], node.keywords)


def _is_same(first: ast.expr, second: ast.expr) -> bool:
    return ast.unparse(first) == ast.unparse(second)


def all_mutants(root: Path) -> list[Mutant]:
    """Return every mutant of the folders, in the order of files."""
    return [
        mutant
        for folder in FOLDERS
        for file in sorted((root / folder).rglob("*.py"))
        for mutant in find(file.relative_to(root).as_posix(), file.read_bytes())
    ]


class Lines:
    """A plugin of pytest: the lines of the folders that each test executes, fixtures included."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._prefixes = tuple(f"{root}/{name}" for name in FOLDERS)
        self._root, self._folder = root, folder
        self._seen: set[tuple[str, int]] = set()
        self._tests: dict[str, list[tuple[str, int]]] = {}

    def _trace(self, frame: FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.startswith(self._prefixes):
            return None
        self._seen.add((frame.f_code.co_filename, frame.f_lineno))
        return self._trace

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Trace one test, in all of its threads."""
        self._seen = set()
        threading.settrace(self._trace)
        sys.settrace(self._trace)
        yield
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
        self._tests[item.nodeid] = sorted(self._seen)

    def pytest_sessionfinish(self) -> None:
        """Write down what was seen, one file for each process."""
        seen = {
            test: [(Path(file).relative_to(self._root).as_posix(), line) for file, line in lines]
            for test, lines in self._tests.items()
            if lines
        }
        if seen:
            (self._folder / f"{os.getpid()}.json").write_text(json.dumps(seen), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to note lines: this module is also a plugin (-p torture.mutants)."""
    config.pluginmanager.register(Lines(Path(os.environ["PYTHONPATH"].split(os.pathsep)[0]), Path(os.environ[LINES])))


class Copy:
    """A copy of the checkout, in which tests run."""

    def __init__(self, folder: Path) -> None:
        self.root, self._cache = folder / "project", folder / "cache"
        dropped = shutil.ignore_patterns(
            ".venv", ".git", "node_modules", "__pycache__", "*.duckdb", ".*_cache", "site-*"
        )
        shutil.copytree(ROOT, self.root, ignore=dropped)
        if (shared := ROOT.parent / "shared").exists():
            (folder / "shared").symlink_to(shared.resolve())

    def test(self, *arguments: str, lines: Path | None = None) -> int | None:
        """Run tests, and return pytest's exit code; None when they take too long. A cache of templates is its own."""
        paths = [str(self.root), str(self.root / "tests")]
        environment = {
            **os.environ, "PYTHONPATH": os.pathsep.join(paths), "DLTRACK_CACHE": str(self._cache),
            "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        if lines is not None:
            environment[LINES] = str(lines)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", str(self._cache / "t")]
        shutil.rmtree(self._cache, ignore_errors=True)  # what a mutant wrote helps no other
        self._cache.mkdir()
        with subprocess.Popen(
            [*command, *arguments], cwd=self.root, env=environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        ) as process:  # fmt: skip
            try:
                return process.wait(None if lines else SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                return None

    def outcome(self, mutant: Mutant, tests: list[str]) -> str:
        """Return how a mutant ends: 'fell', 'hung', 'lived', or 'untested' where no test executes its line."""
        file = self.root / mutant.path
        source = file.read_bytes()
        file.write_bytes(source[: mutant.start] + f"({mutant.after})".encode() + source[mutant.end :])
        try:
            for start, end in zip((0, *ROUNDS), ROUNDS, strict=False):
                if chosen := tests[start:end]:
                    code = self.test("-x", *chosen)
                    if code != 0:
                        return "hung" if code is None else "fell"
        finally:
            file.write_bytes(source)
        return "lived" if tests else "untested"


def tests_of_lines(copy: Copy, folder: Path, paths: list[str]) -> dict[tuple[str, int], list[str]]:
    """Run the tests once; return for each line those that execute it, from the one that executes least on."""
    folder.mkdir()
    code = copy.test("-m", GATE, "-p", "torture.mutants", "-n", "auto", *paths, lines=folder)
    if code != 0:
        raise SystemExit(f"the tests fail without a mutant (pytest ends with {code}): run make test")
    seen = {}
    for file in folder.glob("*.json"):
        seen.update(json.loads(file.read_text(encoding="utf-8")))
    found: dict[tuple[str, int], list[str]] = defaultdict(list)
    for test, lines in sorted(seen.items(), key=lambda entry: (len(entry[1]), entry[0])):
        for file, line in lines:
            found[file, line].append(test)
    return found


def draw(mutants: list[Mutant], number: int, seed: int) -> list[Mutant]:
    """Return the named mutants, and others by lot: each kind alike, so that frequent ones leave room for rare ones."""
    lot = random.Random(seed)
    named = [mutant for mutant in mutants if (mutant.path, mutant.before, mutant.after) in NAMED]
    if len(named) != len(NAMED):
        raise SystemExit("NAMED has a mutant that is nowhere in the program")
    kinds: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in lot.sample(mutants, len(mutants)):
        if mutant not in named:
            kinds[mutant.kind].append(mutant)
    turns = [mutants.pop() for _ in range(number) for mutants in kinds.values() if mutants]
    return [*named, *turns][:number]


def main(number: int = 100, seed: int | None = None, *paths: str) -> int:
    """Try mutants and print the figures; 1 when too many live, or one of the named."""
    seed = int(time.time()) if seed is None else seed
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        copies = [Copy(Path(name) / str(worker)) for worker in range(os.cpu_count() or 1)]
        begun = time.monotonic()
        tests = tests_of_lines(copies[0], Path(name) / "lines", list(paths))
        print(f"lines of {len({test for some in tests.values() for test in some})} tests: {_since(begun)}", flush=True)
        drawn = draw(all_mutants(copies[0].root), number, seed)
        if paths:  # a part of the tests is asked only about what it executes
            drawn = [mutant for mutant in drawn if _chosen(mutant, tests)]
        free = list(copies)

        def attempt(mutant: Mutant) -> str:
            copy = free.pop()
            try:
                outcome = copy.outcome(mutant, _chosen(mutant, tests))
            finally:
                free.append(copy)
            print(f"{outcome:8} {mutant.label}", flush=True)
            return outcome

        with ThreadPoolExecutor(len(copies)) as pool:
            outcomes = list(pool.map(attempt, drawn))
    figures: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant, outcome in zip(drawn, outcomes, strict=True):
        figures[mutant.kind][outcome] += 1
    for kind, counts in sorted(figures.items()):
        print(f"{kind}: " + ", ".join(f"{count} {outcome}" for outcome, count in counts.most_common()))
    fallen = [outcome in ("fell", "hung") for outcome in outcomes]
    print(f"{sum(fallen)} of {len(drawn)} fell, seed {seed}, {_since(begun)}")
    return int(sum(fallen) < SHARE * len(drawn) or not all(fallen[: len(NAMED)]))


def _chosen(mutant: Mutant, tests: dict[tuple[str, int], list[str]]) -> list[str]:
    """Return the tests that execute a line of the statement, the most particular first."""
    return list(dict.fromkeys(test for line in mutant.lines for test in tests.get((mutant.path, line), ())))


def _since(begun: float) -> str:
    return f"{time.monotonic() - begun:.0f} s"


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3]), *sys.argv[3:]))
