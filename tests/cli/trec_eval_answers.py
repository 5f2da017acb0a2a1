"""Answers of the C program trec_eval, and the questions that `dltrack trec-eval` must answer in the same way.

Answers are recorded in the folder of the program's version, with a checksum of the question and its files, so that the
tests need no program. Where there is one (environment variable TREC_EVAL, or `trec_eval` on the PATH), the records are
compared with it; `TREC_EVAL=... python tests/cli/trec_eval_answers.py` writes them again.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

GOLDEN = Path(__file__).parent / "golden"
ALIKE = {"9.0": ("9.0.4", "9.0.7", "9.0.8"), "10": ("10",)}
"""The folders of golden files, with the versions of the program that all gave these answers."""
RECORDED = GOLDEN / "9.0" / "answers.jsonl"


@dataclass(frozen=True)
class Answer:
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Question:
    """Files by name, and the arguments of a command about them."""

    name: str
    argv: tuple[str, ...]
    files: dict[str, str]

    def write(self, folder: Path) -> None:
        """Write the files into a folder."""
        for name, text in self.files.items():
            (folder / name).write_bytes(text.encode())

    @property
    def checksum(self) -> str:
        """The sha256 of the arguments and files."""
        return hashlib.sha256(json.dumps([self.argv, self.files]).encode()).hexdigest()


def find() -> str | None:
    """The path of trec_eval, if there is one."""
    program = os.environ.get("TREC_EVAL") or shutil.which("trec_eval")
    return program if program and version(program).startswith(("9.", "10")) else None


def version(program: str) -> str:
    """Its version, e.g. '9.0.4'."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stderr
    return said.split()[-1] if said.strip() else ""


def ask(program: str, *argv: str, folder: Path) -> Answer:
    """What the program answers in a folder."""
    done = subprocess.run([program, *argv], capture_output=True, cwd=folder, check=False)
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


def without_nan(ours: Answer, theirs: Answer) -> tuple[Answer, Answer]:
    """Both answers without the lines in which trec_eval divides 0 by 0, where dltrack says 0."""
    mine, lines = ours.out.splitlines(), theirs.out.splitlines()
    if len(mine) != len(lines):
        return ours, theirs
    kept = [(a, b) for a, b in zip(mine, lines, strict=True) if not b.endswith("nan")]
    return Answer(ours.code, "\n".join(a for a, _ in kept), ours.err), Answer(
        theirs.code, "\n".join(b for _, b in kept), theirs.err
    )


def collection(seed: int) -> tuple[str, str]:
    """Random qrels and a random run, as files: ties, ties as float only, negative and large grades, topics without
    relevant items, topics on one side only, lines in any order."""
    chance = random.Random(seed)
    docs = [f"d{i}" for i in range(chance.choice([4, 12, 40, 120]))]
    qrels, run = [], []
    for topic in ("10", "9", "a", "B", "é"):
        grades = chance.choice([[0], [0, 1], [0, 1, 2, 3], [-2, -1, 0, 1, 2, 3], [0, 0, 0, 1, 12]])
        judged = chance.sample(docs, chance.randint(1, len(docs)))
        # one grade of 0 or more: where a first topic has none, trec_eval cannot calculate
        drawn = [max(grades), *chance.choices(grades, k=len(judged) - 1)]
        qrels += [f"{topic} 0 {doc} {grade}\n" for doc, grade in zip(judged, drawn, strict=True)]
    for topic in chance.sample(["10", "9", "a", "B", "é", "unjudged"], chance.randint(2, 6)):
        places = chance.choice([1, 2, 10, 11])
        found = chance.sample(docs, chance.randint(1, len(docs)))
        run += [f"{topic} Q0 {doc} 1 {round(chance.random() + 0.12345678, places)!r} tag{seed}\n" for doc in found]
    run.append(f"{chance.choice(['10', '9', 'a', 'B', 'é'])} Q0 alone 1 0.5 tag{seed}\n")
    chance.shuffle(qrels)
    chance.shuffle(run)
    return "".join(qrels), "".join(run)


