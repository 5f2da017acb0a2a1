"""An edition stands for its collection wherever only one can be meant."""

from __future__ import annotations

import gzip

import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from dltrack_db.export import collection_files
from dltrack_db.store import collections, database, removal

RUNS = {"sample-passages": "alder_p2", "sample-docs": "alder_d1"}


@pytest.fixture(scope="module")
def files(tmp_path_factory, sample_database):
    """The first answers of a run of each collection as files, the second packed."""
    folder = tmp_path_factory.mktemp("runs")
    found = {}
    with dl.open(sample_database) as db:
        for collection, run in RUNS.items():
            rows = db.sql(
                "select query_id, doc_id, rank, score from main.rankings where run_id = $1 order by all limit 2000",
                [run],
            ).fetchall()
            text = "# a comment\n" + "".join(f"{q} Q0 {d} {rank} {score!r} t\n" for q, d, rank, score in rows)
            found[collection] = folder / f"own_{run}{'.gz' if run == 'alder_d1' else ''}"
            write = gzip.open if run == "alder_d1" else open
            with write(found[collection], "wt") as file:
                file.write(text)
    return found


@pytest.mark.campaign
@pytest.mark.parametrize("collection", RUNS)
def test_the_document_ids_of_a_run_file_tell_the_collection(sample_database, files, collection):
    file = files[collection]
    con = database.open_readonly(sample_database)
    try:
        assert collections.find_collection(con, "sample", sample_database, [file]) == collection
        assert removal._find_run(con, sample_database, RUNS[collection], "sample")[0] == collection
        with pytest.raises(UsageError, match="choose one"):
            collections.find_collection(con, "sample", sample_database, list(files.values()))
    finally:
        con.close()
    for command in (["eval", str(file), "-m", "P_5"], ["check", str(file)]):
        argv = [*command, "-c", "sample", "--db", str(sample_database), "-f", "json"]
        done = CliRunner().invoke(app, argv, catch_exceptions=False)
        same = CliRunner().invoke(
            app, [collection if part == "sample" else part for part in argv], catch_exceptions=False
        )
        assert done.stdout == same.stdout


def test_lines_without_a_tag_still_tell_the_collection(tmp_path):
    """So that the answer is about the lines, not about the collection."""
    (tmp_path / "five").write_text("1 Q0 msmarco_passage_01_2 1 2.5\n")
    assert collections._first_id(tmp_path / "five") == "msmarco_passage_01_2"


def test_what_asks_for_runs_means_the_collection_that_has_some(con):
    assert collections.find_collection(con, "mini", "x", is_ranked=True) == "mini-passages"
    with pytest.raises(UsageError, match="choose one"):
        collections.find_collection(con, "mini", "x")


def test_what_asks_for_labels_means_the_collection_that_knows_them(con):
    con.execute("delete from main.qrels_variants where variant = 'msmarco'")  # which both know
    con.execute("insert into main.qrels_variants (collection, variant) values ('mini-docs', 'gpt')")
    assert collections.find_collection(con, "mini", "x", labels="") == "mini-docs"
    assert collections.find_collection(con, "mini", "x", labels="gpt", is_ranked=True) == "mini-docs"
    for labels in ("nist", "nothing"):  # both know them, or none
        with pytest.raises(UsageError, match="choose one"):
            collections.find_collection(con, "mini", "x", labels=labels)
    assert collections.find_collection(con, "mini", "x", labels="nist", is_ranked=True) == "mini-passages"


@pytest.fixture
def con(mini_db):
    """The mini track without the runs of its documents."""
    con = mini_db.cursor()
    con.execute("begin; delete from main.run_topics where collection = 'mini-docs'")
    yield con
    con.execute("rollback")


@pytest.mark.parametrize("text", ["", "{}", "1 2 3\n", "\x1f\x8bnot packed"])
def test_a_file_that_tells_nothing_leaves_the_question(sample_database, tmp_path, text):
    (tmp_path / "odd").write_bytes(text.encode("latin-1"))
    con = database.open_readonly(sample_database)
    try:
        with pytest.raises(
            UsageError, match="'sample' is an edition with several collections: sample-docs, sample-passages"
        ):
            collections.find_collection(con, "sample", sample_database, [tmp_path / "odd"])
    finally:
        con.close()


def test_the_library_takes_editions_and_says_what_is_near(sample_database, tmp_path):
    with dl.open(sample_database) as db:
        for ask in (db.leaderboard, db.scores, db.audit, lambda name: db.figure("scores", name)):
            with pytest.raises(UsageError, match="choose one"):
                ask("sample")
            with pytest.raises(UsageError, match=r"does not contain 'sampel-docs'.*did you mean sample-docs"):
                ask("sampel-docs")
        for write in (db.report, lambda name, to: list(collection_files.export(db.duckdb, name, to, "csv"))):
            with pytest.raises(UsageError, match="did you mean sample-docs"):
                write("sampel-docs", tmp_path / "x")
