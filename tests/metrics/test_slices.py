"""Large runs are taken in slices: outputs and messages are those of reading them as a whole."""

from __future__ import annotations

import random
import warnings
from itertools import cycle
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli import trec_eval
from dltrack_db.cli.app import app
from dltrack_db.errors import DltrackError
from dltrack_db.score import inputs, intake

MEASURES = ["map", "recip_rank", "ndcg_cut_3", "P_2", "bpref", "num_ret"]
QRELS = "".join(
    f"{topic} 0 d{doc} {(topic * doc) % 3}\n" for topic in (1, 2, 3, 4, 5, 6, 12, 13) for doc in (1, 3, 4, 7)
)


def make_run(seed: int, *, topics: int = 11, score: str = "tied", gap: int = 5, separator: str = " ") -> str:
    """Return lines of topics next to each other; scores tie, or fall, or have nothing to do with the rank."""
    chance = random.Random(seed)
    lines = []
    for topic in range(1, topics + 1):
        if topic == gap:
            continue
        docs = chance.sample(range(1, 9), chance.randint(1, 7))
        for rank, doc in enumerate(docs, start=1):
            value = {
                "tied": f"{chance.choice([0.5, 1, 1.00000001, 2, -3]):.9g}",
                "falling": str(-rank),
                "wild": f"{chance.uniform(-1e9, 1e9)!r}",
            }[score]
            lines.append(separator.join((str(topic), "Q0", f"d{doc}", str(rank), value, "tag")))
    return "\n".join(lines) + "\n"


RUNS = {
    "ties": make_run(1),
    "ties again": make_run(2, separator="\t"),
    "in order": make_run(3, score="falling"),
    "wild scores": make_run(4, score="wild"),
    "no line end": make_run(5).rstrip("\n"),
    "blank lines": make_run(6).replace("\n4 ", "\n\n\n4 "),
    "a topic in two places": make_run(7) + "1 Q0 d8 9 -5 tag\n",
    "a topic between two halves": make_run(8).replace("\n4 Q0", "\n1 Q0 d9 77 0.25 tag\n4 Q0", 1),
    "a document twice": make_run(9, topics=3) + "6 Q0 d2 1 3 tag\n6 Q0 d2 2 2 tag\n" + make_run(9)[-40:],
    "a document twice, unjudged": make_run(10) + "99 Q0 d2 1 3 tag\n99 Q0 d2 2 2 tag\n",
    "carriage returns": make_run(11).replace("\n", "\r\n"),
    "one carriage return": make_run(12).replace("tag\n7 ", "tag\r\n7 ", 1),
    "nan": make_run(13) + "12 Q0 d1 1 nan tag\n",
    "infinite": make_run(14) + "12 Q0 d1 1 inf tag\n",
    "beyond a float": make_run(15) + "12 Q0 d1 1 1e39 tag\n",
    "five columns": make_run(16) + "12 Q0 d1 1 2\n",
    "a word as rank": make_run(17) + "12 Q0 d1 x 2 tag\n",
    "a comment": make_run(18) + "# 12 Q0 d1 1 2 tag\n",
    "two separators": make_run(19) + "12\tQ0\td1\t1\t2\ttag\n",
    "another tag at the end": make_run(20) + "12 Q0 d1 1 2 last\n",
    "a sign in an id": make_run(21) + "12 Q0 d\u200b1 1 2 tag\n",
    "letters": make_run(22) + "12 Q0 dé 1 2 tag\n",
    "an id of 3,000 bytes": make_run(23) + f"12 Q0 {'d' * 3000} 1 2 tag\n",
    "no judged topic": make_run(24).replace("\n", "\n9").replace("1 ", "91 ", 1)[:-1],
    "nothing judged": make_run(25).replace(" d", " e"),
    "ranks that contradict the scores": make_run(26, score="falling").replace(" -", " "),
    "one long topic": "".join(f"1 Q0 x{number} {number} {-number} tag\n" for number in range(60)),
    "all scores equal": "".join(f"{topic} Q0 d{doc} {doc} 1 tag\n" for topic in (1, 2, 3, 4) for doc in range(1, 9)),
    "latin": "12 Q0 d\udce9 1 2 tag\n",
}
ONLY_TEXT = {
    *("ties again", "no line end", "blank lines", "carriage returns", "one carriage return", "five columns"),
    *("a comment", "two separators", "another tag at the end", "latin"),
}
"""Runs whose peculiarity is one of the file: as a frame, they are like others."""
FRAMES = [name for name in RUNS if name not in ONLY_TEXT]