MEASURES = [
    "P.1,3,7", "ndcg_cut.2,4", "ndcg.1=3,2=1,3=2", "G.1=3,2=10", "utility.1.5,-0.25,-1,0.001", "set_F.0.5", "map_cut.3",
    "iprec_at_recall.0.33,0.66", "Rprec_mult.0.1,3", "relstring.15", "success.2", "ndcg_rel.2=7", "Rndcg.3=1,1=2",
    "11pt_avg.0.15,0.6", "relative_P.6", "recall.2",
]  # fmt: skip


def options(seed: int) -> list[str]:
    """Random options and parameters for all measures."""
    chance = random.Random(seed)
    chosen = ["-l", str(chance.choice([0, 1, 2, 3, 13])), "-m", "all_trec", "-m", "yaap"]
    for option, odds in ((["-c"], 0.5), (["-q"], 0.8), (["-J"], 0.3), (["-N", "1000"], 0.3), (["-Z", "z"], 0.2)):
        chosen += option if chance.random() < odds else []
    chosen += ["-M", str(chance.choice([1, 2, 5, 30]))] if chance.random() < 0.3 else []
    return chosen + [part for name in MEASURES if chance.random() < 0.4 for part in ("-m", name)]


def zscores(seed: int) -> str:
    """Reference means and deviations; the last topic and measure keep trec_eval from reading beyond its tables."""
    chance = random.Random(seed)
    return "".join(
        f"{topic} {measure} {chance.random():.4f} {chance.choice([0, 0.1, 0.2])}\n"
        for topic in ("10", "9", "a", "ω")
        for measure in [*chance.sample(["map", "P_5", "ndcg", "num_ret", "bpref", "gm_map"], 3), "~"]
    )


OPTIONS = [
    [], ["-q"], ["-q", "-c"], ["-n"], ["-n", "-q"], ["-J", "-q"], ["-M", "1"], ["-M", "3"], ["-l", "2"], ["-l2"],
    ["-l", "0"], ["-l", "9"], ["-lx"], ["-qc"], ["-N", "100", "-m", "utility.1,-1,0,1"], ["-m", "utility.1,-1,0,1"],
    ["-m", "utility.1,-1"], ["-m", "P.5,10"], ["-m", "P.10,5"], ["-m", "P.5,5"], ["-m", "P.0"], ["-m", "P.x"],
    ["-m", "P.2.7"], ["-m", "P."], ["-m", "P.5,,6"], ["-m", "P.1e1"], ["-m", "P.3000000000"], ["-m", "P.+5"],
    ["-m", "iprec_at_recall.0.5,.1"], ["-m", "iprec_at_recall.1.5"], ["-m", "iprec_at_recall.0.333"],
    ["-m", "ndcg.1=1"], ["-m", "ndcg.x"], ["-m", "ndcg.1=0,2=0,3=0"], ["-m", "ndcg.1=-1,2=3"], ["-m", "ndcg.9=3"],
    ["-m", "ndcg.0=1"], ["-m", "dcg"], ["-m", "rbp"], ["-m", "unj"], ["-m", "nonsense"], ["-m", ""], ["-m", ".5"],
    ["-m", "set_F.0"], ["-m", "set_F.2,3"], ["-m", "relstring.0", "-q"], ["-m", "relstring", "-q"], ["-m", "runid"],
    ["-m", "relstring.-2", "-q"], ["-m", "num_q", "-q"], ["-m", "gm_map", "-q"], ["-m", "map.3"], ["-m", "runid.3"],
    ["-m", "11pt_avg.0.5,1"], ["-m", "set", "-q"], ["-m", "official.3"], ["-m", "all_trec", "-q", "-c"],
    ["-m", "P.5", "-m", "P.10"], ["-m", "P.5", "-m", "official"], ["-m", "P", "-m", "P.5"], ["-m", "map", "-m", "map"],
    ["-m", "ndcg", "-m", "ndcg.1=4"], ["-m", "yaap", "-c"], ["-R", "nope"], ["-T", "nope"], ["-T", "trec_results"],
    ["-D", "0"], ["-o"], ["-Z", "nowhere"], ["--nosummary"], ["--query"], ["--measure=map"], ["--level_for_rel", "2"],
    ["--complete"], ["--Judged_docs_only"], ["--Max_retrieved_per_topic", "2"], ["-q", "-c", "-Z", "z"],
]  # fmt: skip
"""Options for one collection."""

