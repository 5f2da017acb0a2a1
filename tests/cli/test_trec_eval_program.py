"""`dltrack trec-eval` writes the bytes that the C program of each version writes, and ends as it ends.

The golden files hold answers of the program; where it is installed, it is
asked anew and much more is compared.
"""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pytest
import witness

from dltrack_db.cli import trec_eval

GOLDEN = [
    (version, path)
    for folder, versions in witness.ALIKE.items()
    for version in versions
    for path in sorted((witness.GOLDEN / folder).iterdir())
]


@pytest.fixture
def ours(capsys, monkeypatch):
    def call(*argv: str, folder: Path, version: str | None = None) -> witness.Answer:
        monkeypatch.chdir(folder)
        code = trec_eval.main(["--trec-eval-version", version or witness.version(witness.find() or ""), *argv])
        return witness.Answer(code, *capsys.readouterr())

    return call


@pytest.fixture(scope="module")
def program() -> str:
    found = witness.find()
    if found is None or not witness.version(found).startswith("9."):
        pytest.skip("no trec_eval 9: neither the environment variable TREC_EVAL nor the PATH has it")
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with one collection: the golden one."""
    path = tmp_path_factory.mktemp("collection")
    for name in ("qrels", "run", "z"):
        shutil.copyfile(witness.GOLDEN / name, path / name)
    return path


def put(folder: Path, qrels: str, run: str) -> None:
    (folder / "qrels").write_bytes(qrels.encode())
    (folder / "run").write_bytes(run.encode())


@pytest.mark.parametrize(("version", "path"), GOLDEN, ids=lambda part: getattr(part, "stem", part))
def test_golden_answers(ours, folder, version, path):
    _, command, *lines, end = path.read_text(encoding="utf-8").splitlines(keepends=True)
    expected = witness.Answer(
        int(end.split()[1]),
        "".join(line for line in lines if not line.startswith("stderr: ")),
        "".join(line.removeprefix("stderr: ") for line in lines if line.startswith("stderr: ")),
    )
    assert ours(*command.split()[2:], folder=folder, version=version) == expected


def test_golden_files_are_what_the_program_says(program, tmp_path):
    witness.write_golden(program, tmp_path)
    (folder,) = tmp_path.iterdir()
    written = {path.name: path.read_text() for path in folder.iterdir()}
    assert written == {path.name: path.read_text() for path in (witness.GOLDEN / folder.name).iterdir()}


@pytest.mark.parametrize("seed", range(12))
def test_generated_collections(ours, program, tmp_path, seed):
    put(tmp_path, *witness.collection(seed))
    (tmp_path / "z").write_text(witness.zscores(seed))
    argv = [*witness.options(seed), "qrels", "run"]
    mine, theirs = witness.without_nan(ours(*argv, folder=tmp_path), witness.ask(program, *argv, folder=tmp_path))
    assert mine == theirs


@pytest.mark.parametrize("options", witness.OPTIONS, ids=" ".join)
def test_options(ours, program, folder, options):
    argv = [*options, "qrels", "run"]
    mine, theirs = witness.without_nan(ours(*argv, folder=folder), witness.ask(program, *argv, folder=folder))
    assert mine == theirs


@pytest.mark.parametrize("argv", [["-x", "qrels", "run"], ["--foo", "qrels", "run"], ["qrels"], [], ["-q", "-m"]])
def test_wrong_usage_ends_alike(ours, program, folder, argv):
    mine, theirs = ours(*argv, folder=folder), witness.ask(program, *argv, folder=folder)
    assert (mine.code, mine.out) == (theirs.code, theirs.out)
    assert "Usage: " in mine.err and "Usage: " in theirs.err


@pytest.mark.parametrize("argv", [["nowhere", "run"], ["qrels", "nowhere"], [".", "run"], ["qrels", "."]])
def test_missing_files(ours, program, folder, argv):
    assert ours(*argv, folder=folder) == witness.ask(program, *argv, folder=folder)


@pytest.mark.parametrize("name", witness.ODD_FILES)
def test_odd_files(ours, program, tmp_path, name):
    put(tmp_path, *witness.ODD_FILES[name])
    argv = ["-q", "-c", "-m", "official", "-m", "relstring.20", "qrels", "run"]
    assert ours(*argv, folder=tmp_path) == witness.ask(program, *argv, folder=tmp_path)


@pytest.mark.real
@pytest.mark.parametrize(
    "options",
    [["-q", "-c", "-m", "all_trec"], ["-c", "-l", "2", "-m", "all_trec"], ["-M", "100"], ["-J", "-q"], ["-n", "-q"]],
    ids=" ".join,
)
def test_real_runs(ours, program, real_data, tmp_path, options):
    runs = sorted((real_data / "runs" / "trec2021-passages").glob("input.*.gz"))
    shutil.copyfile(next(real_data.rglob("2021.qrels.pass.final.txt")), tmp_path / "qrels")
    for path in runs[::25]:
        with gzip.open(path) as packed, (tmp_path / "run").open("wb") as file:
            shutil.copyfileobj(packed, file)
        argv = [*options, "qrels", "run"]
        assert ours(*argv, folder=tmp_path) == witness.ask(program, *argv, folder=tmp_path)
