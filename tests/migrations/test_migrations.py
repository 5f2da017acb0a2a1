"""Databases of every released version are opened, asked and brought forward; the old file stays."""

from __future__ import annotations

import json
import lzma
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db import __version__
from dltrack_db.cli.app import app
from dltrack_db.errors import DatabaseError
from dltrack_db.store import compact, database, facts, migrate, rewrite, versions
from dltrack_db.store.verify import UNCHECKED, verify
from tests.once import once

RELEASED = Path(__file__).parent / "released"
SCORES = {
    "0.1.0": {
        "alder_p1": (0.4571434220713501, 0.7514154684893178, 1.0),
        "alder_p2": (0.3921419534936521, 0.7650223205821133, 0.9166666666666666),
        "alder_p_rr": (0.24885170697669987, 0.5242257239925999, 1.0),
        "brisk_p_ann": (0.29522692935909717, 0.5876421495512826, 0.75),
    },
    "0.2.0": {
        "alder_p1": (0.45706380367019256, 0.7514154684893178, 1.0),
        "alder_p2": (0.39167274820633535, 0.7650223205821133, 0.9166666666666666),
        "alder_p_rr": (0.24656732941839712, 0.5326622459957732, 0.9166666666666666),
        "brisk_p_ann": (0.29378771479950755, 0.5866766260243782, 0.75),
    },
}
SCORES |= dict.fromkeys(("0.3.0", "0.4.0"), SCORES["0.2.0"])
"""map, ndcg_cut_10 and recip_rank, as that release had them; 0.2 compares the scores of such a run as doubles."""
RULES = {"0.1.0": "float"} | dict.fromkeys(("0.2.0", "0.3.0", "0.4.0"), "double")
"""The tie rule of the collection; 0.1 called it otherwise."""
CONTENT = (
    "select md5(string_agg(concat_ws(' ', run_id, query_id, doc_id, rank), '|' order by run_id, query_id, rank)) "
    "from main.rankings"
)


RELEASES = ["0.1.0", *(pytest.param(one, marks=pytest.mark.more) for one in SCORES if one != "0.1.0")]
"""Those that wrote another schema."""


def unpacked(release, path):
    path.write_bytes(lzma.decompress((RELEASED / f"{release}.duckdb.xz").read_bytes()))
    return path


@pytest.fixture(params=RELEASES)
def released(request, tmp_path):
    """A database that an earlier release wrote, with another schema."""
    return unpacked(request.param, tmp_path / "x.duckdb")


@pytest.fixture
def built(request, shared_folder):
    """The database of a release after `dltrack build`, which takes seconds; what that printed, and files in the folder.

    Made once for all tests, which only read it.
    """

    def build(folder):
        folder.mkdir()
        path = unpacked(request.param, folder / "x.duckdb")
        done = invoke("build", "--db", path)
        assert done.exit_code == 0, done.output
        names = sorted(each.name for each in folder.iterdir())
        (folder / "told.json").write_text(json.dumps({"names": names, "printed": done.stdout.replace(str(path), "x")}))

    folder = once(shared_folder / f"built-{request.param}", build)
    return SimpleNamespace(path=folder / "x.duckdb", **json.loads((folder / "told.json").read_text()))


@pytest.fixture
def old(tmp_path):
    """The one of 0.1.0."""
    return unpacked("0.1.0", tmp_path / "x.duckdb")


def invoke(*arguments):
    return CliRunner().invoke(app, [str(each) for each in arguments])


