"""Every official form of a corpus arrives unchanged."""

from __future__ import annotations

import gzip
import json
import re
import struct
import tarfile

import duckdb
import pytest
from corpus import small

from dltrack_db.errors import UsageError, ValidationError

judged_as_by_users = pytest.mark.usefixtures("great_expectations")


def stored_passages(db, name="msmarco-v2-passage"):
    rows = small.query(db, "select passage_id, text from main.passages where corpus = ?", name)
    mapped = small.query(db, "select passage_id, doc_id, spans from main.passage_documents where corpus = ?", name)
    return dict(rows), {pid: (doc, spans) for pid, doc, spans in mapped}


def assert_same_passages(db, given: small.Small):
    texts, mapping = stored_passages(db)
    assert texts == {pid: row["passage"] for pid, row in given.rows.items()}
    assert mapping == {pid: (row["docid"], row["spans"]) for pid, row in given.rows.items()}


@pytest.mark.more
@judged_as_by_users
def test_v2_passages_from_the_tar(tmp_path):
    given = small.passages()
    report = small.load(tmp_path / "a.db", "msmarco-v2-passage", small.tar_of_gz(tmp_path / "p.tar", given.members))
    assert (report.rows_read, report.rows_stored, report.members) == (150, 150, 3)
    assert_same_passages(tmp_path / "a.db", given)


@pytest.mark.more
@pytest.mark.parametrize("packed", [True, False])
def test_v2_passages_from_a_folder_of_members(tmp_path, packed):
    given = small.passages()
    folder = tmp_path / "members"
    folder.mkdir()
    (folder / "README.txt").write_text("not a member")
    for name, content in given.members.items():
        stem = name.split("/")[1]
        if packed:
            (folder / stem).write_bytes(gzip.compress(content))
        else:
            (folder / stem.removesuffix(".gz")).write_bytes(content)
    small.load(tmp_path / "a.db", "msmarco-v2-passage", folder)
    assert_same_passages(tmp_path / "a.db", given)


@pytest.mark.campaign
def test_v2_passages_from_one_member(tmp_path):
    given = small.passages(members=1)
    path = tmp_path / "msmarco_passage_00.gz"
    path.write_bytes(gzip.compress(given.members["msmarco_v2_passage/msmarco_passage_00.gz"]))
    small.load(tmp_path / "a.db", "msmarco-v2-passage", path)
    assert_same_passages(tmp_path / "a.db", given)


@pytest.mark.campaign
def test_v2_documents(tmp_path):
    given = small.documents()
    small.load(tmp_path / "a.db", "msmarco-v2-document", small.tar_of_gz(tmp_path / "d.tar", given.members))
    rows = small.query(tmp_path / "a.db", "select doc_id, url, title, headings, body from main.documents")
    fields = ("docid", "url", "title", "headings", "body")
    assert sorted(rows) == sorted(tuple(row[field] for field in fields) for row in given.rows.values())


V1_PASSAGES = ["It's \"quoted, unbalanced", "tab\\tescape", "", "naïve 東京", "# no comment", "NULL"]


@pytest.mark.campaign
@pytest.mark.parametrize("form", ["tsv", "tsv.gz", "tar.gz"])
def test_v1_passages(tmp_path, form):
    content = "".join(f"{number}\t{text}\n" for number, text in enumerate(V1_PASSAGES * 40)).encode()
    path = tmp_path / f"collection.{form}"
    if form == "tsv":
        path.write_bytes(content)
    elif form == "tsv.gz":
        path.write_bytes(gzip.compress(content))
    else:
        plain = small.tar(tmp_path / "x.tar", {"collection.tsv": content})
        path = tmp_path / "collectionandqueries.tar.gz"
        path.write_bytes(gzip.compress(plain.read_bytes()))
    small.load(tmp_path / "a.db", "msmarco-v1-passage", path)
    texts, mapping = stored_passages(tmp_path / "a.db", "msmarco-v1-passage")
    assert texts == {str(number): text for number, text in enumerate(V1_PASSAGES * 40)}
    assert mapping == {}


