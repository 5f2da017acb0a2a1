"""Every reading command over databases of every kind, in formats for people and for programs.

What was built apart meets here: a new kind of labels and an old command, runs without rankings and a table for papers.
A command ends well or with one sentence; people read no missing value as a word; a name or a measure that was asked for
is in the answer or named as missing; no run has a place where all have one value.
"""

from __future__ import annotations

import csv
import functools
import io
import itertools
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dltrack_db.cli.commands import all_commands, takes_snapshot
from tests.commands import Done, dltrack

pytestmark = pytest.mark.more

GAP = re.compile(r"(?<![\w'-])(null|None|nan|NaN|undefined|<NA>)(?![\w'-])|\$\{|(?<!\w)\{\}")
"""A value that is not there, or a sentence that was not filled."""
KINDS = ("whole", "topics alone", "one run", "labels alone", "all equal", "scores alone", "excluded")


def run_of(run: str, topics: int = 4, seed: int = 1) -> str:
    """A run over documents d0 to d8."""
    draw = random.Random(f"{run}{seed}")
    rows = [
        f"q{topic} Q0 d{doc} {rank} {9 - rank}.5 {run}\n"
        for topic in range(topics)
        for rank, doc in enumerate(draw.sample(range(9), 6), 1)
    ]
    return "".join(rows)


def labels_of(name: str) -> str:
    """Labels of the four topics: graded, binary, fractions, or one grade for all."""
    draw = random.Random(name)
    grade = {
        "graded": lambda: draw.randint(0, 3),
        "binary": lambda: draw.randint(0, 1),
        "fractions": lambda: round(draw.random(), 2),
        "one grade": lambda: 1,
    }[name]
    return "".join(f"q{topic} 0 d{doc} {grade()}\n" for topic in range(4) for doc in range(9))


@pytest.fixture(scope="module")
def database_of(tmp_path_factory) -> Callable[[str], Path]:
    """Give a small database of a kind, with a collection c; it is loaded when it is asked for first."""
    folder = tmp_path_factory.mktemp("kinds")
    (folder / "topics.tsv").write_text("".join(f"q{topic}\twhat is thing {topic}\n" for topic in range(4)))
    for name in ("graded", "binary", "fractions", "one grade"):
        (folder / f"{name}.qrels").write_text(labels_of(name))
    for run in ("r1", "r2", "r3"):
        (folder / f"{run}.txt").write_text(run_of(run))
    (folder / "teams.csv").write_text("run_id,team,category\nr1,A,manual\nr2,A,automatic\nr3,B,automatic\n")
    scores = [f"r{run} map q{topic} {run * topic / 10}\n" for run in (1, 2, 3) for topic in range(4)]
    (folder / "scores.txt").write_text("".join(scores))

    @functools.cache
    def load(kind: str) -> Path:
        db = folder / f"{kind}.duckdb"
        given = ["ingest", "collection", "--name", "c", "--topics", folder / "topics.tsv", "--db", db]
        runs = [folder / f"{run}.txt" for run in ("r1", "r2", "r3")]
        more: list[tuple[str, Path]] = []
        match kind:
            case "whole":
                given += ["--qrels", folder / "graded.qrels", "--metadata", folder / "teams.csv"]
                given += [part for run in runs for part in ("--runs", run)]
                more = [("qrels", folder / f"{name}.qrels") for name in ("binary", "fractions")]
            case "excluded":  # q0 has nothing left, and q1 no label
                given += ["--qrels", folder / "graded.qrels", "--exclude", "self"]
                given += [part for run in runs for part in ("--runs", run)]
                (folder / "excluded.txt").write_text(
                    "".join(f"q{topic} d{doc}\n" for topic in range(2) for doc in range(9)) + "q2 d1\n"
                )
                more = [("exclusions", folder / "excluded.txt")]
            case "one run":
                given += ["--qrels", folder / "graded.qrels", "--runs", runs[0]]
            case "labels alone":
                given += ["--qrels", folder / "graded.qrels"]
            case "scores alone":
                given += ["--qrels", folder / "graded.qrels"]
                more = [("scores", folder / "scores.txt")]
            case "all equal":
                given += ["--qrels", folder / "one grade.qrels", *(part for run in runs for part in ("--runs", run))]
        for words in (given, *(["ingest", part, file, "-c", "c", "--db", db] for part, file in more)):
            done = dltrack(*words)
            assert done.returncode == 0, done.stderr
        return db

    return load


