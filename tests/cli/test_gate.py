"""The command gate and `dl.gate`: files and loaded runs, formats, exit codes, and the action for workflows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import dltrack_db as dl
from dltrack_db.base import resources
from dltrack_db.cli import gate as cli_gate
from dltrack_db.errors import DltrackError, FormatError, SourceError, UsageError
from tests.commands import Done, dltrack

yaml = pytest.importorskip("yaml", reason="reads action.yml")
TOPICS = 12
COLUMNS = [
    *("measure", "verdict", "difference", "low", "high", "margin", "num_topics", "smallest_detectable"),
    *("topics_needed", "reason"),
]


def write(path: Path, ranks: list[int]) -> Path:
    """A run that has the relevant item of each topic at such a rank, among five items that are judged too."""
    lines = [
        f"q{topic} Q0 {'rel' if rank == place else f'd{rank}'}-{topic} {rank} {10 - rank} tag\n"
        for topic, place in enumerate(ranks)
        for rank in range(1, 6)
    ]
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(lines))
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Runs whose reciprocal ranks are known, with their labels."""
    path = tmp_path_factory.mktemp("gate")
    labels = [f"q{topic} 0 rel-{topic} 1\n" for topic in range(TOPICS)]
    labels += [f"q{topic} 0 d{rank}-{topic} 0\n" for topic in range(TOPICS) for rank in range(1, 6)]
    (path / "qrels").write_text("".join(labels))
    write(path / "old", [1] * TOPICS)
    write(path / "worse", [2, 4] * (TOPICS // 2))
    write(path / "same", [1] * TOPICS)
    write(path / "one", [2] + [1] * (TOPICS - 1))
    write(path / "pr" / "old", [1, 2, 1] * (TOPICS // 3))
    (path / "foreign").write_text("elsewhere Q0 d 1 1 tag\n")
    unjudged = [f"q{topic} Q0 u1-{topic} 1 9 tag\nq{topic} Q0 rel-{topic} 2 8 tag\n" for topic in range(TOPICS)]
    (path / "unjudged").write_text("".join(unjudged))
    (path / "ids").write_text("".join(f"q{topic} Q0 {i} {i} {9 - i} tag\n" for topic in range(TOPICS) for i in (1, 2)))
    (path / "torn").write_text("q1 Q0 d\n")
    (path / "few.qrels").write_text("q1 0 rel-1 1\n")
    return path


def gate(folder: Path, *words: object) -> Done:
    return dltrack("gate", *words, "--qrels", "qrels", "-m", "RR", cwd=folder)


@pytest.mark.parametrize(
    ("words", "verdict", "codes"),
    [
        (["worse"], "worse", {"": 1}),
        (["worse", "--by", "0.1"], "worse", {"": 1}),
        (["worse", "--by", "0.9"], "not worse", {"": 0}),
        (["same"], "not shown to be worse", {"": 0}),
        (["same", "--by", "0.1"], "not worse", {"--strict": 0}),
        (["same", "--by", "0.1", "--topics-at-least", "13"], "too few topics", {"": 0, "--strict": 1}),
        (["one"], "no verdict", {"": 0, "--strict": 1, "--allow-no-verdict": 0}),
        (["unjudged"], "no verdict", {"": 1, "--strict": 1, "--allow-no-verdict": 0}),
    ],
)
def test_verdicts_and_exit_codes(folder, words, verdict, codes, monkeypatch):
    """The options that decide the exit code alone are tried on one judgement."""
    judge, judgements = cli_gate._judge, []

    def judge_once(*given, **named):
        if not judgements:
            judgements.append(judge(*given, **named))
        return judgements[0]

    monkeypatch.setattr(cli_gate, "_judge", judge_once)
    for option, code in codes.items():
        done = gate(folder, words[0], "old", *words[1:], *([option] if option else []), "-f", "json")
        (row,) = json.loads(done.stdout)
        assert (row["verdict"], done.returncode) == (verdict, code), (option, done.stderr)
        assert list(row) == COLUMNS
        assert row["num_topics"] == TOPICS


@pytest.mark.more
def test_the_library_gives_the_same_rows(folder):
    frame = dl.gate(folder / "worse", folder / "old", folder / "qrels", "RR", by=0.1)
    done = gate(folder, "worse", "old", "--by", "0.1", "-f", "json")
    assert frame.to_dicts() == json.loads(done.stdout)
    assert frame["difference"][0] == pytest.approx(-0.625)  # half of 1/2 and 1/4, less 1
    assert frame.notes[0].startswith("RR: worse, lower by 0.6250 (")
    # frames, dicts and files mix; a run of one name with another is told by its role
    new = {f"q{topic}": {f"rel-{topic}": 1.0, f"d1-{topic}": 2.0} for topic in range(TOPICS)}
    mixed = dl.gate(new, folder / "old", folder / "qrels", ["RR"])
    assert mixed["difference"][0] == pytest.approx(-0.5)
    assert mixed["low"][0] == mixed["high"][0] == mixed["difference"][0]


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (["missing", "old", "qrels"], SourceError, "missing does not exist"),
        (["old", "old", "qrels"], UsageError, "the new and the old run are both '.*old'; name two different runs"),
        (["foreign", "old", "qrels"], FormatError, "foreign has no judged topic"),
        (["torn", "old", "qrels"], FormatError, "torn:1: "),
        (["worse", "old", "missing"], UsageError, "the qrels '.*missing' does not exist"),
    ],
)
def test_bad_files_are_named(folder, given, error, message):
    with pytest.raises(error, match=message):
        dl.gate(*(folder / name for name in given), "RR")
    done = dltrack("gate", *given[:2], "--qrels", given[2], "-m", "RR", cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")  # 1 would mean that something got worse
    assert done.stderr.startswith("dltrack: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["worse", "old"], "a run file needs labels; add --qrels FILE, or a loaded collection with --collection"),
        (["worse", "old", "--qrels", "qrels", "-c", "x"], "--qrels cannot be combined with --collection"),
        (["worse", "old", "--qrels", "qrels", "-m", "xyz"], "there is no measure 'xyz'"),
        (["worse", "old", "--qrels", "qrels", "--by", "-1"], "of at least 0 such as 0.02, not -1.0"),
        (["worse", "old", "--qrels", "qrels", "--by", "nan"], "of at least 0 such as 0.02, not nan"),
        (["worse", "old", "--min-relevance", "2", "-c", "x"], "--min-relevance works only with --qrels"),
        (["worse", "old", "--qrels", "qrels", "--strict", "--allow-no-verdict"], "leave out one of them"),
        (["worse", "old", "-c", "x", "--labels", "qrels"], "is a file: replace --labels and -c by --qrels qrels"),
    ],
)
def test_wrong_usage_is_said(folder, words, message):
    done = dltrack("gate", *words, cwd=folder)
    assert done.returncode == 2 and message in done.stderr


def test_ids_of_another_collection_are_no_verdict(folder):
    """Whatever the measure looks at, the first ten count, of which the old run has more than five."""
    sentence = (
        "24 of 24 items in the first ten are unjudged (old: 0 of 60); check that the ids are those of this collection"
    )
    done = dltrack("gate", "ids", "old", "--qrels", "qrels", "-m", "RR", "--allow-no-verdict", cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"ids: {sentence}" in done.stderr
    for measure in ("P@1", "bpref", "nDCG@100"):
        with pytest.raises(FormatError, match="24 of 24 items in the first ten"):
            dl.gate(folder / "ids", folder / "old", folder / "qrels", measure)


def unknown_to(topics: int, known: int, prefix: str = "x") -> dict[str, dict[str, float]]:
    """A run of ten items a topic, of which the first `known` over all topics are judged."""
    numbers = [(topic, rank) for topic in range(topics) for rank in range(10)]
    run: dict[str, dict[str, float]] = {}
    for place, (topic, rank) in enumerate(numbers):
        run.setdefault(f"q{topic}", {})[f"{'d' if place < known else prefix}{rank}"] = 9.0 - rank
    return run


@pytest.mark.parametrize(
    ("new", "old", "is_refused"), [(9, 50, True), (9, 49, False), (10, 100, False), (0, 0, False), (9, 100, True)]
)
def test_hardly_any_and_at_least_half(new, old, is_refused):
    """Under 10 % of the new run's items and at least 50 % of the old one's."""
    qrels = {f"q{topic}": {f"d{rank}": int(rank == 0) for rank in range(10)} for topic in range(10)}
    runs = unknown_to(10, new), unknown_to(10, old, "y")
    if is_refused:
        with pytest.raises(FormatError, match=f"^new: 91 of 100 .*old: {100 - old} of 100"):
            dl.gate(*runs, qrels, "bpref")
    else:
        with pytest.warns(UserWarning, match="unjudged"):
            dl.gate(*runs, qrels, "bpref")


@pytest.mark.parametrize("by", ["x", True, -0.1, float("inf")])
def test_a_margin_is_a_number(folder, by):
    with pytest.raises(UsageError, match="by must be the largest acceptable loss, a number of at least 0"):
        dl.gate(folder / "worse", folder / "old", folder / "qrels", by=by)


def test_one_topic_is_too_few(folder):
    done = dltrack("gate", "worse", "old", "--qrels", "few.qrels", "-m", "RR", "-f", "json", cwd=folder)
    (row,) = json.loads(done.stdout)
    assert (row["verdict"], row["reason"]) == ("too few topics", "the spread cannot be estimated from a single topic")
    assert (row["low"], row["high"], done.returncode) == (None, None, 0)


@pytest.mark.more
def test_default_measures_whose_level_no_label_reaches_are_left_out(folder):
    frame = dl.gate(folder / "worse", folder / "old", folder / "qrels", min_relevance=2)
    assert frame["measure"].to_list() == ["ndcg_cut_10"]


@pytest.mark.more
def test_labels_beyond_the_level_are_a_remark(folder):
    (folder / "graded").write_text((folder / "qrels").read_text().replace(" 1\n", " 3\n"))
    words = ["gate", "worse", "old", "--qrels", "graded", "-m", "recip_rank"]
    assert "--min-relevance 3" in dltrack(*words, cwd=folder).stderr
    assert "level" not in dltrack(*words, "--min-relevance", "2", cwd=folder).stderr
    refused = dltrack(*words, "--min-relevance", "4", cwd=folder)
    assert refused.returncode == 2 and "has no such labels" in refused.stderr


def test_text_of_eighty_columns_and_a_comment(folder):
    """Text says each verdict in a sentence; Markdown has heading, table and list, and names that do nothing."""
    (folder / "*labels*|x").write_text((folder / "qrels").read_text())
    text = gate(folder, "worse", "old", "--by", "0.1").stdout
    assert "RR: worse, lower by 0.6250 (" in text and "not worse: the interval contains no loss above 0.1" in text
    words = ["gate", "worse", "old", "--qrels", "*labels*|x", "-m", "RR", "--by", "0.1", "-f", "markdown"]
    comment = dltrack(*words, cwd=folder).stdout
    lines = comment.splitlines()
    assert lines[0] == "### dltrack gate: worse"
    assert lines[2] == r"\*labels\*\|x: worse against old"
    assert lines[4].startswith("| measure | verdict | difference |") and lines[5].startswith("|---|")
    assert lines[6].startswith("| RR | worse | -0.") and lines[7] == ""
    assert lines[8].startswith("- RR: worse, lower by ") and lines[9] == ""
    assert gate(folder, "pr/old", "old").stdout.startswith("qrels: old (new) against old (old)\n")


COLLECTION, NEW, OLD = "sample-passages", "alder_p1", "alder_p2"


@pytest.mark.more
def test_loaded_runs_and_files_give_the_same_verdicts(sample_database, tmp_path):
    """By a collection: two loaded runs, one of them as a file, and as a question."""
    with dl.open(sample_database) as db:
        lines = db.sql(
            "select query_id || ' Q0 ' || doc_id || ' ' || submitted_rank || ' ' || score || ' x' from main.rankings "
            f"where collection = '{COLLECTION}' and run_id = '{NEW}'"
        ).fetchall()
        file = tmp_path / f"{NEW}.txt"
        file.write_text("".join(f"{line}\n" for (line,) in lines))
        frame = db.gate(NEW, OLD, collection=COLLECTION, by=0.1)
        assert frame.equals(db.gate(file, OLD, collection=COLLECTION, by=0.1))
        asked = db.question("gate", run_a=NEW, run_b=OLD, collection=COLLECTION, by=0.1)
        assert frame.equals(asked) and asked.notes[-1] == frame.notes[-1]
        assert [*frame.basis] == [COLLECTION]
        compared = db.compare(NEW, OLD, collection=COLLECTION)
        assert frame["difference"].to_list() == pytest.approx(compared["mean_difference"].to_list(), abs=1e-12)
        wrong: list[tuple[list[object], str]] = [
            ([NEW, NEW], f"are both '{NEW}'"),
            ([NEW, "absent"], "no run 'absent'"),
            ([NEW, "absent.run"], "there is no file 'absent.run', and"),
            ([file, OLD], "name the collection with collection="),
        ]
        for given, message in wrong:
            with pytest.raises(DltrackError, match=message):
                db.gate(*given, **({} if file in given else {"collection": COLLECTION}))
    done = dltrack("gate", file, OLD, "-c", COLLECTION, "--by", "0.1", "-f", "json", "--db", sample_database)
    assert json.loads(done.stdout) == frame.to_dicts()


def test_the_action_runs_the_command(folder, tmp_path):
    """Its inputs are options of the command; its last step writes the job's summary and ends as the command does."""
    action = yaml.safe_load((resources.ROOT / "action.yml").read_text(encoding="utf-8"))
    *_, install, judge = action["runs"]["steps"]
    assert '"$SOURCE"' in install["run"] and judge["shell"] == "bash"
    names = set(judge["env"])
    assert names == {name.upper().replace("-", "_") for name in action["inputs"]}
    bin_folder = tmp_path / "dltrack" / "bin"
    bin_folder.mkdir(parents=True)
    program = bin_folder / "dltrack"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m dltrack_db "$@"\n')
    program.chmod(0o755)
    given = {"NEW": "worse", "OLD": "old", "QRELS": "qrels", "MEASURES": "RR,AP", "BY": "0.1", "STRICT": "false"}
    environment = {
        **os.environ,
        **dict.fromkeys(names, ""),
        **given,
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "PYTHONPATH": str(resources.ROOT),
    }
    script = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", judge["run"]]  # as workflows run it
    done = subprocess.run(script, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert (tmp_path / "summary.md").read_text() == done.stdout
    assert done.stdout.startswith("### dltrack gate: worse\n")
    environment |= {"NEW": "unjudged", "MEASURES": "RR"}
    for allowed, code in (("false", 1), ("true", 0)):
        allowing = environment | {"ALLOW_NO_VERDICT": allowed}
        done = subprocess.run(script, cwd=folder, env=allowing, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.splitlines()[0]) == (code, "### dltrack gate: no verdict")
    passed = subprocess.run(
        script, cwd=folder, env=environment | {"NEW": "-odd", "OLD": "old"}, capture_output=True, text=True, check=False
    )
    assert passed.returncode == 2 and "-odd does not exist" in passed.stderr
