"""Comments at the head of run files are stored and exported again; notes are validated."""

from __future__ import annotations

import pytest
from mini_edition import NOTES, RUN_A, RUN_B, Mini

from dltrack_db.base.files import plainfile
from dltrack_db.errors import ValidationError
from dltrack_db.export import collection_files
from dltrack_db.load import run_notes
from dltrack_db.load.plan import Item
from dltrack_db.store import database, removal, verify
from tests.asking import asked

HEADER = "# ir_metadata.start\n# platform:\n#   hardware: one two three four\n#\n# ir_metadata.end\n"


@pytest.fixture
def db(tmp_path):
    path = tmp_path / "x.duckdb"
    Mini(tmp_path / "files", runs={"input.a": HEADER + RUN_A, "input.b": RUN_B}).load(path)
    return path


def test_the_comments_of_a_run_are_exported_with_it(db, tmp_path):
    found = asked(db, "select run_id, source, value from main.run_metadata order by key")
    assert [row[:2] for row in found] == [("a", "header/a")] * 5
    assert "".join(f"{value}\n" for *_, value in found) == HEADER
    assert asked(db, "select run_id, tag from main.runs order by run_id") == [("a", None), ("b", "tagB")]
    con = database.open_readonly(db, into=tmp_path / "out")
    list(collection_files.export(con, "mini-docs", tmp_path / "out", "trec"))
    con.close()
    assert (tmp_path / "out/runs/mini-docs/input.a").read_text().startswith(HEADER + "1 Q0 ")
    assert (tmp_path / "out/runs/mini-docs/input.b").read_text().startswith("1 Q0 ")


def test_a_tab_in_a_run_comment_is_reported(tmp_path):
    """Notes are stored as columns separated by tabs; the run is synthetic."""
    (tmp_path / "a").write_text("# one\n# a\tb\tc\n# d\te\n" + RUN_A)
    (tmp_path / "plain").mkdir()
    plain = plainfile.open_plain(tmp_path / "a", tmp_path / "plain")
    told = []
    found = run_notes.extract_header(Item("runs", "a", "c", plain.path), plain, tmp_path, told.append)
    assert found.path.read_text().splitlines()[1].split("\t") == ["a", "# one", "# a b c", "# d e"]
    assert told == [f"{plain.source}: replaced tabs by blanks in 2 of 3 comment lines at the start"]


@pytest.mark.campaign
def test_comments_are_dropped_with_their_run(db):
    removal.drop(db, removal.DropRequest(("a",)))
    assert asked(db, "from main.run_metadata") == []
    assert asked(db, "select name from main.loads where part = 'run-metadata'") == []
    assert verify.verify(db) == []


@pytest.mark.campaign
def test_loading_the_same_run_file_again_changes_nothing(db, tmp_path):
    report = Mini(tmp_path / "files", runs={"input.a": HEADER + RUN_A, "input.b": RUN_B}).load(db)
    assert report.rows == {}


@pytest.mark.more
def test_notes_that_cannot_be_read_are_refused(tmp_path):
    with pytest.raises(ValidationError, match=r"notes.tsv:4: 1 columns instead of 2"):
        Mini(tmp_path / "files", extras={"notes.tsv": NOTES + "3\n"}).load(tmp_path / "x.duckdb")
    assert not (tmp_path / "x.duckdb").exists()


METADATA = """\
# written by hand
# ir_metadata.start
# platform:
#   hardware:
#     cpu:
#       model: 'Intel Xeon: 3.50GHz'
#   operating system:
#     kernel: "4.15"   # a comment
# method:
#   automatic: true
#   retrieval:
#     - name: bm25
#       b: 0.4
#       k1: 0.9
#     -
#       name: monoT5
#       reranks: bm25
# actor:
#   role: 'experimenter''s own'
#   degree: Ph.D.
# data:
#   test_collection:
#     qrels:
#       - one
#       - two
# ir_metadata.end
# b: 3
"""


def flattened(value, names=()):
    """Yield every scalar in a YAML document, with the names on its path."""
    if isinstance(value, dict):
        return [each for name, inner in value.items() for each in flattened(inner, (*names, str(name)))]
    if isinstance(value, list):
        return [each for inner in value for each in flattened(inner, names)]
    return [(".".join(names), str(value).lower() if isinstance(value, bool) else str(value))]


@pytest.mark.campaign
def test_ir_metadata_values_become_notes_unchanged(tmp_path):
    yaml = pytest.importorskip("yaml")
    path = tmp_path / "x.duckdb"
    Mini(tmp_path / "files", runs={"input.a": METADATA + RUN_A, "input.b": HEADER + RUN_B}).load(path)
    inside = [line[2:] for line in METADATA.splitlines()[2:-2]]
    found = asked(path, "select attribute, value from systems.run_attributes where run_id = 'a' order by place")
    assert found == flattened(yaml.safe_load("\n".join(inside)))
    assert ("method.retrieval.b", "0.4") in found
    assert asked(path, "select attribute, value from systems.run_attributes where run_id = 'b'") == [
        ("platform.hardware", "one two three four")
    ]
    con = database.open_readonly(path, into=tmp_path / "out")
    list(collection_files.export(con, "mini-docs", tmp_path / "out", "trec"))
    con.close()
    assert (tmp_path / "out/runs/mini-docs/input.a").read_text().startswith(METADATA + "1 Q0 ")
