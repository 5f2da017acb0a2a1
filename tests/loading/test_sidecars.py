"""Run descriptions in the format of ir-metadata.org, next to the run files or separate, become notes."""

from __future__ import annotations

import pytest
from mini_edition import RUN_A, RUN_B, Mini

from dltrack_db.base.files import sources
from dltrack_db.errors import FormatError, UsageError
from dltrack_db.load import sidecars
from dltrack_db.load.plan import Item
from dltrack_db.store import collections, removal, verify
from tests.asking import asked
from tests.commands import dltrack

DESCRIPTION = """\
"implementation":
  "executable": !!string "./a.py --fast"
  "packages": [numpy, polars]
data:
  training data:
  - name: one
  - name: two
resources:
  runtime:
    wallclock: 12.5 ms
    energy: 0 J
    timeseries: {values: [1, 2, 3]}
  gpu: !!bool "false"
  empty:
  none: null
"""
VALUES = {
    "implementation.executable": "./a.py --fast",
    "implementation.packages": "numpy, polars",
    "data.training data.1.name": "one",
    "data.training data.2.name": "two",
    "resources.runtime.wallclock (ms)": "12.5",
    "resources.runtime.energy (J)": "0",
    "resources.gpu": "false",
}


def described(folder, text=DESCRIPTION, name="x.ir-metadata.yml"):
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_values_are_named_by_their_path_and_quantities_are_numbers(tmp_path):
    assert sidecars.read(described(tmp_path), "x") == VALUES


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: [1, 2", "x.yml:1: not valid YAML"),
        ("tag: r\na: 1\na: 2\n", "x.yml:3: not valid YAML"),
        ("- 1\n", "x.yml:1: the file has no fields"),
        ("", "x.yml:1: the file has no fields"),
        ("a: " + "{b: " * 1500 + "1" + "}" * 1500, "x.yml: not valid YAML"),
        (
            "a: &a [1,1,1,1,1,1,1,1,{}]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
            "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\n",
            "x.yml: the file has more than 5,000 values",
        ),
        ("a\u202eb: 1\n", "x.yml: "),
    ],
    ids=["open", "twice", "list", "empty", "deep", "bomb", "steering"],
)
def test_what_is_wrong_is_reported_with_its_line(tmp_path, text, message):
    with pytest.raises(FormatError, match=message.replace(".", r"\.")):
        sidecars.read(described(tmp_path, text), "x.yml")


def test_a_python_tag_in_yaml_creates_no_object(tmp_path):
    """Every value is text, whatever type a file declares."""
    text = f"a: !!python/object/apply:os.system ['touch {tmp_path}/made']\n"
    assert sidecars.read(described(tmp_path, text), "x") == {"a": f"touch {tmp_path}/made"}
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["r.run", "r.run.ir-metadata.yml"], "r.run.ir-metadata.yml"),
        (["r.run", "r.ir-metadata.yml", "other.run"], "r.ir-metadata.yml"),
        (["r.run", "retrieval-ir-metadata.yml"], "retrieval-ir-metadata.yml"),
        (["r.run", "retrieval-ir-metadata.yml", ".hidden"], "retrieval-ir-metadata.yml"),
        (["r.run", "retrieval-ir-metadata.yml", "other.run"], None),  # it may be about either
        (["r.run", "notes.yml"], None),
        (["r.run"], None),
    ],
)
def test_the_description_of_a_run_is_found_next_to_it(tmp_path, names, found):
    for name in names:
        (tmp_path / name).write_text("tag: r\n")
    path = sidecars.find(tmp_path / "r.run", "r")
    assert (path and path.name) == found


def test_a_description_is_loaded_and_dropped_with_its_run(tmp_path):
    db = tmp_path / "x.duckdb"
    runs = {"input.a": RUN_A, "input.b": RUN_B, "input.a.ir-metadata.yml": DESCRIPTION}
    Mini(tmp_path / "files", runs=runs).load(db)
    assert asked(db, "select run_id from main.runs order by all") == [("a",), ("b",)]
    notes = "select key, value from main.run_metadata where run_id = 'a' and source = 'ir-metadata/a'"
    assert dict(asked(db, notes)) == VALUES
    assert asked(
        db, "select run_id, value from systems.run_numbers where name = 'resources.runtime.wallclock (ms)'"
    ) == [("a", 12.5)]
    removal.drop(db, removal.DropRequest(("a",)))
    assert asked(db, "from main.run_metadata") == []
    assert asked(db, "select name from main.loads where part = 'run-metadata'") == []
    assert verify.verify(db) == []