BEFORE = f"before-{'.'.join(__version__.split('.')[:2])}"
"""The end of the name under which an old file stays."""
HELD = {
    "0.1.0": {"main.passage_documents": 9500, "main.loads": 8, "main.load_expectations": 62},
    "0.2.0": {
        "main.loads": 10,
        "main.load_expectations": 64,
        "main.simulation_traces": 1784,
        "main.submitted_scores": 6,
        "main.run_metadata": 1,
        "main.qrels_variants": 2,
    },
    "0.4.0": {
        "main.answers": 6,
        "main.judge_scores": 24,
        "main.loads": 15,
        "main.nuggets": 24,
        "main.preferences": 48,
        "main.qrels_variants": 2,
        "main.run_metadata": 8,
        "main.simulation_traces": 1784,
        "main.submitted_scores": 18,
        "store.passages": 400,
    },
}
HELD["0.3.0"] = HELD["0.4.0"]
"""Rows of tables by the release that wrote them, beside those that both hold."""
ORDERED = {"0.1.0": "4fdad75cd661f0abac7cac99d3277ec2"} | dict.fromkeys(
    ("0.2.0", "0.3.0", "0.4.0"), "2f5397872f69e30cf6468f20b70677a5"
)
"""CONTENT: the same runs, ordered by float scores and by double ones."""
BOTH = {"main.rankings": 960, "main.qrels": 972, "main.queries": 6, "main.runs": 4}


def _writer(path):
    con = database.open_readonly(path, older=print)
    try:
        return facts.get(con).dltrack_version
    finally:
        con.close()


@pytest.mark.parametrize("built", RELEASES, indirect=True)
def test_a_released_database_is_brought_forward_with_all_it_holds(built, tmp_path):
    """The corpus of 0.1.0 has no checksum; all else has one, which holds, as all of 0.2.0 does."""
    kept = built.path.with_name(f"x.duckdb.{BEFORE}")
    assert f"the old file is x.{BEFORE}" in built.printed
    assert built.names == [built.path.name, kept.name]
    writer = _writer(kept)
    assert kept.read_bytes() == unpacked(writer, tmp_path / "y.duckdb").read_bytes()
    con = database.open_readonly(built.path)
    for table, rows in (BOTH | HELD[writer]).items():
        assert (table, *con.execute(f"select count(*) from {table}").fetchone()) == (table, rows)
    assert con.execute(CONTENT).fetchone() == (ORDERED[writer],)
    assert con.execute("select tie_rule, min_relevance from main.collections").fetchall() == [(RULES[writer], 2)]
    assert con.execute("select command, found from main.changes").fetchall()[-1] == ("migrate", None)
    found = con.execute(
        "pivot (select run_id, measure, value from metrics.run_scores where provenance = 'rankings' and measure in "
        "('map', 'ndcg_cut_10', 'recip_rank')) on measure in ('map', 'ndcg_cut_10', 'recip_rank') "
        "using first(value) order by run_id"
    ).fetchall()
    con.close()
    assert {run: pytest.approx(scores, abs=1e-12) for run, *scores in found} == SCORES[writer]
    unproven = writer == "0.1.0"
    told = "not checked: 1 load, for the ledger has no checksum of corpus 'sample-passage'"
    assert (told in built.printed) == unproven
    assert [(one.check, one.subject) for one in verify(built.path)] == [(UNCHECKED, "1 load")] * unproven


@pytest.mark.more
@pytest.mark.parametrize("built", ["0.5.0"], indirect=True)
def test_a_released_database_of_the_current_schema_is_kept_with_all_it_holds(built):
    """`dltrack build` makes its views anew in place; all checksums hold, those of the corpus of own texts, too."""
    assert built.names == [built.path.name]
    with database.open_readonly(built.path) as con:
        for table, rows in (BOTH | HELD["0.4.0"]).items():
            assert (table, *con.execute(f"select count(*) from {table}").fetchone()) == (table, rows)
        assert con.execute(CONTENT).fetchone() == (ORDERED["0.4.0"],)
        found = con.execute(
            "select run_id, value from metrics.run_scores where provenance = 'rankings' and measure = 'map'"
        ).fetchall()
    assert dict(found) == {run: pytest.approx(scores[0], abs=1e-12) for run, scores in SCORES["0.4.0"].items()}
    assert invoke("verify", "--db", built.path).exit_code == 0