@pytest.mark.more
def test_other_members_are_left_out_of_the_collection_archive(tmp_path):
    files = {"queries.train.tsv": b"1\tx\n", "collection.tsv": b"0\ta\n1\tb\n", "qrels.dev.small.tsv": b"1 0 1 1\n"}
    path = tmp_path / "collectionandqueries.tar.gz"
    path.write_bytes(gzip.compress(small.tar(tmp_path / "x.tar", files).read_bytes()))
    report = small.load(tmp_path / "a.db", "msmarco-v1-passage", path)
    assert report.rows_stored == 2


DOCUMENTS = {
    "D59221": ("http://a.example/", 'A "title', "One line. naïve 東京"),
    "D7": ("http://b.example/?q=1&r=\t2".replace("\t", ""), "", "another <b>line</b>"),
    "D301595": ("http://c.example/", ".", ""),
}


def assert_same_documents(db, bodies):
    rows = small.query(db, "select doc_id, url, title, headings, body from main.documents")
    expected = {(docid, url, title, None, bodies[docid]) for docid, (url, title, _) in DOCUMENTS.items()}
    assert set(rows) == expected


@pytest.mark.campaign
def test_v1_documents_as_tsv(tmp_path):
    path = tmp_path / "msmarco-docs.tsv.gz"
    path.write_bytes(gzip.compress("".join(f"{d}\t{u}\t{t}\t{b}\n" for d, (u, t, b) in DOCUMENTS.items()).encode()))
    small.load(tmp_path / "a.db", "msmarco-v1-document", path)
    assert_same_documents(tmp_path / "a.db", {docid: row[2] for docid, row in DOCUMENTS.items()})


@pytest.mark.campaign
def test_v1_documents_in_trec_form_keep_their_line_breaks(tmp_path):
    bodies = {docid: f"{body}\n\nsecond </p> 段落" if body else "" for docid, (_, _, body) in DOCUMENTS.items()}
    records = [
        f"<DOC>\n<DOCNO>{docid}</DOCNO>\n<TEXT>\n{url}\n{title}\n{bodies[docid]}\n</TEXT>\n</DOC>\n"
        for docid, (url, title, _) in DOCUMENTS.items()
    ]
    path = tmp_path / "msmarco-docs.trec.gz"
    path.write_bytes(gzip.compress("".join(records).encode()))
    report = small.load(tmp_path / "a.db", "msmarco-v1-document", path)
    assert report.rows_read == 3
    assert_same_documents(tmp_path / "a.db", bodies)


@pytest.mark.campaign
def test_ids_profile_keeps_lengths_mapping_and_urls_but_no_text(tmp_path):
    db, given, docs = tmp_path / "a.db", small.passages(), small.documents()
    small.load(db, "msmarco-v2-passage", small.tar_of_gz(tmp_path / "p.tar", given.members), profile="ids")
    small.load(db, "msmarco-v2-document", small.tar_of_gz(tmp_path / "d.tar", docs.members), profile="ids")
    texts, mapping = stored_passages(db)
    assert set(texts.values()) == {None}
    assert mapping == {pid: (row["docid"], row["spans"]) for pid, row in given.rows.items()}
    lengths = small.query(db, "select sum(num_bytes), sum(num_chars) from corpus.item_lengths where kind = 'passages'")
    passages = [row["passage"] for row in given.rows.values()]
    assert lengths == [(sum(len(text.encode()) for text in passages), sum(map(len, passages)))]
    rows = small.query(db, "select url, title, headings, body from main.documents order by url")
    assert rows == sorted((row["url"], None, None, None) for row in docs.rows.values())


@pytest.mark.more
@judged_as_by_users
def test_judged_profile_keeps_what_qrels_and_rankings_name(tmp_path):
    db, given = tmp_path / "a.db", small.passages()
    path = small.tar_of_gz(tmp_path / "p.tar", given.members)
    said = []
    with pytest.raises(UsageError, match="but no qrels or runs on msmarco-v2-passage are loaded"):
        small.load(db, "msmarco-v2-passage", path, profile="judged", say=said.append)
    assert said == []  # no size of a load that has nothing to look for
    wanted = list(given.rows)[3::17]
    note_judgments(db, "msmarco-v2-passage", judged=wanted[::2], ranked=wanted[1::2])
    report = small.load(db, "msmarco-v2-passage", path, profile="judged", say=said.append)
    assert re.search(r"9 judged or retrieved items\): [\d.]+ kB to read from .*, about [\d.]+ kB to write", said[0])
    assert (report.rows_read, report.rows_stored) == (150, len(wanted))
    texts, _ = stored_passages(db)
    assert texts == {pid: given.rows[pid]["passage"] for pid in wanted}


