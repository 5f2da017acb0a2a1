"""`dltrack trec-eval` writes the bytes that the C program of each version writes, and ends as it ends.

Its answers are recorded; where the program is installed, the records are compared with what it says.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import trec_eval_answers

from dltrack_db.cli import trec_eval

# Versions that answer alike are asked again only by `make test-all`.
GOLDEN = [
    pytest.param(version, path, marks=pytest.mark.campaign if version in versions[:-1] else ())
    for folder, versions in trec_eval_answers.ALIKE.items()
    for version in versions
    for path in sorted((trec_eval_answers.GOLDEN / folder).glob("*.txt"))
]


@pytest.fixture
def ours(capsys, monkeypatch):
    def call(*argv: str, folder: Path, version: str) -> trec_eval_answers.Answer:
        monkeypatch.chdir(folder)
        code = trec_eval.main(["--trec-eval-version", version, *argv])
        return trec_eval_answers.Answer(code, *capsys.readouterr())

    return call


@pytest.fixture(scope="module")
def program() -> str:
    found = trec_eval_answers.find()
    if found is None or not trec_eval_answers.version(found).startswith("9."):
        pytest.skip("no trec_eval 9: neither the environment variable TREC_EVAL nor the PATH has it")
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with one collection: the golden one."""
    path = tmp_path_factory.mktemp("collection")
    for name in ("qrels", "run", "z"):
        shutil.copyfile(trec_eval_answers.GOLDEN / name, path / name)
    return path


@pytest.mark.parametrize(("version", "path"), GOLDEN, ids=lambda part: getattr(part, "stem", part))
def test_golden_answers(ours, folder, version, path):
    _, command, *lines, end = path.read_text(encoding="utf-8").splitlines(keepends=True)
    expected = trec_eval_answers.Answer(
        int(end.split()[1]),
        "".join(line for line in lines if not line.startswith("stderr: ")),
        "".join(line.removeprefix("stderr: ") for line in lines if line.startswith("stderr: ")),
    )
    assert ours(*command.split()[2:], folder=folder, version=version) == expected


def test_golden_files_are_what_the_program_says(program, tmp_path):
    trec_eval_answers.write_golden(program, tmp_path)
    (folder,) = tmp_path.iterdir()
    written = {path.name: path.read_text() for path in folder.iterdir()}
    assert written == {path.name: path.read_text() for path in (trec_eval_answers.GOLDEN / folder.name).glob("*.txt")}


QUESTIONS = list(trec_eval_answers.questions())
RECORDED = trec_eval_answers.recorded()


def test_every_question_has_its_recorded_answer():
    assert {question.name: question.checksum for question in QUESTIONS} == {
        name: checksum for name, (checksum, _) in RECORDED.items()
    }, "questions changed: record the program's answers again (trec_eval_answers.py)"


# A third in the gate: each kind of question has its share, as they stand by kind. Everybody runs the golden answers.
@pytest.mark.parametrize(
    "question",
    [
        pytest.param(question, marks=pytest.mark.campaign if place % 3 else pytest.mark.more, id=question.name)
        for place, question in enumerate(QUESTIONS)
    ],
)
def test_recorded_answers(ours, tmp_path, question):
    question.write(tmp_path)
    answer = trec_eval_answers.comparable(question, ours(*question.argv, folder=tmp_path, version="9.0.8"))
    mine, theirs = trec_eval_answers.without_nan(answer, RECORDED[question.name][1])
    assert mine == theirs


def test_recorded_answers_are_what_the_program_says(program, tmp_path):
    trec_eval_answers.record(program, tmp_path / "answers")
    written, kept = ((file.read_text().splitlines()[1:]) for file in (tmp_path / "answers", trec_eval_answers.RECORDED))
    assert written == kept


@pytest.mark.campaign
@pytest.mark.real
def test_real_runs(ours, real_data, tmp_path):
    recorded = json.loads(trec_eval_answers.RECORDED.with_name("real.json").read_text())
    asked = list(trec_eval_answers.real_questions(real_data))
    assert len(asked) == len(recorded) - 1
    for question in asked:
        question.write(tmp_path)
        answer = ours(*question.argv, folder=tmp_path, version="9.0.8")
        assert [question.checksum, trec_eval_answers.checksum(answer)] == recorded[question.name], question.name