_QRELS = "t1 0 a 3\nt1 0 b 2\nt1 0 c 1\nt1 0 d 0\nt1 0 e -1\nt2 0 a 2\n"
_RUN = "t1 Q0 x 1 9.0 r\nt1 Q0 a 2 8.0 r\nt1 Q0 d 3 7.0 r\nt1 Q0 c 4 6.0 r\nt1 Q0 e 5 5.0 r\n"
_AGAIN = "t1 Q0 a 9 0.1 r\n"
ODD_FILES = {
    "no common topic": (_QRELS, _RUN.replace("t1", "t9")),
    "empty qrels": ("", _RUN),
    "empty run": (_QRELS, ""),
    "blank line in the run": (_QRELS, "\n\n" + _RUN + " \n\t\n"),
    "blank qrels": ("\n", _RUN),
    "blank line first in qrels": ("\n" + _QRELS, _RUN),
    "blank line in qrels": (_QRELS.replace("t1 0 c", "\nt1 0 c"), _RUN),
    "blank line last in qrels": (_QRELS + "\n", _RUN),
    "white space last in qrels": (_QRELS + "  \n", _RUN),
    "no comments in qrels": ("# b c 1\n" + _QRELS, _RUN),
    "too few columns in a comment": ("# hi\n" + _QRELS, _RUN),
    "no comments in the run": (_QRELS, "# a b c 1 e\n" + _RUN),
    "topic with a hash": (_QRELS.replace("t1", "#1"), _RUN.replace("t1", "#1")),
    "carriage returns": (_QRELS.replace("\n", "\r\n"), _RUN.replace("\n", "\r\n")),
    "blank lines with carriage returns": (_QRELS + "\r\n", _RUN + "\r\n"),
    "tabs": (_QRELS.replace(" ", "\t"), _RUN.replace(" ", "\t")),
    "mixed white space": (_QRELS.replace(" 0", " \t 0"), "  " + _RUN.replace(" Q0", "\t  Q0 ")),
    "odd white space": (_QRELS, _RUN.replace(" Q0", "\vQ0").replace(" r", "\fr")),
    "spaces at both ends": (" " + _QRELS.replace("\n", " \n  "), _RUN.replace("\n", " \n\t")),
    "no last newline": (_QRELS[:-1], _RUN[:-1]),
    "five columns in qrels": (_QRELS.replace("\n", " x\n"), _RUN),
    "three columns in qrels": (_QRELS + "t1 0 z \n", _RUN),
    "seven columns": (_QRELS, _RUN.replace(" r", " r more")),
    "five columns": (_QRELS, _RUN + "t1 Q0 z 6 1 \n"),
    "header lines": ("query_id 0 doc_id relevance\n" + _QRELS, "query Q0 doc rank score tag\n" + _RUN),
    "one line each": ("t1 0 a 1", "t1 Q0 a 1 1 r"),
    "nothing relevant": ("t1 0 a 0\n", "t1 Q0 a 1 1 r\n"),
    "sampled pool": ("t1 0 a -2\nt1 0 b 1\n", "t1 Q0 a 1 1 r\nt1 Q0 b 1 0 r\nt1 Q0 c 1 -1 r\n"),
    "duplicate in qrels": (_QRELS + "t1 0 a 1\n", _RUN),
    "duplicate in qrels of a topic left out": (_QRELS + "t2 0 a 2\n", _RUN),
    "duplicate in the run": (_QRELS, _RUN + _AGAIN),
    "duplicates in both": (_QRELS + "t1 0 a 1\n", _RUN + _AGAIN),
    "duplicate in a later topic": (_QRELS, "t2 Q0 a 1 1 r\nt2 Q0 a 1 1 r\n" + _RUN),
    "duplicate in an unjudged topic": (_QRELS, _RUN + "t9 Q0 a 9 0.1 r\n" * 2),
    "lines in any order": (
        "b 0 x 1\na 0 y 1\nb 0 y 0\na 0 x 0\n",
        "b 0 x 1 1 r\na 0 y 1 1 r\nb 0 y 1 1 r\na 0 z 1 3 s\n",
    ),
    "long ids": (f"{'t' * 2000} 0 {'d' * 2000} 1\n", f"{'t' * 2000} Q0 {'d' * 2000} 1 1 {'r' * 2000}\n"),
    "quotes": ('t1 0 "a 1\nt1 0 b" 1\n', 't1 Q0 "a 1 1 r"\nt1 Q0 b" 1 1 "r\n'),
    "NULL is a name": ("NULL 0 null 1\n", "NULL Q0 null 1 1 NULL\n"),
    "byte order mark": (_QRELS, "\ufeff" + _RUN),
    "last tag counts": (_QRELS, _RUN + "t9 Q0 a 1 1 other\n"),
    **{
        f"score {score!r}": (_QRELS, _RUN.replace("7.0", score))
        for score in [
            "inf",
            "-inf",
            "Infinity",
            "1e5",
            "1E-5",
            "1e400",
            "-1e400",
            "1e-400",
            "1e39",
            "3.5e38",
            "-1e39",
            "abc",
            "1_000",
            "1,5",
            "+3",
            ".5",
            "5.",
            "-",
            "--3",
            "1e",
            "1e+",
            "7d0",
            "1.5abc",
            "infx",
            "1e39x",
            "½",
        ]
    },
    **{
        f"grade {grade!r}": (_QRELS.replace("a 3", f"a {grade}"), _RUN)
        for grade in ("1.9", "-0", "+2", "abc", "1x", "x1", "0x2", "1e2", "", "128", "256", "32767")
    },
    **{f"rank {rank!r}": (_QRELS, _RUN.replace("a 2", f"a {rank}")) for rank in ("x", "-1", "1.5", "99999999999", "")},
}
"""Qrels and runs as text."""