def note_judgments(db, corpus_name, judged, ranked=()):
    with duckdb.connect(str(db)) as con:
        con.execute(
            "insert into main.collections by name"
            " select 'c' as collection, 'e' as edition, 'x' as task, $1 as corpus, 'q' as query_set",
            [corpus_name],
        )
        for doc_id in judged:
            con.execute(
                "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
                "values ('c', 'nist', '1', ?, 1, '0')",
                [doc_id],
            )
        for rank, doc_id in enumerate(ranked, start=1):
            con.execute("insert into store.rankings values (1, ?, ?, 1.0, ?)", [doc_id, rank, rank])
        con.execute("insert into main.run_topics values ('c', 'r', '1', $1, 1)", [len(ranked)])


@judged_as_by_users
@pytest.mark.campaign
def test_a_judged_item_missing_from_a_complete_corpus_stops_the_load(tmp_path):
    db, given = tmp_path / "a.db", small.passages()
    path = small.tar_of_gz(tmp_path / "p.tar", given.members)
    small.load(db, "msmarco-v2-passage", path)
    note_judgments(db, "msmarco-v2-passage", judged=["msmarco_passage_01_1"])
    with pytest.raises(ValidationError, match="msmarco_passage_01_1 is judged, but not in the corpus"):
        small.load(db, "msmarco-v2-passage", path, replace=True)
    assert_same_passages(db, given)


def test_loading_again_does_nothing_and_another_profile_needs_replace(tmp_path):
    db, given = tmp_path / "a.db", small.passages()
    path = small.tar_of_gz(tmp_path / "p.tar", given.members)
    reports = [small.load(db, "msmarco-v2-passage", path, profile="ids") for _ in range(2)]
    assert [report.is_already_loaded for report in reports] == [False, True]
    with pytest.raises(UsageError, match=r"is already loaded with the profile 'ids', not .*add --replace"):
        small.load(db, "msmarco-v2-passage", path)
    small.load(db, "msmarco-v2-passage", path, replace=True)
    assert_same_passages(db, given)
    assert small.query(db, "select count(*), count(distinct load_no) from store.passages") == [(150, 1)]
    assert small.query(db, "select count(*) from main.loads where part = 'corpus'") == [(1,)]


@judged_as_by_users
@pytest.mark.campaign
def test_the_ledger_tells_of_the_load_and_its_expectations(tmp_path):
    db, given = tmp_path / "a.db", small.passages()
    path = small.tar_of_gz(tmp_path / "p.tar", given.members)
    small.load(db, "msmarco-v2-passage", path, facts={"rows": 150, "members": 3})
    ((name, verified, expected, measured),) = small.query(
        db, "select name, verified, expected_rows, measured_rows from main.loads"
    )
    assert (name, verified, expected, measured) == ("msmarco-v2-passage", "counts", 150, 150)
    outcomes = small.query(
        db, "select expectation, success from main.load_expectations join main.loads using (batch_id)"
    )
    assert len(outcomes) >= 15 and all(success for _, success in outcomes)


@pytest.mark.campaign
def test_two_corpora_live_beside_each_other(tmp_path):
    db, given, docs = tmp_path / "a.db", small.passages(), small.documents()
    small.load(db, "msmarco-v2-document", small.tar_of_gz(tmp_path / "d.tar", docs.members))
    small.load(db, "msmarco-v2-passage", small.tar_of_gz(tmp_path / "p.tar", given.members))
    path = tmp_path / "collection.tsv"
    path.write_text("0\ta\n1\tb\n")
    small.load(db, "msmarco-v1-passage", path)
    counts = small.query(db, "select corpus, num_stored from corpus.loads order by corpus")
    assert counts == [("msmarco-v1-passage", 2), ("msmarco-v2-document", 60), ("msmarco-v2-passage", 150)]
    assert_same_passages(db, given)