def test_a_description_of_another_run_is_left_out(tmp_path):
    (tmp_path / "r.run").write_text(RUN_A)
    described(tmp_path, "tag: other\n", "r.ir-metadata.yml")
    said = []
    assert sidecars.write_notes(Item("runs", "r", "c", tmp_path / "r.run"), tmp_path, said.append) is None
    told = "the tag is 'other', but the run file in the same folder is run 'r'"
    assert said == [f"left out {tmp_path / 'r.ir-metadata.yml'}: {told}"]


@pytest.mark.parametrize("name", ["r.ir-metadata.yml", "ir-metadata.yml"])
def test_a_link_to_a_file_elsewhere_is_not_read(tmp_path, name):
    """A third party's folder must not make a load read the user's other files."""
    (tmp_path / "home").mkdir()
    (tmp_path / "given").mkdir()
    (tmp_path / "home" / "secret.yml").write_text("password: x\n")
    (tmp_path / "given" / "r.run").write_text(RUN_A)
    (tmp_path / "given" / name).symlink_to(tmp_path / "home" / "secret.yml")
    assert sidecars.find(tmp_path / "given" / "r.run", "r") is None


def test_collection_is_refused_for_a_table(tmp_path):
    db = tmp_path / "x.duckdb"
    Mini(tmp_path / "files", runs={"input.a": RUN_A}).load(db)
    (tmp_path / "notes.csv").write_text("run_id,collection,x\na,mini-docs,1\n")
    done = dltrack("ingest", "run-notes", str(tmp_path / "notes.csv"), "-c", "mini-docs", "--db", str(db))
    assert done.returncode == 2 and "--collection works only with ir-metadata.yml files" in done.stderr


def test_the_command_finds_the_run_by_its_tag(tmp_path):
    db = tmp_path / "x.duckdb"
    Mini(tmp_path / "files", runs={"input.a": RUN_A, "input.b": RUN_B}).load(db)
    one = described(tmp_path, "tag: a\n" + DESCRIPTION, "one.ir-metadata.yml")
    done = dltrack("ingest", "run-notes", str(one), "--db", str(db))
    assert done.returncode == 0, done.stderr
    assert dict(asked(db, "select key, value from main.run_metadata where source = 'ir-metadata/a'")) == VALUES
    for text, message in {
        "tag: nosuch\n": "no run 'nosuch' is loaded",
        "a: 1\n": "the run is unknown, because there is no tag",
    }.items():
        done = dltrack("ingest", "run-notes", str(described(tmp_path, text)), "--db", str(db))
        assert done.returncode != 0 and message in done.stderr


def test_a_run_of_several_collections_needs_the_name_of_one(tmp_path):
    db = tmp_path / "x.duckdb"
    Mini(tmp_path / "files", runs={"input.a": RUN_A, "input.b": RUN_B}).load(db)
    assert collections.collection_of_run(db, "a") == "mini-docs"
    (tmp_path / "q").write_text("1 0 d1 1\n")
    (tmp_path / "a").write_text("1 Q0 d1 1 2 a\n")
    made = dltrack(
        "ingest",
        "collection",
        "--name",
        "c",
        "--qrels",
        str(tmp_path / "q"),
        "--runs",
        str(tmp_path / "a"),
        "--db",
        str(db),
    )
    assert made.returncode == 0, made.stderr
    with pytest.raises(UsageError, match=r"have a run 'a' \(c, mini-docs\); choose one with --collection"):
        collections.collection_of_run(db, "a")
    one = described(tmp_path, "tag: a\nx: 1 s\n", "one.ir-metadata.yml")
    assert dltrack("ingest", "run-notes", str(one), "--collection", "c", "--db", str(db)).returncode == 0
    assert asked(db, "select collection, key, value from main.run_metadata") == [("c", "x (s)", "1")]


def test_a_folder_of_runs_may_hold_descriptions(tmp_path):
    for name in ("a.run", "b.run", "a.ir-metadata.yml"):
        (tmp_path / name).write_text("tag: a\n")
    assert [path.name for path in sources.run_files([tmp_path])] == ["a.run", "b.run"]
