"""Mutants: change one spot of the program, and see whether a test of the gate falls.

`python tests/torture/mutants.py [NUMBER [SEED [PATHS...]]]` draws mutants by lot, and runs the tests of `make test`, or
those of PATHS, once, on a program that notes which test comes to which of those spots, subprocesses included. Then it
runs, for each mutant, the tests that come to its spot, the most particular ones first. What none of them sees is asked
of `make test-more` in the same way. All of it happens in copies: no file of the checkout changes.
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
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = tuple(f"dltrack_db/{name}/" for name in ("load", "store", "score", "ask"))
TIERS = ("not more and not service and not campaign", "(more or service) and not campaign and not real")
"""The tests of the gate: those of `make test`, and those of `make test-more`, asked about what the first do not see."""
NOTES = "DLTRACK_MUTANT_NOTES"
"""The variable with the folder into which the program notes the spots that tests come to, and pytest how each ended."""
NOTE = "dltrack_db.mutant_notes"
NOTE_SOURCE = f'''"""Notes which test comes to which spots of the program."""
import os

_noted = {{}}
_environment = os.environ._data  # a test's spots are visited millions of times; os.environ encodes its keys each time
_test_key, _folder_key = map(os.environ.encodekey, ("PYTEST_CURRENT_TEST", "{NOTES}"))


def note(*numbers):
    step, folder = _environment.get(_test_key), _environment.get(_folder_key)
    if not (step and folder):
        return
    noted = _noted.setdefault(step, set())
    if noted.issuperset(numbers):
        return
    new = set(numbers) - noted
    noted |= new
    test = os.fsdecode(step).rpartition(" ")[0]
    try:
        with open(os.path.join(os.fsdecode(folder), str(os.getpid()) + ".spots"), "a", encoding="utf-8") as file:
            file.writelines(f"{{number}}\\t{{test}}\\n" for number in sorted(new))
    except OSError:  # a test that takes away the room or the right to write
        pass
'''
UNSOUND = 0.02
"""of the tests may fail on the program that notes (one that reads sources, say): these are not asked."""
ROUNDS = (25, 200)
"""Tests that are tried: first the most particular, then the others."""
SECONDS = 600
"""After these a round ends, and the mutant counts as fallen: it hangs."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
SHARE = 0.9
"""of mutants that must fall"""
COMPARED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes from `start` to `end` of a file become `after`.

    What is computed when the module is imported has `entries`: where the functions that may use it begin.
    """

    kind: str
    path: str
    line: int
    start: int
    end: int
    before: str
    after: str
    entries: tuple[tuple[int, int], ...] = ()

    @property
    def label(self) -> str:
        """The change in words."""
        return f"{self.path}:{self.line} {self.kind}: {self.before[:90]} -> {self.after[:90]}"


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

    def visit(node: ast.AST, function: ast.AST | None, runs: bool) -> Iterator[Mutant]:
        # positions in f-strings are none of the file's; annotations, imports and patterns are no values
        if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom | ast.pattern) or _is_for_types(node):
            return
        for kind, target, new in _changes(node):
            yield Mutant(
                kind,
                path,
                target.lineno,
                starts[target.lineno - 1] + target.col_offset,
                starts[target.end_lineno - 1] + target.end_col_offset,
                ast.unparse(target),
                ast.unparse(new),
                () if runs else tuple(_entries(function or tree, starts)),
            )
        for name, value in ast.iter_fields(node):
            if name not in ("annotation", "returns", "decorator_list", "type_params"):
                # a default is computed outside of the function that it belongs to
                own, within = (node, runs or name == "body") if isinstance(node, FUNCTIONS) else (function, runs)
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        yield from visit(child, own, within)

    tree = ast.parse(source)
    for node in tree.body:
        yield from visit(node, None, False)


def _entries(within: ast.AST, starts: list[int]) -> Iterator[tuple[int, int]]:
    """Yield where the first statement of each function begins, docstrings left out, and how far it is indented."""
    for node in ast.walk(within):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[min(ast.get_docstring(node) is not None, len(node.body) - 1)]
            decorators = getattr(first, "decorator_list", [])
            line = min((one.lineno for one in decorators), default=first.lineno)
            if first.lineno > node.lineno:
                yield starts[line - 1] + first.col_offset, first.col_offset


def note_spots(source: bytes, numbered: list[tuple[int, Mutant]]) -> bytes:
    """Return the source of one file that notes, for each mutant's number, that a test comes to its spot."""
    call = f"__import__({NOTE!r}, fromlist=['note']).note"
    pieces: list[tuple[int, int, int, bytes]] = []  # where, end before begin, the longer outside, what
    entries: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, mutant in numbered:
        length = mutant.end - mutant.start
        pieces.append((mutant.start, 2, -length, f"({call}({number}), ".encode()))
        pieces.append((mutant.end, 0, length, b")[1]"))
        for entry in mutant.entries:
            entries[entry].append(number)
    for (place, indent), numbers in entries.items():
        text = f"{call}({', '.join(map(str, numbers))})\n{' ' * indent}"
        pieces.append((place, 1, 0, text.encode()))
    for place, _, _, text in sorted(pieces, key=lambda piece: piece[:3], reverse=True):
        source = source[:place] + text + source[place:]
    return source


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