def test_a_disk_too_small_is_refused_before_anything_is_read(tmp_path):
    path = small.tar_of_gz(tmp_path / "p.tar", small.passages().members)
    with pytest.raises(UsageError, match=r"needs about .* GB, but only .* are free; choose --profile ids"):
        small.load(tmp_path / "a.db", "msmarco-v2-passage", path, facts={"disk_per_source_byte": {"full": 1e12}})
    assert small.query(tmp_path / "a.db", "select count(*) from store.corpora") == [(0,)]


@pytest.mark.campaign
@pytest.mark.real
def test_real_v1_sample(real_data, tmp_path):
    path = real_data / "msmarco" / "collection.sample.tsv"
    report = small.load(tmp_path / "a.db", "msmarco-v1-passage", path, is_subset=True, layout=None)
    assert report.rows_stored == 28_606
    texts, _ = stored_passages(tmp_path / "a.db", "msmarco-v1-passage")
    with path.open(encoding="utf-8", newline="\n") as file:
        assert texts == dict(line.removesuffix("\n").split("\t") for line in file)


@judged_as_by_users
@pytest.mark.campaign
@pytest.mark.real
def test_real_v2_sample(real_data, tmp_path):
    path = real_data / "msmarco" / "msmarco_v2_passage.sample.tar"
    report = small.load(tmp_path / "a.db", "msmarco-v2-passage", path, is_subset=True, layout=None)
    assert (report.rows_stored, report.members) == (10_553, 70)
    texts, mapping = stored_passages(tmp_path / "a.db")
    with tarfile.open(path) as archive:
        for entry in archive:
            for line in gzip.decompress(archive.extractfile(entry).read()).splitlines():
                row = json.loads(line)
                assert texts.pop(row["pid"]) == row["passage"]
                assert mapping[row["pid"]] == (row["docid"], row["spans"])
    assert not texts


@pytest.mark.more
def test_near_duplicate_classes(tmp_path):
    lines = [
        "msmarco_passage_00_10 msmarco_passage_00_10 the start of a text",
        "msmarco_passage_00_10 msmarco_passage_41_45753370 the  start of another",
    ]
    path = tmp_path / "msmarco-v2-passage-neardupes.txt.gz"
    path.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode()))
    small.load(tmp_path / "a.db", "msmarco-v2-passage-neardupes", path)
    rows = small.query(tmp_path / "a.db", "select corpus, class_id, passage_id from main.near_duplicate_passages")
    assert rows == [("msmarco-v2-passage", *line.split(" ")[:2]) for line in lines]


@pytest.mark.more
def test_distinct_passages_from_lists_of_positions(tmp_path):
    positions = {0: [0, 477, 4_294_967_295], 41: [10, 45_753_370]}
    members = {
        f"dedup_positions/msmarco_passage_{bundle:02d}.pos": struct.pack(f"<{len(numbers)}I", *numbers)
        for bundle, numbers in positions.items()
    }
    path = tmp_path / "dedup_positions.tar.gz"
    path.write_bytes(gzip.compress(small.tar(tmp_path / "x.tar", members).read_bytes()))
    small.load(tmp_path / "a.db", "msmarco-v2-passage-distinct", path, layout=None)
    rows = small.query(tmp_path / "a.db", "select passage_id from main.distinct_passages")
    assert rows == [(f"msmarco_passage_{bundle:02d}_{n}",) for bundle, numbers in positions.items() for n in numbers]


@pytest.mark.more
def test_a_new_file_is_not_held_against_what_it_was_copied_from(tmp_path, monkeypatch):
    def compare(*_, **__):
        raise AssertionError("a copy of dltrack's own empty database was compared with it")

    monkeypatch.setattr("dltrack_db.store.trust.altered_objects", compare)
    monkeypatch.setattr(small, "make_empty", lambda _: None)
    given = small.passages(members=1)
    small.load(tmp_path / "a.db", "msmarco-v2-passage", small.tar_of_gz(tmp_path / "p.tar", given.members))
    assert_same_passages(tmp_path / "a.db", given)
