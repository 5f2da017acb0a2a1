"""Every command that README and docs show exists and runs; what cannot run in a test is listed, and why."""

from __future__ import annotations

import gzip
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from dltrack_db.cli.app import app
from tests.commands import dltrack
from tests.copies import copied

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SAMPLE = {
    "trec2020-passages": "sample-docs",
    **dict.fromkeys(("trec2021-passages", "trec2023-passages", "rag2025"), "sample-passages"),
    "trec2021": "sample",
    "pash_f1": "alder_p1",
    "NLE_P_v1": "alder_p2",
    "ndcg_cut_30": "ndcg_cut_10",
}
"""What stands on the sample (made by us, a quarter of its runs) for what pages name of real years."""
ELSEWHERE = {
    r"exclusions|--exclude": "lists of a track of one's own: tests/metrics/test_exclusions.py",
    r"ingest (trec|msmarco|orcas|llm|rag2025 rag)|--dry-run|--irds": "fetches files: tests/loading, with local ones",
    r"ingest corpus": "reads a corpus: tests/corpus",
    r"ingest runs checkpoints": "rankings of a training: dltrack_db/plugins/validity/tests",
    r"^(connect|lake|snapshots|score|export)\b|--at |--db (http|group|drill)|verify": (
        "a shared database or a cluster: tests/shared, tests/cluster"
    ),
    r"^(mcp|shell)\b": "waits for somebody: dltrack_db/plugins/mcp/tests",
    r"^(report|site|paper|simulate|reproduce)\b": "takes long: the tests of plug-ins",
    r"tracks\.|describe (READWARE2|trec34)|--track": "pages of the TREC Browser: dltrack_db/plugins/trec_browser/tests",
    r"--labels hybrid": "texts of 2021: tests/labels/test_hybrid_labels.py",
    r"--fill|labels\.filled": "labels of people and of models: tests/labels/test_filled_labels.py",
    r"dl19-people|dl-mia|gpt-4o-umbrela": "labels by people and models: dltrack_db/plugins/people/tests",
    r"trec-covid|mytrack|mytexts": "files of a track, own texts: tests/loading, tests/corpus, which run these pages",
}
"""Commands that do not run here, by a pattern, and where the like is run."""
WITH_TABLES = {"questions.md"}
"""Pages whose tables are run too."""
RUN_BY = {"README.md", "comparison.md", "index.md", "tutorial.md"}
"""Pages of which every block is run as it stands, with what it prints, by test_readme.py."""


