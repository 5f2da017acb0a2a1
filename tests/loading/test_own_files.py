"""Users' own text files are loaded completely or not at all, within limits, and become the corpus of a collection."""

from __future__ import annotations

import gzip
import json
import shutil

import duckdb
import pytest
from commands import dltrack
from corpus import small

from dltrack_db.base.files import plainfile
from dltrack_db.errors import DatabaseMemoryError, DltrackError, FormatError, UsageError
from dltrack_db.load import corpus
from dltrack_db.load.corpus import acceptance, own_texts
from dltrack_db.store import collections, removal
from dltrack_db.store.verify import verify


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A database with a collection of one topic and one label."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "q").write_text("1 0 a 1\n")
    (folder / "t").write_text("1\tone\n")
    given = ("--qrels", "q", "--topics", "t", "--task", "passages", "--db", "base.db")
    done = dltrack("ingest", "collection", "--name", "mine", *given, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "base.db"


@pytest.fixture
def db(made, tmp_path):
    return shutil.copy(made, tmp_path / "x.db")


def load(db, path, name, collection="mine", **texts):
    options = corpus.CorpusOptions(collection=collection)
    return corpus.load(db, *corpus.Texts(name, path, **texts).open(), options)


def tie(db):
    return small.query(db, "select corpus from main.collections")[0][0]


def texts(db):
    return small.query(db, "select passage_id, text from main.passages order by all")


@pytest.mark.more
def test_loading_texts_sets_the_corpus_and_dropping_unsets_it(db, tmp_path):
    (tmp_path / "x.tsv").write_text("a\talpha\n")
    load(db, tmp_path / "x.tsv", "mytext")
    assert (tie(db), texts(db), verify(db)) == ("mytext", [("a", "alpha")], [])
    with pytest.raises(UsageError, match="the corpus of mine is mytext"):
        load(db, tmp_path / "x.tsv", "mytexts")
    assert [line for (line,) in small.query(db, "select distinct corpus from main.passages")] == ["mytext"]
    removal.drop(db, removal.DropRequest(("mytext",)))
    assert (tie(db), texts(db), verify(db)) == (None, [], [])
    load(db, tmp_path / "x.tsv", "mytexts", collection=None)
    assert tie(db) is None
    assert load(db, tmp_path / "x.tsv", "mytexts").is_already_loaded
    assert (tie(db), verify(db)) == ("mytexts", [])


@pytest.mark.more
def test_a_collection_names_its_corpus_only_after_publication(db, tmp_path, monkeypatch):
    """If a process ends between reading and publishing, the collection has no corpus, and other texts can be loaded."""
    (tmp_path / "x.tsv").write_text("a\talpha\n")

    def end(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(acceptance, "_validate", end)
        with pytest.raises(KeyboardInterrupt):
            load(db, tmp_path / "x.tsv", "big")
    assert (tie(db), texts(db)) == (None, [])
    load(db, tmp_path / "x.tsv", "other")
    assert (tie(db), texts(db)) == ("other", [("a", "alpha")])


@pytest.mark.more
def test_an_interrupted_load_is_not_resumed_with_another_file(db, tmp_path, monkeypatch):
    """With files of the same size and a mapping, the second load contains no rows of the interrupted load."""
    (tmp_path / "x.tsv").write_text("a\talpha\n")
    (tmp_path / "m").write_text("a\td1\n")

    def end(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(acceptance, "_validate", end)
        with pytest.raises(KeyboardInterrupt):
            load(db, tmp_path / "x.tsv", "texts", mapping=tmp_path / "m")
    (tmp_path / "x.tsv").write_text("a\tother\n")
    (tmp_path / "m").write_text("a\td2\n")
    load(db, tmp_path / "x.tsv", "texts", mapping=tmp_path / "m")
    assert texts(db) == [("a", "other")]
    assert small.query(db, "select doc_id from main.passage_documents") == [("d2",)]
    assert small.query(db, "select count(*) from store.passages") == [(1,)]


@pytest.mark.more
def test_a_file_that_changes_while_it_is_read_is_refused(db, tmp_path):
    (tmp_path / "x.tsv").write_text("a\talpha\n")
    spec, source = corpus.Texts("texts", tmp_path / "x.tsv").open()
    (tmp_path / "x.tsv").write_text("a\tanother one\n")
    with pytest.raises(DltrackError, match=r"x\.tsv changed during the load"):
        corpus.load(db, spec, source, corpus.CorpusOptions(collection="mine"))
    assert (tie(db), texts(db)) == (None, [])


@pytest.mark.more
def test_texts_are_checked_against_the_labels_of_the_collection_that_gets_them(db, tmp_path):
    (tmp_path / "x.tsv").write_text("b\tbeta\n")
    with pytest.raises(DltrackError, match="judged items are in the corpus"):
        load(db, tmp_path / "x.tsv", "mytext")
    assert tie(db) is None
    load(db, tmp_path / "x.tsv", "mytext", collection=None)


@pytest.mark.more
def test_verify_reports_a_missing_corpus_which_can_be_replaced(db, tmp_path):
    (tmp_path / "x.tsv").write_text("a\talpha\n")
    con = duckdb.connect(str(db))
    con.execute("update main.collections set corpus = 'gone'")
    con.close()
    assert [flaw.subject for flaw in verify(db) if flaw.check == "texts"] == ["'gone' of mine"]
    load(db, tmp_path / "x.tsv", "mytext")
    assert tie(db) == "mytext"
    con = duckdb.connect(str(db))
    con.execute("update main.collections set corpus = 'msmarco-v2-passage'")  # of a recipe, which need not be loaded
    with pytest.raises(UsageError, match="the corpus of mine is msmarco-v2-passage"):
        collections.check_texts(con, "mine", "mytext")
    con.close()
    assert [flaw for flaw in verify(db) if flaw.check == "texts"] == []


BOMB = b"x" * 1_000_000


def test_an_endless_line_is_rejected_by_every_command(tmp_path):
    path = tmp_path / "bomb.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        for _ in range(40):
            file.write(BOMB)
    with pytest.raises(FormatError, match=":1: the line is longer than"):
        own_texts.read_mapping(path)
    with pytest.raises(FormatError, match=":1: the line is longer than"):
        corpus.Texts("mine", path).open()
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b"a\td\n" + b"b\t" + BOMB + BOMB)
    with pytest.raises(FormatError, match=f":2: the line is longer than {plainfile.LONGEST_LINE:,} bytes"):
        own_texts.read_mapping(path)


DEEP = "[" * 100_000 + "]" * 100_000


@pytest.mark.more
@pytest.mark.parametrize("before", ["", '{"id": "b", "text": "x"}\n'])
def test_deeply_nested_json_gives_one_clear_error(db, tmp_path, before):
    (tmp_path / "deep").write_text(before + '{"id": "a", "text": "x", "z": ' + DEEP + "}\n")
    try:
        load(db, tmp_path / "deep", "mine", collection=None)
    except DltrackError as error:
        assert "nested too deeply" in str(error)
    (tmp_path / "deep").write_text('{"id": "b", "docid": "x"}\n{"id": "a", "docid": ' + DEEP + "}\n")
    with pytest.raises(FormatError, match=":2: lists or objects are nested too deeply"):
        own_texts.read_mapping(tmp_path / "deep")


@pytest.mark.parametrize("head", ["id\tabstract", "docno\tsummary", "ID\ttitle\tabstract", "passage_id\tx\ty\tz"])
def test_a_header_with_unknown_column_names_is_rejected(tmp_path, head):
    (tmp_path / "x").write_text(head + "\n" + "\t".join("abcd"[: head.count("\t") + 1]) + "\n")
    with pytest.raises(
        FormatError,
        match=r"x:1: the fields are .*(abstract|summary|x, y).*; .*for the id \(id, .*and a field for the text \(text",
    ):
        corpus.Texts("mine", tmp_path / "x").open()


def test_a_mapping_with_a_header_of_unknown_names_is_refused(tmp_path):
    (tmp_path / "m").write_text("passage_id\tparent\na\td\n")
    with pytest.raises(FormatError, match="the fields are passage_id, parent; a mapping needs"):
        own_texts.read_mapping(tmp_path / "m")


SIGNS = "\u00a0\u202e\u200b\u2028\u3000\x07\x9b\ue000\ufeff"


@pytest.mark.more
@pytest.mark.parametrize(
    "sign", [pytest.param(each, marks=pytest.mark.campaign) for each in SIGNS[1:]] + ["\u00a0", " "]
)
def test_ids_of_texts_mappings_and_labels_follow_one_rule(db, tmp_path, sign):
    odd = f"a{sign}1"
    (tmp_path / "x").write_text(json.dumps({"id": odd, "text": "x"}) + "\n")
    with pytest.raises(FormatError, match=r"record 1: the id .* contains a blank, a control character or an invisible"):
        load(db, tmp_path / "x", "mine", collection=None)
    (tmp_path / "m").write_text(json.dumps({"pid": odd, "docid": "d"}) + "\n")
    with pytest.raises(FormatError, match=r"the id .* contains a blank, a control character or an invisible character"):
        own_texts.read_mapping(tmp_path / "m")
    if sign != " ":
        (tmp_path / "q").write_text(f"1 0 {odd} 1\n")
        done = dltrack("ingest", "qrels", tmp_path / "q", "-c", "mine", "--labels", "x", "--db", db)
        assert done.returncode == 1
        assert "sound" in dltrack("verify", "--db", db).stdout


def test_ids_may_use_any_alphabet(db, tmp_path):
    ids = ["東京", "é", "😀", "a/b:c#0_1", "\u0378", "x" * 2048]
    (tmp_path / "x").write_text("".join(json.dumps({"id": each, "text": "x"}) + "\n" for each in ids))
    load(db, tmp_path / "x", "mine", collection=None)
    assert {each for each, _ in texts(db)} == set(ids)
    assert all(own_texts.id_problem(each) is None for each in ids)
    assert own_texts.id_problem("x" * 2049)
    (tmp_path / "y").write_text(json.dumps({"id": "x" * 2049, "text": "x"}) + "\n")
    with pytest.raises(FormatError, match="more than 2,048 bytes"):
        load(db, tmp_path / "y", "long", collection=None)


def test_only_needed_parquet_columns_are_read_and_progress_counts_rows(tmp_path):
    path = tmp_path / "p[1]"
    rows = "select 'a' || i as id, repeat('x', 1000) || i as text, i as more, null as title from range(5000) t(i)"
    duckdb.execute(f"copy ({rows}) to '{tmp_path}/p' (format parquet, compression zstd)")
    (tmp_path / "p").rename(path)
    source = corpus.Texts("mine", path).open()[1]
    assert source.columns == ["id", "text", "title"]
    assert source.total_bytes > 4_000_000 > 10 * path.stat().st_size
    (member,) = source.members()
    blocks = list(member.blocks())
    lines = b"".join(blocks).splitlines()
    assert json.loads(lines[7]) == {"id": "a7", "text": "x" * 1000 + "7", "title": None}
    assert len(lines) == 5000
    assert max(map(len, blocks)) < 100_000


def test_parquet_with_row_groups_larger_than_memory_is_rejected(tmp_path):
    path = tmp_path / "p"
    rows = "select i as id, md5(i::varchar) || md5(i::varchar) as text from range(100000) t(i)"
    duckdb.execute(f"copy ({rows}) to '{path}' (format parquet)")
    source = corpus.Texts("mine", path).open()[1]
    with pytest.raises(
        UsageError, match=r"reading a row group of .* takes about .* MB; allow more memory with --memory"
    ):
        source.limit_memory("20MB")
    source.limit_memory("200MB")
    source.memory_limit = "1MB"
    with pytest.raises(DatabaseMemoryError, match="memory ran out"):
        list(source.lines())
