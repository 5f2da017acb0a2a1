"""Promises of pages and help are listed in `tests/promises.csv`, each promise with a test that everybody runs."""

from __future__ import annotations

import ast
import csv
import functools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import typer.main

from dltrack_db.base import resources
from dltrack_db.cli.app import app

PROMISING = re.compile(
    r"\b(never|always|refused?|refuses|atomic\w*|unchanged|byte for byte|changes? nothing|changed no|does not change|"
    r"nothing in|or nothing|not at all|read-only|cannot|the same numbers?|no server|no command|no text)\b",
    re.IGNORECASE,
)
"""Words that promise something in README.md, SECURITY.md and help: each such place is in the list, or below."""
NO_PROMISES = (
    "never (needs data that is not published)",
    "or alone with --refused. In dltrack sql, they are the table refused_loads. Example: dltrack validations --refused",
    "the failed expectations of the last 20 refused loads",
    "Only refused loads",
    "Serve the database to assistants, read-only, over",
    "Open the DuckDB shell on the database, read-only unless --write is given.",
    "Run a query, read-only:",
)
WITH_SERVERS = {"cluster", "shared", "site"}
"""Folders with tests that start servers or a browser (tests/conftest.py): none of `make test` can."""


class Promise(NamedTuple):
    """A sentence of a page, and the test that shows it."""

    id: str
    sentence: str
    page: str
    test: str


@functools.cache
def promises() -> tuple[Promise, ...]:
    with (resources.ROOT / "tests" / "promises.csv").open(encoding="utf-8", newline="") as file:
        return tuple(Promise(**row) for row in csv.DictReader(file))


def helps(command: Any, name: str = "dltrack") -> Iterator[tuple[str, str]]:
    """Commands with what `--help` says of each, of its options and of the commands below it, and these."""
    below = dict(getattr(command, "commands", {}).items())
    options = (getattr(parameter, "help", None) or "" for parameter in command.params)
    yield (
        f"{name} --help",
        "\n".join((command.help or "", *options, *((each.help or "").split("\n\n")[0] for each in below.values()))),
    )
    for word, each in below.items():
        yield from helps(each, f"{name} {word}")


@functools.cache
def pages() -> dict[str, str]:
    """Texts of all pages that promise something, with plain spaces."""
    names = {promise.page for promise in promises() if not promise.page.endswith("--help")} | {
        "README.md",
        "SECURITY.md",
    }
    found = {name: (resources.ROOT / name).read_text(encoding="utf-8") for name in names}
    found |= dict(helps(typer.main.get_command(app)))
    return {name: " ".join(text.split()) for name, text in found.items()}


def unlisted(page: str, text: str, listed: tuple[str, ...]) -> list[str]:
    """Places of a text with a word that promises something, outside of all listed sentences."""
    spans = [match.span() for sentence in listed for match in re.finditer(re.escape(sentence), text)]
    return [
        f"{page}: {text[max(0, match.start() - 60) : match.end() + 60]}"
        for match in PROMISING.finditer(text)
        if not any(begin <= match.start() and match.end() <= end for begin, end in spans)
    ]


def fault(test: str) -> str | None:
    """Return why a test shows no promise to everybody: it is not there, or of a later tier without need."""
    path, _, name = test.partition("::")
    file = resources.ROOT / path
    body = ast.parse(file.read_text(encoding="utf-8")).body if file.is_file() else []
    (found,) = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == name] or [None]
    if found is None:
        return f"there is no {test}"
    common = [
        node.value for node in body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
    ]
    marks = {
        part.removeprefix("pytest.mark.")
        for mark in (*found.decorator_list, *common)
        for part in re.findall(r"^pytest\.mark\.\w+|(?<=[\[ ])pytest\.mark\.\w+(?=[,\]])", ast.unparse(mark))
    }
    later = marks & ({"campaign"} if file.parent.name in WITH_SERVERS else {"more", "campaign"})
    return f"{test} is marked as {', '.join(sorted(later))}" if later else None


def test_every_promise_stands_on_its_page_and_has_its_test():
    """Of what needs servers or a browser, in `make test-more`; of all else, in `make test`."""
    assert len({promise.id for promise in promises()}) == len(promises()) > 80
    absent = [promise.id for promise in promises() if promise.sentence not in pages()[promise.page]]
    assert absent == []
    assert [wrong for promise in promises() if (wrong := fault(promise.test))] == []


def test_every_sentence_that_promises_is_in_the_list():
    wrong = []
    for page, text in pages().items():
        if not page.startswith("docs/"):
            sentences = tuple(promise.sentence for promise in promises()) + NO_PROMISES
            wrong += unlisted(page, text, sentences)
    assert wrong == []


def test_what_is_no_test_of_everybody_is_found():
    assert (
        fault("tests/loading/test_loader.py::test_that_is_gone")
        == "there is no tests/loading/test_loader.py::test_that_is_gone"
    )
    assert fault("tests/gone.py::test_x") == "there is no tests/gone.py::test_x"
    assert "is marked as campaign" in fault(
        "dltrack_db/plugins/site/tests/test_campaign.py::test_before_labels_the_page_says_what_the_check_says"
    )
    assert "is marked as campaign" in fault("tests/torture/test_torture.py::test_kills")
    assert unlisted("x", "It never changes, and never errs.", ("It never changes",)) == [
        "x: It never changes, and never errs."
    ]