@pytest.mark.more
@pytest.mark.parametrize("built", [*SCORES, "0.5.0"], indirect=True)
def test_a_released_database_is_cited_as_a_load_of_today_of_the_same_facts(built, tmp_path):
    """After `build`: topics, labels, runs and scores of others, loaded anew, have the fingerprint of the old file."""
    old, new, folder = built.path, tmp_path / "new.duckdb", tmp_path / "facts"
    assert invoke("export", "early", "--to", folder, "-f", "trec", "--db", old).exit_code == 0
    with database.open_readonly(old) as con:
        variants = con.execute("select distinct variant from main.qrels where variant <> 'nist'").fetchall()
        scores = con.execute(
            "select run_id, string_agg(concat_ws('\t', measure, query_id, "
            "coalesce(printf('%.' || decimals || 'f', value), value::varchar)), "
            "chr(10)) || chr(10) from main.submitted_scores group by run_id"
        ).fetchall()
        ((rule, level),) = con.execute("select tie_rule, min_relevance from main.collections").fetchall()
    loads: list[list[object]] = [
        ["collection", "--name", "early", "--topics", folder / "early" / "topics.tsv", "--labels", "nist", "--qrels",
         folder / "early" / "qrels.nist.txt", "--runs", folder / "runs" / "early", "--task", "passages",
         "--min-relevance", level, "--tie-rule", rule],
        *(["qrels", folder / "early" / f"qrels.{name}.txt", "-c", "early", "--labels", name] for (name,) in variants),
    ]  # fmt: skip
    for run, text in scores:
        (tmp_path / run).write_text(text)
        loads.append(["scores", tmp_path / run, "-c", "early", "--min-relevance", level])
    for words in loads:
        done = invoke("ingest", *words, "--db", new)
        assert done.exit_code == 0, done.output
    cited = []
    for path in (old, new):
        with database.open_readonly(path) as con:
            cited.append(con.execute("select fingerprint, num_loads, num_rows from catalog.fingerprints").fetchall())
    assert cited[0] == cited[1] and cited[0][0][0]
    assert bool(scores) == ("built-0.1.0" not in str(old))


def test_an_older_database_answers_by_its_own_views(old, tmp_path):
    out = invoke("sql", "select tie_rule from collections", "--db", old, "--format", "csv")
    assert out.stdout.split() == ["tie_rule", "trec_eval9"]
    exported = invoke("export", "early", "--db", old, "--to", tmp_path / "out", "--format", "trec")
    assert exported.exit_code == 0
    assert len(list((tmp_path / "out").rglob("input.*"))) == 4
    with dl.open(old) as db:
        (value,) = db.sql(
            "select value from metrics.run_scores where run_id = 'alder_p1' and measure = 'map'"
        ).fetchone()
        assert value == pytest.approx(SCORES["0.1.0"]["alder_p1"][0], abs=1e-12)
        with pytest.raises(DatabaseError, match=r"has table schema 2, .*; upgrade it with: dltrack build"):
            db.leaderboard("early")


@pytest.mark.campaign
@pytest.mark.parametrize("command", [["leaderboard", "early"], ["verify"], ["status"], ["drop", "early"], ["compact"]])
def test_a_command_that_needs_newer_views_says_build(old, command):
    result = invoke(*command, "--db", old)
    assert isinstance(result.exception, DatabaseError)
    assert str(result.exception).endswith(f"needs schema {versions.SCHEMA_VERSION}; upgrade it with: dltrack build")