class Endings:
    """A plugin of pytest: how long each test takes, and whether it passes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tests: dict[str, tuple[float, bool]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a step of a test."""
        seconds, passed = self._tests.get(report.nodeid, (0.0, True))
        self._tests[report.nodeid] = (seconds + report.duration, passed and not report.failed)

    def pytest_sessionfinish(self) -> None:
        """Write down how the tests ended."""
        (self._folder / "endings.json").write_text(json.dumps(self._tests), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to note endings, in the process that hears of all tests: this module is also a plugin (-p)."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Endings(Path(os.environ[NOTES])))


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

    def test(self, *arguments: str, notes: Path | None = None) -> int | None:
        """Run tests, and return pytest's exit code; None when they take too long. A cache of templates is its own."""
        paths = [str(self.root), str(self.root / "tests")]
        environment = {
            **os.environ, "PYTHONPATH": os.pathsep.join(paths), "DLTRACK_CACHE": str(self._cache),
            "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        if notes is not None:
            environment[NOTES] = str(notes)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", str(self._cache / "t")]
        shutil.rmtree(self._cache, ignore_errors=True)  # what a mutant wrote helps no other
        self._cache.mkdir()
        with subprocess.Popen(
            [*command, *arguments], cwd=self.root, env=environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        ) as process:  # fmt: skip
            try:
                return process.wait(None if notes else SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                return None

    def outcome(self, mutant: Mutant, tests: list[str]) -> str:
        """Return how a mutant ends: 'fell', 'hung', 'lived', or 'untested' where no test comes there."""
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


def tests_of_spots(copy: Copy, folder: Path, drawn: list[Mutant], tier: str, paths: list[str]) -> list[list[str]]:
    """Run the tests of a tier once; return for each mutant those at its spot, from the one that sees least of all."""
    folder.mkdir()
    files: dict[str, list[tuple[int, Mutant]]] = defaultdict(list)
    for number, mutant in enumerate(drawn):
        files[mutant.path].append((number, mutant))
    sources = {path: (copy.root / path).read_bytes() for path in files}
    note = copy.root / f"{NOTE.replace('.', '/')}.py"
    note.write_text(NOTE_SOURCE, encoding="utf-8")
    try:
        for path, numbered in files.items():
            (copy.root / path).write_bytes(note_spots(sources[path], numbered))
        copy.test("-m", tier, "-p", "torture.mutants", "-n", "auto", "--dist", "loadfile", *paths, notes=folder)
    finally:
        note.unlink()
        for path, source in sources.items():
            (copy.root / path).write_bytes(source)
    endings: dict[str, tuple[float, bool]] = json.loads((folder / "endings.json").read_text(encoding="utf-8"))
    failed = sorted(test for test, (_, passed) in endings.items() if not passed)
    if len(failed) > UNSOUND * len(endings):
        raise SystemExit(f"{len(failed)} of {len(endings)} tests fail without a mutant: run make test")
    print(f"not asked: {failed}" if failed else "every test is asked", flush=True)
    spots: dict[str, set[int]] = defaultdict(set)
    for file in folder.glob("*.spots"):
        for line in file.read_text(encoding="utf-8").splitlines():
            spot, _, test = line.partition("\t")
            spots[test].add(int(spot))
    found: list[list[str]] = [[] for _ in drawn]
    for test in sorted(spots, key=lambda test: (len(spots[test]), endings.get(test, (0.0, True))[0], test)):
        if endings.get(test, (0.0, False))[1]:
            for spot in spots[test]:
                found[spot].append(test)
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


def _attempt_all(copies: list[Copy], tests: dict[Mutant, list[str]]) -> dict[Mutant, str]:
    """Try mutants, one in each copy at a time, and return how they end."""
    free = list(copies)

    def attempt(mutant: Mutant) -> str:
        copy = free.pop()
        try:
            outcome = copy.outcome(mutant, tests[mutant])
        finally:
            free.append(copy)
        print(f"{outcome:8} {mutant.label}", flush=True)
        return outcome

    with ThreadPoolExecutor(len(copies)) as pool:
        return dict(zip(tests, pool.map(attempt, tests), strict=True))


def main(number: int = 100, seed: int | None = None, *paths: str) -> int:
    """Try mutants and print the figures; 1 when too many live, or one of the named."""
    seed = int(time.time()) if seed is None else seed
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        copies = [Copy(Path(name) / str(worker)) for worker in range(os.cpu_count() or 1)]
        begun = time.monotonic()
        drawn = draw(all_mutants(copies[0].root), number, seed)
        outcomes = dict.fromkeys(drawn, "untested")
        for place, tier in enumerate(TIERS):
            left = [mutant for mutant in drawn if outcomes[mutant] in ("lived", "untested")]
            print(f"{len(left)} mutants, tests that are {tier}", flush=True)
            found = tests_of_spots(copies[0], Path(name) / f"notes-{place}", left, tier, list(paths))
            print(f"spots of {len({test for some in found for test in some})} tests: {_since(begun)}", flush=True)
            outcomes |= _attempt_all(copies, {one: some for one, some in zip(left, found, strict=True) if some})
    figures: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant, outcome in outcomes.items():
        figures[mutant.kind][outcome] += 1
    for kind, counts in sorted(figures.items()):
        print(f"{kind}: " + ", ".join(f"{count} {outcome}" for outcome, count in counts.most_common()))
    fallen = [outcome in ("fell", "hung") for outcome in outcomes.values()]
    print(f"{sum(fallen)} of {len(drawn)} fell, seed {seed}, {_since(begun)}")
    return int(sum(fallen) < SHARE * len(drawn) or not all(fallen[: len(NAMED)]))


def _since(begun: float) -> str:
    return f"{time.monotonic() - begun:.0f} s"


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3]), *sys.argv[3:]))