USAGE = [["-x", "qrels", "run"], ["--foo", "qrels", "run"], ["qrels"], [], ["-q", "-m"]]
"""Arguments that the program answers with its usage."""
MISSING = [["nowhere", "run"], ["qrels", "nowhere"], [".", "run"], ["qrels", "."]]
REAL = [["-q", "-c", "-m", "all_trec"], ["-c", "-l", "2", "-m", "all_trec"], ["-M", "100"], ["-J", "-q"], ["-n", "-q"]]
"""Options for real runs."""


def golden_files() -> dict[str, str]:
    """Return the collection of the golden files."""
    return dict(zip(("qrels", "run", "z"), (*collection(7), zscores(7)), strict=True))


def questions() -> Iterator[Question]:
    """Yield every question whose answer is recorded."""
    files = golden_files()
    for seed in range(12):
        random_files = dict(zip(("qrels", "run", "z"), (*collection(seed), zscores(seed)), strict=True))
        yield Question(f"random collection {seed}", (*options(seed), "qrels", "run"), random_files)
    for chosen in OPTIONS:
        yield Question(f"options {' '.join(chosen)}", (*chosen, "qrels", "run"), files)
    for argv in USAGE:
        yield Question(f"usage {' '.join(argv)}", tuple(argv), files)
    for argv in MISSING:
        yield Question(f"missing {' '.join(argv)}", tuple(argv), files)
    for name, (qrels, run) in ODD_FILES.items():
        argv = ("-q", "-c", "-m", "official", "-m", "relstring.20", "qrels", "run")
        yield Question(f"file {name}", argv, {"qrels": qrels, "run": run})


def comparable(question: Question, answer: Answer) -> Answer:
    """Return what of an answer must be equal: of usage, only that it is told."""
    return Answer(answer.code, answer.out, "Usage: ") if question.name in _USAGE and "Usage: " in answer.err else answer


_USAGE = {f"usage {' '.join(argv)}" for argv in USAGE}


def recorded() -> dict[str, tuple[str, Answer]]:
    """Return the recorded answers with the checksums of their questions, by the questions' names."""
    with RECORDED.open(encoding="utf-8") as lines:
        next(lines)
        rows = [json.loads(line) for line in lines]
    return {row.pop("name"): (row.pop("checksum"), Answer(**row)) for row in rows}