def commands(page: Path) -> list[list[str]]:
    """The commands in the blocks of a page, continued lines and all."""
    found = []
    for kind, block in re.findall(r"```(sh|console)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        waiting = ""
        for line in block.splitlines():
            if kind == "console" and not waiting and not line.startswith("$ "):
                continue
            waiting += line.removeprefix("$ ")
            if waiting.endswith("\\"):
                waiting = waiting[:-1]
                continue
            try:
                words = shlex.split(waiting, comments=True)
            except ValueError:  # a quotation that goes on
                waiting += "\n"
                continue
            waiting = ""
            end = next((i for i, word in enumerate(words) if word in ("&&", "|", ">", ">>", ";")), None)
            if words[:1] == ["dltrack"]:
                found.append(words[1:end])
        assert not waiting, waiting
    return found


def named(page: Path) -> Iterator[list[str]]:
    """The commands that sentences and tables of a page name, with what they are given there."""
    for text in re.findall(r"`dltrack ([^`\n]+)`", page.read_text(encoding="utf-8")):
        yield shlex.split(text.replace("…", "x").replace("...", ""))


def check_words(words: list[str], page: Path) -> None:
    """Fail on a command or an option that there is not."""
    command = typer.main.get_command(app)
    while words and hasattr(command, "commands") and not words[0].startswith("-"):
        kinds = command.commands
        if words[0] not in kinds and "edition" in kinds:  # `ingest ID`
            command = kinds["edition"]
            break
        assert words[0] in kinds, f"{page.name}: there is no command {words[0]}"
        command, words = kinds[words[0]], words[1:]
    if (command.context_settings or {}).get("ignore_unknown_options"):  # trec-eval reads its options itself
        return
    options = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
    for word in words:
        if re.match(r"--?[a-z]", word):
            name = word.partition("=")[0]
            assert name in options | {"--help", "--at", "--quiet", "--db"}, f"{page.name}: {' '.join(words)}: {name}"


def where_else(words: list[str]) -> str | None:
    """Why a command is not run here; None for one that is."""
    text = " ".join(words)
    return next((why for pattern, why in ELSEWHERE.items() if re.search(pattern, text)), None)


@pytest.mark.campaign
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_and_options_are_there(page):
    for words in (*commands(page), *named(page)):
        check_words(words, page)


def shown(page: Path) -> list[list[str]]:
    """The commands of a page that run."""
    return [*commands(page), *(words for words in named(page) if page.name in WITH_TABLES)]


RUNNING = [page for page in PAGES if page.name not in RUN_BY and any(not where_else(each) for each in shown(page))]


@pytest.fixture
def files(judged_database, tmp_path, monkeypatch):
    """A folder with a database and files by the names that pages use."""
    judged = judged_database.parent / "judged"
    copied(judged_database, tmp_path / "dltrack.duckdb")
    run = (judged / "my_run").read_text()
    (tmp_path / "my_run.txt").write_text(run)
    (tmp_path / "my_run.gz").write_bytes(gzip.compress(run.encode()))
    for name in ("qrels.txt", "people.qrels"):
        shutil.copy(judged / "judge_0", tmp_path / name)
    (tmp_path / "judges").mkdir()
    shutil.copy(judged / "judge_1", tmp_path / "judges" / "judged_again.txt")
    shutil.copy(judged / "board_0.csv", tmp_path / "leaderboard.txt")
    topics = sorted({line.split()[0] for line in run.splitlines()})
    for name in ("topics.txt", "topics.tsv"):
        (tmp_path / name).write_text("".join(f"{topic}\tsome words\n" for topic in topics))
    (tmp_path / "topics.jsonl").write_text("".join(f'{{"id": "{topic}", "title": "words"}}\n' for topic in topics))
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "input.mine").write_text(run.replace("my_run", "mine"))
    (tmp_path / "runs.csv").write_text("run_id,team\nmine,us\n")
    (tmp_path / "submissions.csv").write_text("collection,run_id,is_submission\nsample-passages,p_bm25,false\n")
    monkeypatch.chdir(tmp_path)


@pytest.mark.more
@pytest.mark.parametrize("page", RUNNING, ids=lambda page: page.stem)
def test_commands_of_a_page_run_on_the_sample(page, files):
    for words in shown(page):
        if where_else(words):
            continue
        given = [re.sub("|".join(SAMPLE), lambda match: SAMPLE[match[0]], word) for word in words]
        done = dltrack(*given, DLTRACK_DB="dltrack.duckdb")
        assert done.returncode == 0, f"{page.name}: dltrack {shlex.join(given)}\n{done.stderr}"


@pytest.mark.campaign
@pytest.mark.real
def test_commands_about_the_strength_of_evidence_run_on_real_years(real_database):
    page = ROOT / "docs" / "evidence.md"
    for words in commands(page):
        if "trec2020-passages" in words:  # the real data have no runs of that year
            continue
        done = dltrack(*words, DLTRACK_DB=str(real_database))
        assert done.returncode == 0, done.stderr
        assert "NLE_P_v1" not in words or " ".join(done.stdout.split()).count("645 topics with 80%")


def test_what_is_run_elsewhere_is_still_shown():
    shown = [" ".join(words) for page in PAGES for words in commands(page)]
    assert [pattern for pattern in ELSEWHERE if not any(re.search(pattern, text) for text in shown)] == []
    assert {page.name for page in RUNNING} >= {"evidence.md", "judges.md", "measures.md", "own-edition.md"}