@contextmanager
def _reader(path):
    """Another process that has a file open; it has at the end, too."""
    script = "import duckdb, sys; con = duckdb.connect(sys.argv[1], read_only=True); print(1, flush=True); input()"
    reader = subprocess.Popen(
        [sys.executable, "-c", script, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert reader.stdout.readline() == "1\n"
    yield
    assert reader.poll() is None
    reader.communicate("\n")


@pytest.mark.campaign
def test_a_damaged_load_of_an_older_database_is_found_by_its_old_checksum(old):
    con = duckdb.connect(str(old))
    con.execute("update main.qrels set relevance = 3 where rowid = 5")
    con.close()
    before = old.read_bytes()
    with pytest.raises(DatabaseError, match=r"was not changed, because it has faults: ledger, qrels 'nist' of early"):
        migrate.migrate(old, say=lambda _: None)
    assert [path.name for path in old.parent.iterdir()] == ["x.duckdb"]
    assert old.read_bytes() == before
    with _reader(old):  # is not in the way
        done = migrate.migrate(old, accept=True, say=lambda _: None)
    assert done.unchecked == []
    assert database.open_readonly(old).execute("select count(*) from main.rankings").fetchone() == (960,)


SAME_NAME = """
insert into main.collections select * replace ('other' as collection) from main.collections;
insert into main.qrels select * replace ('other' as collection, 0 as relevance) from main.qrels where variant = 'nist';
insert into main.loads select * replace (
    20 as load_id, 'other' as collection,
    (
        select sum(hash(query_id, doc_id, relevance, iteration)::hugeint)::varchar
        from main.qrels where collection = 'other'
    ) as checksum
)
from main.loads where part = 'qrels' and name = 'nist'
"""
"""Labels of one name in two collections, each with its checksum."""
USERS = """
create table main.mine as select 1 as x union all select 2;
create view metrics.my_view as from mine;
create macro main.twice(x) as 2 * x;
create macro main.my_runs(c := 1) as table from main.mine
"""


@pytest.mark.more
def test_all_that_is_in_and_around_an_old_file_comes_along_or_stays(old):
    """What users made, labels of one name, the log of a killed writer, a file kept before.

    The log belongs to the old name; left behind it would spoil the new file. Checksums that another release of DuckDB
    made cannot be checked.
    """
    first = old.with_name(f"x.duckdb.{BEFORE}")
    first.write_text("mine")
    other = old.with_name("y.duckdb")
    shutil.copy(old, other)
    con = duckdb.connect(str(other))
    con.execute(SAME_NAME)
    con.execute("update main.loads set duckdb_version = '1.4.0' where part = 'runs'")
    con.execute("checkpoint; set checkpoint_threshold = '1TB'; pragma disable_checkpoint_on_shutdown")
    con.execute(USERS)
    shutil.copy(other, old)
    shutil.copy(other.with_name("y.duckdb.wal"), old.with_name("x.duckdb.wal"))
    con.close()
    done = migrate.migrate(old, say=lambda _: None)
    assert (done.kept_file.name, first.read_text()) == (f"x.duckdb.{BEFORE}-2", "mine")
    assert [found.subject for found in done.unchecked] == ["5 loads"], "four runs, and the corpus was never summed up"
    assert not old.with_name("x.duckdb.wal").exists()
    con = database.open_readonly(old)
    assert con.execute("select count(*) from main.rankings").fetchone() == (960,)
    assert con.execute("select sum(x), main.twice(4) from metrics.my_view").fetchone() == (3, 8)
    assert con.execute("from main.my_runs()").fetchall() == [(1,), (2,)]
    sums = con.execute(
        "select loads.collection, loads.checksum = sums.checksum from main.loads as loads inner join "
        "catalog.checksums as sums using (part, collection, name) where name = 'nist' order by all"
    ).fetchall()
    con.close()
    assert sums == [("early", True), ("other", True)]


def test_too_little_room_is_told_before(old, monkeypatch):
    monkeypatch.setattr(rewrite.shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 10, 0))
    with pytest.raises(DatabaseError, match=r"needs 12 MB on its disk, but only 0 MB are free; free some space"):
        migrate.migrate(old, say=lambda _: None)
    assert [path.name for path in old.parent.iterdir()] == ["x.duckdb"]


def test_compacting_gives_room_back_and_changes_nothing(tmp_path, unchanged):
    db = Path(shutil.copy(unchanged, tmp_path / "x.duckdb"))
    con = duckdb.connect(str(db))
    con.execute("create table main.mine as select hash(range) as x from range(2000000)")
    con.execute("checkpoint; drop table main.mine; create table main.mine as select 1 as x")
    con.close()
    sums = "select part, name, num_rows, checksum from catalog.checksums order by all"
    con = database.open_readonly(db)
    wanted = con.execute(sums).fetchall()
    con.close()
    db.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(db, 4321, 1234)
    owner = db.stat().st_uid, db.stat().st_gid
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "y.duckdb").symlink_to(db)
    before, after = compact.compact(tmp_path / "links" / "y.duckdb")
    assert [path.is_symlink() for path in (tmp_path / "links").iterdir()] == [True]
    assert (db.stat().st_mode & 0o777, db.stat().st_uid, db.stat().st_gid) == (0o640, *owner)
    shutil.rmtree(tmp_path / "links")
    assert after < 0.7 * before
    assert db.stat().st_size == after
    con = database.open_readonly(db)
    assert con.execute(sums).fetchall() == wanted
    assert con.execute("from main.mine").fetchall() == [(1,)]
    assert con.execute("select command from main.changes order by change_no desc limit 1").fetchone() == ("compact",)
    con.close()
    assert [path.name for path in tmp_path.iterdir()] == ["x.duckdb"]


