"""The README's commands and Python give what it prints, on the sample."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from cli.test_cli import dltrack

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


BLOCKS = re.findall(r"```console\n\$ dltrack (.*?)```", README, re.DOTALL)
OF_A_YEAR = [block for block in BLOCKS if "trec2021" in block]


@pytest.mark.parametrize("block", [block for block in BLOCKS if block not in OF_A_YEAR])
def test_commands_print_what_the_readme_shows(block, sample_database):
    assert_prints(block, sample_database)


def test_a_real_year_prints_what_the_readme_shows(real_data, tmp_path):
    from dltrack_db import recipes
    from dltrack_db.loading import loader

    db = tmp_path / "x.duckdb"
    places = [real_data / folder for folder in ("deep", "msmarco", "scores")]
    loader.load_edition(recipes.load("trec2021"), db, loader.LoadOptions(say=lambda _: None), places=places)
    assert OF_A_YEAR
    for block in OF_A_YEAR:
        assert_prints(block, db)


def assert_prints(block: str, db: Path) -> None:
    command, _, shown = block.partition("\n")
    result = dltrack(*shlex.split(command), DLTRACK_DB=str(db))
    assert lines(result.stdout) == lines(shown)


def test_python_prints_what_the_readme_shows(sample_database, tmp_path, monkeypatch):
    (session,) = re.findall(r"```pycon\n(.*?)```", README, re.DOTALL)
    (tmp_path / "dltrack.duckdb").symlink_to(sample_database)
    monkeypatch.chdir(tmp_path)
    session = re.sub(r"\d\.\d{6,}", lambda match: match[0][:8] + "...", session)  # last digits hang on summation order
    test = doctest.DocTestParser().get_doctest(session, {}, "README", "README.md", 0)
    report: list[str] = []
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert not failed, "".join(report)


def test_linked_files_exist():
    for page in (README, (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        for target in re.findall(r"\]\(([\w./-]+)\)", page):
            assert (ROOT / target).exists(), target