def commands(folder: Path) -> dict[str, list[object]]:
    """What is asked, by name; the first word is the command."""
    run = folder / "mine.txt"
    run.write_text(run_of("mine"))
    asked: dict[str, list[object]] = {
        "leaderboard": ["leaderboard", "c"],
        "leaderboard measures": ["leaderboard", "c", "--measures", "map,recip_rank,P_5", "--significance"],
        "leaderboard baseline": ["leaderboard", "c", "--measures", "map,ndcg_cut_10", "--baseline", "r1"],
        "leaderboard labels": ["leaderboard", "c", "--labels", "binary", "--measures", "map"],
        "leaderboard fractions": ["leaderboard", "c", "--labels", "fractions", "--measures", "ndcg_cut_10"],
        "leaderboard two": ["leaderboard", "c", "c"],
        "eval": ["eval", run, "-c", "c"],
        "eval baseline": ["eval", run, "-c", "c", "--baseline", "r1"],
        "eval fractions": ["eval", run, "-c", "c", "--labels", "fractions", "-m", "map"],
        "compare": ["compare", "r1", "r2", "-c", "c"],
        "gate": ["gate", "r1", "r2", "-c", "c"],
        "gate of a file": ["gate", run, "r1", "-c", "c", "-m", "map,nDCG@10", "--by", "0.1"],
        "judges": ["judges", "c"],
        "judges map": ["judges", "c", "--measures", "map"],
        "judges scores": ["judges", "c", "--scores"],
        "judges correct": ["judges", "c", "--labels", "binary", "--correct", "--people", "own"],
        "audit": ["audit", "c"],
        "check": ["check", run, "-c", "c"],
        "explain": ["explain", "r1", "0.5", "-c", "c", "-m", "map"],
        "diff": ["diff", "r1", "r2", "-c", "c"],
        "topics": ["topics", "c"],
        "printed number": ["printed-number", "0.7494"],
        "describe": ["describe", "c"],
        "cite": ["cite", "c"],
        "status": ["status"],
        "validations": ["validations"],
        "verify": ["verify"],
        "sql": ["sql", "from systems.leaderboard"],
    }
    return asked


FORMATS = ("table", "csv", "latex")
"""For people, programs and papers: the last of boards, comparisons and queries, the second of the others."""
WITHOUT_FORMAT = {"cite", "check"}
OF_PAPERS = ("leaderboard", "compare", "sql")
OF_EVERY_DATABASE = {"printed-number"}
"""Commands about published numbers, which every database holds."""


def ask(words: list[object], db: Path, format: str) -> Done:
    more = [] if words[0] in WITHOUT_FORMAT else ["-f", format]
    return dltrack(*words, "--db", db, *more)


@pytest.mark.parametrize("kind", KINDS)
def test_commands_end_well_or_with_one_sentence_and_print_no_gap(database_of, tmp_path, kind):
    wrong = []
    for (name, words), format in itertools.product(commands(tmp_path).items(), FORMATS):
        if kind != KINDS[0] and (format != FORMATS[0] or words[0] in OF_EVERY_DATABASE):
            continue
        if format != FORMATS[0] and (words[0] in WITHOUT_FORMAT or (format == "latex") != (words[0] in OF_PAPERS)):
            continue
        done = ask(words, database_of(kind), format)
        said = done.stderr.strip().splitlines()
        if done.returncode not in (0, 1, 2, 3, 4) or "Traceback" in done.stderr:
            wrong.append(f"{name} -f {format}: exit {done.returncode}, {done.stderr[-200:]}")
        elif done.returncode in (1, 2) and not done.stdout and not (said and "dltrack:" in done.stderr):
            wrong.append(f"{name} -f {format}: exit {done.returncode} without a sentence: {done.stderr[-200:]}")
        if format != "csv" and (gap := GAP.search(done.stdout + done.stderr)):
            place = (done.stdout + done.stderr)[max(0, gap.start() - 60) : gap.end() + 40]
            wrong.append(f"{name} -f {format}: prints a gap: {place!r}")
    assert wrong == []


def rows(db: Path, *words: object) -> list[dict[str, str]]:
    done = dltrack(*words, "--db", db, "-f", "csv")
    assert done.returncode == 0, done.stderr
    return list(csv.DictReader(io.StringIO(done.stdout)))


def test_no_run_has_a_place_where_all_have_one_value(database_of):
    board = rows(database_of("all equal"), "leaderboard", "c", "--measures", "P_5")
    assert len({row["P_5"] for row in board}) == 1
    assert {row.get("rank") or "" for row in board} == {""}


def test_one_question_has_one_answer_in_every_format(database_of):
    db = database_of("whole")
    words = ["leaderboard", "c", "--measures", "map,ndcg_cut_10", "--baseline", "r1"]
    table = rows(db, *words)
    records = json.loads(dltrack(*words, "--db", db, "-f", "json").stdout)
    latex = dltrack(*words, "--db", db, "-f", "latex").stdout
    markdown = dltrack(*words, "--db", db, "-f", "markdown").stdout
    assert [row["run_id"] for row in table] == [record["run_id"] for record in records]
    for row, record in zip(table, records, strict=True):
        for measure in ("map", "ndcg_cut_10"):
            assert float(row[measure]) == record[measure]
            shown = f"{record[measure]:.4f}"
            assert shown in latex and shown in markdown
    compared = {row["measure"]: row for row in rows(db, "compare", "r2", "r1", "-c", "c", "-m", "map")}
    by_board = next(row for row in table if row["run_id"] == "r2")
    assert float(by_board["map_p_value"]) == pytest.approx(float(compared["map"]["p_t"]), abs=1e-12)


def test_labels_without_a_level_are_refused_in_one_sentence_everywhere(database_of, tmp_path):
    db = database_of("whole")
    (tmp_path / "mine.txt").write_text(run_of("mine"))
    said = {
        dltrack(*words, "--labels", "fractions", "--db", db).stderr
        for words in (
            ["leaderboard", "c", "--measures", "map"],
            ["eval", tmp_path / "mine.txt", "-c", "c", "-m", "map"],
        )
    }
    assert len(said) == 1
    assert "level" in said.pop()


def test_reading_commands_are_all_in_the_table(tmp_path):
    asked = {words[0] for words in commands(tmp_path).values()}
    elsewhere = {
        *("export", "report", "site", "reproduce", "views", "shell", "mcp", "connect", "simulate"),
        *("sources", "snapshots"),
    }
    assert {name for name in all_commands() if takes_snapshot(name)} - asked <= elsewhere