def test_a_file_of_somebody_else_is_not_taken_from_its_owner(tmp_path, small_database, monkeypatch):
    db = Path(shutil.copy(small_database, tmp_path / "x.duckdb"))
    monkeypatch.setattr(os, "geteuid", lambda: db.stat().st_uid + 4321)
    with pytest.raises(DatabaseError, match=r"belongs to .*, and rewriting the file would make you its owner"):
        compact.compact(db)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(DatabaseError, match=r"is write-protected; allow writing \(chmod u\+w"):
        compact.compact(db)


def test_the_shell_opens_it_sealed(old, tmp_path):
    """Asked by another process: the shell takes the place of the command."""
    if not Path(sys.executable).with_name("duckdb").exists():
        pytest.skip("the DuckDB shell (package duckdb-cli) is not installed")
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret of this user")
    script = (
        f"select count(*) > 0 as has_runs from main.runs;\nfrom read_text('{secret}');\n.shell echo out\nselect 7;\n"
    )
    script += "create table main.mine (x integer);\n"
    done = subprocess.run(
        [sys.executable, "-m", "dltrack_db", "shell", "--db", str(old)],
        input=script,
        capture_output=True,
        text=True,
    )
    assert "true" in done.stdout and "7" in done.stdout, done.stderr
    assert "the secret" not in done.stdout + done.stderr and "out" not in done.stdout
    for refusal in ("cannot read other files or the network", "disabled by configuration", "read-only"):
        assert refusal in done.stderr


def test_the_version_differs_whenever_the_schema_does(released):
    """A release has one schema: what wrote another one must have had another number."""
    con = database.open_readonly(released, older=print)
    try:
        found = facts.get(con)
    finally:
        con.close()
    assert found.dltrack_version != __version__ and found.is_older and str(found.schema) != versions.SCHEMA_VERSION


def test_files_are_written_in_the_oldest_storage_in_which_everything_works(small_database):
    con = duckdb.connect(str(small_database), read_only=True)
    tags = con.execute("select tags['storage_version'] from duckdb_databases() where not internal").fetchone()
    assert tags == ("v1.2.0+",)
    compressions = con.execute(
        "select distinct compression from pragma_storage_info('store.passages') where column_name = 'text' "
        "and segment_type = 'VARCHAR'"
    ).fetchall()
    assert compressions == [("ZSTD",)]
    con.close()