def record(program: str, target: Path = RECORDED) -> None:
    """Write the program's answers to all questions, a line for each."""
    with target.open("w", encoding="utf-8") as file, TemporaryDirectory() as folder:
        file.write(json.dumps({"trec_eval": version(program)}) + "\n")
        for question in questions():
            question.write(Path(folder))
            answer = comparable(question, ask(program, *question.argv, folder=Path(folder)))
            row = {"name": question.name, "checksum": question.checksum, **asdict(answer)}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def real_questions(data: Path) -> Iterator[Question]:
    """Yield questions about three real runs of 2021, whose answers are recorded as checksums."""
    qrels = next(data.rglob("2021.qrels.pass.final.txt")).read_text(encoding="utf-8")
    for path in sorted((data / "runs" / "trec2021-passages").glob("input.*.gz"))[::25]:
        files = {"qrels": qrels, "run": gzip.decompress(path.read_bytes()).decode()}
        for chosen in REAL:
            name = f"{path.stem.removeprefix('input.')} {' '.join(chosen)}"
            yield Question(name, (*chosen, "qrels", "run"), files)


def checksum(answer: Answer) -> str:
    """Return the sha256 of an answer."""
    return hashlib.sha256(json.dumps([answer.code, answer.out, answer.err]).encode()).hexdigest()


def record_real(program: str, data: Path) -> None:
    """Write the checksums of the program's answers about real runs."""
    rows = {}
    with TemporaryDirectory() as folder:
        for question in real_questions(data):
            question.write(Path(folder))
            rows[question.name] = [question.checksum, checksum(ask(program, *question.argv, folder=Path(folder)))]
    text = json.dumps({"trec_eval": version(program), **rows}, indent=1)
    RECORDED.with_name("real.json").write_text(text + "\n", encoding="utf-8")


def write_golden(program: str, target: Path = GOLDEN) -> None:
    """Write the golden files of the program's version below a folder: its answers on one generated collection."""
    number = version(program).partition("-")[0].replace("10.0", "10")
    known = next(folder for folder, numbers in ALIKE.items() if number in numbers)
    (target / known).mkdir(exist_ok=True)
    for name, text in golden_files().items():
        (GOLDEN / name).write_text(text, encoding="utf-8")
    cases = {
        "official": [],
        "all": ["-q", "-c", "-m", "all_trec"],
        "level": ["-q", "-l", "2", "-m", "set", "-m", "num_rel"],
        "complete-level": ["-c", "-l", "2", "-m", "all_trec", "-m", "yaap"],
        "judged-only": ["-J", "-q", "-M", "5", "-m", "set", "-m", "map", "-m", "relstring.20"],
        "zscores": ["-q", "-c", "-Z", "z"],
        "parameters": ["-n", "-q", "-N", "1000", *(part for name in MEASURES for part in ("-m", name))],
        "illegal-measure": ["-m", "nonsense"],
        "duplicate-cutoffs": ["-m", "P.5,5"],
    }
    if known == "10":  # without -c it stops at the first topic that the run leaves out
        # and with parameters these two measures are not 0 for it
        kept = [name for name in MEASURES if not name.startswith(("relstring", "utility"))]
        cases["parameters"] = ["-n", "-q", *(part for name in kept for part in ("-m", name))]
        cases = {name: argv if "-c" in argv else ["-c", *argv] for name, argv in cases.items()}
    alike = ", ".join(ALIKE[known]) if known != "10" else version(program)
    for name, argv in cases.items():
        answer = ask(program, *argv, "qrels", "run", folder=GOLDEN)
        head = f"# trec_eval {alike}\n$ trec_eval {' '.join([*argv, 'qrels', 'run'])}\n"
        told = "".join(f"stderr: {line}\n" for line in answer.err.splitlines())
        (target / known / f"{name}.txt").write_text(f"{head}{answer.out}{told}exit {answer.code}\n", encoding="utf-8")


if __name__ == "__main__":
    found = find()
    if found is None:
        sys.exit("there is no trec_eval: name one in the environment variable TREC_EVAL")
    write_golden(found)
    if version(found).startswith("9."):
        record(found)
        record_real(found, Path(__file__).resolve().parents[3] / "shared" / "data")