@pytest.fixture
def run(request, tmp_path):
    path = tmp_path / "mine"
    path.write_bytes(
        (RUNS[request.param] if request.param != "latin" else make_run(27) + RUNS["latin"]).encode(
            errors="surrogateescape"
        )
    )
    (tmp_path / "qrels").write_text(QRELS)
    return path


def by_whole_and_slices(monkeypatch, ask):
    """Return two answers to a question: with files and frames read as a whole, and in slices of some lines."""
    whole = ask()
    monkeypatch.setattr(intake, "LARGE", 0)
    monkeypatch.setattr(intake, "SLICE", 260)
    monkeypatch.setattr(inputs, "_LARGE", 0)
    monkeypatch.setattr(inputs, "_SLICE", 9)
    return whole, ask()


@pytest.mark.parametrize(
    ("run", "options"),
    zip(RUNS, cycle([["-q"], ["-q", "-c", "-M", "3", "--trec-eval-version", "9.0.7"]]), strict=False),
    indirect=["run"],
    ids=str,
)
def test_trec_eval(run, options, monkeypatch, capsys):
    """Every run, with the options in turn: the program reads files as `dl.evaluate` does."""
    arguments = [*options, "-m", "all_trec", str(run.with_name("qrels")), str(run)]
    whole, sliced = by_whole_and_slices(monkeypatch, lambda: (trec_eval.main(arguments), *capsys.readouterr()))
    assert sliced == whole


@pytest.mark.parametrize("run", [*RUNS][::2], indirect=True)
def test_eval(run, monkeypatch):
    """Every second run; `test_evaluate` asks for the others by the same reader."""
    measures = [word for name in MEASURES for word in ("-m", name)]
    arguments = ["eval", str(run), "--qrels", str(run.with_name("qrels")), *measures, "-q", "-f", "csv"]

    def ask():
        answer = CliRunner().invoke(app, arguments)
        return answer.exit_code, answer.stdout, answer.stderr

    whole, sliced = by_whole_and_slices(monkeypatch, ask)
    assert sliced == whole


@pytest.mark.parametrize(
    ("run", "kind", "rule"),
    [*((name, "file", "float") for name in [*RUNS][1::2]), *((name, "frame", "submitted") for name in FRAMES)],
    indirect=["run"],
)
def test_evaluate(run, kind, rule, monkeypatch):
    qrels = str(run.with_name("qrels"))
    given = str(run) if kind == "file" else read_frame(run)

    def ask():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                rows = dl.evaluate(given, qrels, MEASURES, tie_rule=rule, per_query=True).rows()
            except DltrackError as error:
                rows = [(type(error), str(error))]
        return rows, [str(warning.message) for warning in caught]

    whole, sliced = by_whole_and_slices(monkeypatch, ask)
    assert sliced == whole


def read_frame(path: Path) -> pl.DataFrame:
    """Return the lines of a run as far as they have six columns."""
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    fields = [line.split() for line in lines if len(line.split()) == 6]
    columns = dict(zip(["query_id", "q0", "doc_id", "rank", "score", "tag"], zip(*fields, strict=True), strict=True))
    frame = pl.DataFrame(columns).drop("q0", "tag")
    return frame.with_columns(pl.col("rank").cast(pl.Int64, strict=False), pl.col("score").cast(pl.Float64))


@pytest.mark.parametrize("name", ["ties", "ties again", "in order", "letters", "blank lines", "no line end"])
def test_sound_files_are_taken_in_slices(name, tmp_path, monkeypatch, capsys):
    """The path that is compared above is used: each slice fits, and nothing is read twice."""
    path = tmp_path / "mine"
    path.write_text(RUNS[name])
    (tmp_path / "qrels").write_text(QRELS)
    monkeypatch.setattr(intake, "LARGE", 0)
    monkeypatch.setattr(intake, "SLICE", 260)
    found = []
    take_slices = intake.take_slices
    monkeypatch.setattr(
        intake, "take_slices", lambda *given, **named: found.append(take_slices(*given, **named)) or found[-1]
    )
    assert trec_eval.main([str(tmp_path / "qrels"), str(path)]) == 0
    dl.evaluate(str(path), str(tmp_path / "qrels"), ["map"])
    assert found == [True, True]
    assert len(list(intake._cut(path, 260))) > 2
    assert b"".join(intake._cut(path, 260)) == path.read_bytes()
