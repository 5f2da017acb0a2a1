"""The README's commands and Python give what it prints, on the sample; those of the tutorial run as they stand."""

from __future__ import annotations

import doctest
import gzip
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import dltrack, process
from tests.copies import copied

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


PAGES = [README, *((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("index", "comparison"))]
BLOCKS = re.findall(r"```console\n\$ dltrack (.*?)```", "".join(PAGES), re.DOTALL)
OF_A_YEAR = [block for block in BLOCKS if "trec2021" in block]


@pytest.mark.more
@pytest.mark.parametrize("block", [block for block in BLOCKS if block not in OF_A_YEAR])
def test_commands_print_what_the_readme_shows(block, sample_database):
    assert_prints(block, sample_database)


@pytest.mark.campaign
def test_a_real_year_prints_what_the_readme_shows(real_data, tmp_path, monkeypatch):
    from dltrack_db.base import recipes
    from dltrack_db.load import loader

    db = tmp_path / "x.duckdb"
    places = [real_data / folder for folder in ("deep", "msmarco", "scores")]
    loader.load_edition(recipes.load("trec2021"), db, loader.LoadOptions(say=lambda _: None), places=places)
    assert OF_A_YEAR
    submitted = real_data / "runs" / "trec2021-passages" / "input.p_fusion10.gz"
    lines_of_run = gzip.decompress(submitted.read_bytes()).decode().splitlines()
    (tmp_path / "my_run.txt").write_text("".join(f"{line.rsplit(maxsplit=1)[0]} my_run\n" for line in lines_of_run))
    monkeypatch.chdir(tmp_path)
    for block in OF_A_YEAR:
        assert_prints(block, db)


def assert_prints(block: str, db: Path) -> None:
    command, _, shown = block.partition("\n")
    result = dltrack(*shlex.split(command), DLTRACK_DB=str(db))
    assert lines(result.stdout) == lines(shown)


@pytest.mark.campaign
def test_python_prints_what_the_readme_shows(sample_database, tmp_path, monkeypatch):
    (session,) = re.findall(r"```pycon\n(.*?)```", README, re.DOTALL)
    (tmp_path / "dltrack.duckdb").symlink_to(sample_database)
    monkeypatch.chdir(tmp_path)
    session = re.sub(r"\d\.\d{6,}", lambda match: match[0][:8] + "...", session)  # last digits hang on summation order
    test = doctest.DocTestParser().get_doctest(session, {}, "README", "README.md", 0)
    report: list[str] = []
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert not failed, "".join(report)


def blocks_of(page: str, skip: str) -> list[tuple[str, str]]:
    """Language and text of the blocks of a page, but for those with what is skipped."""
    blocks = re.findall(r"```(sh|python)\n(.*?)```", page, re.DOTALL)
    return [(language, text) for language, text in blocks if not re.search(skip, text)]


STATEMENT = re.compile(r"""(?:[^\n"']|"[^"]*"|'[^']*')+""")
"""A line of a shell, or several where a quotation goes on."""


def work_through_here(page: str, *, skip: str, without: set[str]) -> int:
    """Run every block of a page in this process, but for one command; how many blocks there were."""
    blocks = blocks_of(page, skip)
    for language, text in blocks:
        if language == "python":
            exec(compile(text, "page", "exec"), {})
            continue
        for statement in STATEMENT.findall(text):
            words = shlex.split(statement, comments=True)
            if words[0] != "dltrack":
                subprocess.run(["sh", "-e", "-c", statement], check=True)
            elif words[1] != without:
                # a shell takes the place of the process that it is called in
                done = process("shell") if words[1] == "shell" else dltrack(*words[1:])
                assert done.returncode == 0, f"{statement}\n{done.stdout}\n{done.stderr}"
    return len(blocks)


def work_through(page: str, folder: Path, *, skip: str, case: str) -> int:
    """Run every block of a page one after the other, as a reader would paste it; how many there were.

    `case` is what the shell does first in the case of some commands, where a test has no network or no time.
    """
    command = folder / "bin" / "dltrack"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\ncase "$*" in {case} ;; esac\nexec "{sys.executable}" -m dltrack_db "$@"\n')
    command.chmod(0o755)
    path = f"{command.parent}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    work = folder / "work"
    work.mkdir(exist_ok=True)
    blocks = blocks_of(page, skip)
    for language, text in blocks:
        call = ["sh", "-e", "-c", text] if language == "sh" else [sys.executable, "-c", text]
        done = subprocess.run(call, cwd=work, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
    return len(blocks)


TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")


@pytest.mark.more
def test_the_tutorial_runs_as_it_stands_on_the_sample(sample_database, tmp_path, monkeypatch):
    copied(sample_database, tmp_path / "dltrack.duckdb")  # which `ingest sample` finds loaded
    monkeypatch.chdir(tmp_path)
    assert work_through_here(TUTORIAL, skip="trec2021", without="report") == 8


@pytest.mark.campaign
def test_the_tutorial_runs_from_nothing(real_data, tmp_path):
    given = " ".join(f"--from {real_data / folder}" for folder in ("deep", "msmarco", "scores"))
    case = f'"ingest trec2021"*) set -- "$@" {given}'
    assert work_through(TUTORIAL, tmp_path, skip="runs nist", case=case) == 9
    assert (tmp_path / "work" / "figure.pdf").is_file()


def test_linked_files_exist():
    for page in (README, (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        for target in re.findall(r"\]\(([\w./-]+)\)", page):
            assert (ROOT / target).exists(), target
