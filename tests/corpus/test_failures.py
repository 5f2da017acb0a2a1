"""Damage of every kind is caught, named, and nothing of it becomes visible."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import threading

import pytest
from corpus import small

from dltrack_db.corpus import feed
from dltrack_db.errors import FormatError, SourceError, ValidationError

GIVEN = small.passages()
SECOND = "msmarco_v2_passage/msmarco_passage_01.gz"


def with_member(content: bytes) -> dict[str, bytes]:
    """The packed members, the second one replaced by these packed bytes."""
    return {name: gzip.compress(plain, mtime=0) for name, plain in GIVEN.members.items()} | {SECOND: content}


def with_lines(change) -> dict[str, bytes]:
    lines = GIVEN.members[SECOND].splitlines(keepends=True)
    return with_member(gzip.compress(b"".join(change(lines))))


def replaced(number: int, line: bytes):
    return lambda lines: [*lines[:number], line, *lines[number + 1 :]]


def edited(number: int, **fields):
    def change(lines):
        row = json.loads(lines[number]) | fields
        row = {key: value for key, value in row.items() if value is not None}
        return replaced(number, json.dumps(row).encode() + b"\n")(lines)

    return change


def assert_nothing_visible(db):
    assert small.query(db, "select count(*) from main.passages") == [(0,)]
    assert small.query(db, "select count(*) from main.loads") == [(0,)]


LINE_20 = GIVEN.members[SECOND].splitlines(keepends=True)[19]
PLACE = r"p\.tar:msmarco_v2_passage/msmarco_passage_01\.gz, record 20 at byte [\d,]+: "


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (replaced(19, b'{"pid": "x\n'), "not valid JSON"),
        (replaced(19, b"\n"), "the line is empty"),
        (replaced(19, b"[1, 2]\n"), "not a JSON object"),
        (replaced(19, LINE_20.replace(b'"passage": "', b'"passage": "\xff')), "invalid UTF-8"),
        (edited(19, passage=None), "the field passage is not there as text"),
        (edited(19, spans=None), "the field spans is not there as text"),
        (edited(19, docid=7), "the field docid is not there as text"),
        (edited(19, docid="msmarco_doc_01_007"), "its document «msmarco_doc_01_007» is none of msmarco-v2-document"),
        (replaced(19, LINE_20.replace(b"{", b'{"pid": "x", ')), "the field pid occurs twice"),
        (replaced(19, LINE_20.replace(b'"spans": "', b'"spans": "\\ud800')), "an escape that is not a character"),
        (edited(19, pid="msmarco_passage_02_77"), "the id «msmarco_passage_02_77» does not belong in this file"),
        (edited(19, pid="msmarco_passage_01_007"), "the id «msmarco_passage_01_007» should be"),
        (edited(19, pid="msmarco_passage_01_1e3"), "the id «msmarco_passage_01_1e3» does not belong in this file"),
        (edited(19, pid="7130104"), "the id «7130104» does not belong in this file"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_record_is_named_with_member_line_and_offset(tmp_path, change, message):
    path = small.tar(tmp_path / "p.tar", with_lines(change))
    with pytest.raises(FormatError, match=PLACE + message):
        small.load(tmp_path / "a.db", "msmarco-v2-passage", path)
    assert_nothing_visible(tmp_path / "a.db")


def test_ids_that_are_not_their_places_are_found(tmp_path):
    """One id off by one; one line missing; two ids off in opposite directions."""
    lines = GIVEN.members[SECOND].splitlines(keepends=True)

    def shifted(line: bytes, by: int) -> bytes:
        number = int(json.loads(line)["pid"].rsplit("_", 1)[1])
        return line.replace(f"_{number}".encode(), f"_{number + by}".encode(), 1)

    cases = {
        "one off": [*lines[:9], shifted(lines[9], 1), *lines[10:]],
        "line missing": [*lines[:9], *lines[10:]],
        "opposite": [*lines[:9], shifted(lines[9], 1), shifted(lines[10], -1), *lines[11:]],
    }
    for name, changed in cases.items():
        path = small.tar(tmp_path / "p.tar", with_member(gzip.compress(b"".join(changed))))
        with pytest.raises(FormatError, match=r"record 10 at byte [\d,]+: the id «.*» should be «.*» here \(--subset"):
            small.load(tmp_path / f"{name}.db", "msmarco-v2-passage", path)
        assert_nothing_visible(tmp_path / f"{name}.db")


def test_a_subset_may_leave_lines_out_but_not_repeat_them(tmp_path):
    path = small.tar(tmp_path / "p.tar", with_lines(lambda lines: lines[10:40:3]))
    report = small.load(tmp_path / "a.db", "msmarco-v2-passage", path, is_subset=True)
    assert report.rows_stored == 110
    path = small.tar(tmp_path / "q.tar", with_lines(lambda lines: [*lines[10:20], lines[12]]))
    with pytest.raises(ValidationError, match="ids are unique"):
        small.load(tmp_path / "b.db", "msmarco-v2-passage", path, is_subset=True)
    assert_nothing_visible(tmp_path / "b.db")


def test_v1_ids_are_line_numbers(tmp_path):
    path = tmp_path / "collection.tsv"
    path.write_text("0\ta\n1\tb\n3\tc\n4\td\n")
    with pytest.raises(FormatError, match=r"collection\.tsv, record 3 at byte 8: the id «3» should be «2» here"):
        small.load(tmp_path / "a.db", "msmarco-v1-passage", path)
    path.write_text("0\ta\n1\tb\tc\n")
    with pytest.raises(FormatError, match=r"record 2 at byte 4: 3 columns instead of 2 \(pid, passage\)"):
        small.load(tmp_path / "b.db", "msmarco-v1-passage", path)


def test_ids_that_only_changed_places_do_not_rise(tmp_path):
    path = tmp_path / "collection.tsv"
    path.write_text("0\ta\n1\tb\n3\tc\n2\td\n")
    with pytest.raises(ValidationError, match="2 does not come after the id before it"):
        small.load(tmp_path / "a.db", "msmarco-v1-passage", path)
    assert_nothing_visible(tmp_path / "a.db")


def test_v1_document_ids_are_unique(tmp_path):
    path = tmp_path / "msmarco-docs.tsv"
    path.write_text("D1\tu\tt\tb\nD2\tu\tt\tb\nD1\tu\tt\tb\n")
    with pytest.raises(ValidationError, match="D1 occurs 2 times"):
        small.load(tmp_path / "a.db", "msmarco-v1-document", path)


PACKED = gzip.compress(GIVEN.members[SECOND], mtime=0)
CUT_AT_A_LINE_END = gzip.compress(b"".join(GIVEN.members[SECOND].splitlines(keepends=True)[:30]))[:-8]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (PACKED[:-8] + bytes([PACKED[-8] ^ 1]) + PACKED[-7:], "is damaged near its packed byte"),
        (PACKED[:-4] + b"\0\0\0\0", "is damaged near its packed byte"),
        (PACKED[: len(PACKED) // 2], "is cut short: it ends at byte .* within compressed data"),
        (CUT_AT_A_LINE_END, "is cut short: it ends at byte .* within compressed data"),
        (PACKED + b"more", "goes on after its compressed data, at byte"),
        (PACKED + bytes(512), "goes on after its compressed data, at byte"),
        (GIVEN.members[SECOND][:-20], "ends within a record that begins at byte"),
        (b"PK\x03\x04 a zip", "ends within a record"),
    ],
    ids=[
        "wrong CRC",
        "wrong length",
        "cut",
        "cut at a line end",
        "trailing bytes",
        "trailing zeros",
        "plain and cut",
        "no gzip",
    ],
)
@pytest.mark.parametrize("has_small_batches", [True, False])
def test_damaged_gzip_is_caught(tmp_path, content, message, has_small_batches):
    path = small.tar(tmp_path / "p.tar", with_member(content))
    options = {} if has_small_batches else {"layout": None}
    with pytest.raises((SourceError, FormatError), match=r"msmarco_passage_01\.gz.*" + message):
        small.load(tmp_path / "a.db", "msmarco-v2-passage", path, **options)
    assert_nothing_visible(tmp_path / "a.db")
    # Nothing of the damaged member stays, so that the mended file can be loaded on top.
    names = small.query(tmp_path / "a.db", "select member from store.members")
    assert (SECOND,) not in names
    assert small.query(tmp_path / "a.db", "select count(*) from store.passages where stem like '%_01_'") == [(0,)]


def test_a_mended_file_continues_where_the_damaged_one_stopped(tmp_path):
    db = tmp_path / "a.db"
    with pytest.raises(SourceError):
        small.load(db, "msmarco-v2-passage", small.tar(tmp_path / "p.tar", with_member(PACKED[:-3])))
    path = small.tar(tmp_path / "p.tar", with_member(PACKED))
    report = small.load(db, "msmarco-v2-passage", path)
    assert report.resumed_members >= 1
    assert small.query(db, "select count(*), count(distinct passage_id) from main.passages") == [(150, 150)]


def test_damaged_files_can_be_set_aside(tmp_path):
    db = tmp_path / "a.db"
    path = small.tar(tmp_path / "p.tar", with_member(PACKED[:-3]))
    report = small.load(db, "msmarco-v2-passage", path, reject_files=True, facts={"rows": 150, "members": 3})
    assert list(report.rejected) == [SECOND]
    assert report.rows_stored == 100
    assert "is cut short" in report.rejected[SECOND]
    assert [o.expectation for o in report.outcomes if not o.success] == ["no file was set aside"]
    assert small.query(db, "select num_files, num_rejected_files from corpus.loads") == [(2, 1)]
    path = small.tar(tmp_path / "q.tar", with_lines(edited(19, passage=None)))
    report = small.load(tmp_path / "b.db", "msmarco-v2-passage", path, reject_files=True)
    assert "record 20" in report.rejected[SECOND]
    assert small.query(tmp_path / "b.db", "select count(*) from main.passages") == [(100,)]


def test_a_tar_cut_short_is_caught(tmp_path):
    whole = small.tar_of_gz(tmp_path / "whole.tar", GIVEN.members).read_bytes()
    with tarfile.open(tmp_path / "whole.tar") as archive:
        entries = archive.getmembers()
    last = entries[-1]
    places = [entries[1].offset_data + 10, entries[1].offset, last.offset_data + last.size, last.offset_data + 5, 600]
    for place in places:
        path = tmp_path / "p.tar"
        path.write_bytes(whole[:place])
        with pytest.raises(SourceError, match="cut short"):
            small.load(tmp_path / "a.db", "msmarco-v2-passage", path)
        assert not (tmp_path / "a.db").exists() or small.query(
            tmp_path / "a.db", "select count(*) from main.passages"
        ) == [(0,)]


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_damaged_header_is_not_taken_for_the_end_of_the_archive(tmp_path, is_packed):
    content = bytearray(small.tar_of_gz(tmp_path / "p.tar", GIVEN.members).read_bytes())
    with tarfile.open(tmp_path / "p.tar") as archive:
        second = archive.getmembers()[1]
    content[second.offset + 3] ^= 1
    path = tmp_path / ("q.tar.gz" if is_packed else "q.tar")
    path.write_bytes(gzip.compress(content) if is_packed else content)
    with pytest.raises(SourceError, match=f"bad checksum at byte {second.offset:,}"):
        small.load(tmp_path / "a.db", "msmarco-v2-passage", path)
    assert not (tmp_path / "a.db").exists() or assert_nothing_visible(tmp_path / "a.db") is None


def test_a_packed_tar_with_a_wrong_checksum_is_caught(tmp_path):
    content = gzip.compress(small.tar(tmp_path / "x.tar", {"collection.tsv": b"0\ta\n1\tb\n"}).read_bytes())
    path = tmp_path / "collection.tar.gz"
    path.write_bytes(content[:-8] + bytes([content[-8] ^ 1]) + content[-7:])
    with pytest.raises(SourceError, match=r"collection\.tar\.gz is cut short or damaged"):
        small.load(tmp_path / "a.db", "msmarco-v1-passage", path)
    assert_nothing_visible(tmp_path / "a.db")


def test_a_feeder_that_dies_is_noticed(tmp_path, monkeypatch):
    """A thread that ends without an end of its member, as a killed one would."""
    path = small.tar_of_gz(tmp_path / "p.tar", GIVEN.members)
    put = feed.Feeder._put
    calls = []

    def die(self, queue, event):
        calls.append(event)
        if len(calls) == 4:
            raise SystemExit
        put(self, queue, event)

    monkeypatch.setattr(feed.Feeder, "_put", die)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    with pytest.raises(SourceError, match="stopped before its end"):
        small.load(tmp_path / "a.db", "msmarco-v2-passage", path)
    assert_nothing_visible(tmp_path / "a.db")
    monkeypatch.undo()
    small.load(tmp_path / "a.db", "msmarco-v2-passage", path)
    assert small.query(tmp_path / "a.db", "select count(*) from main.passages") == [(150,)]


def hostile(kind: bytes, name: str, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


@pytest.mark.parametrize(
    "entry",
    [
        hostile(tarfile.REGTYPE, "../msmarco_passage_09.gz"),
        hostile(tarfile.REGTYPE, "/tmp/msmarco_passage_09.gz"),
        hostile(tarfile.REGTYPE, "a/../../msmarco_passage_09.gz"),
        hostile(tarfile.SYMTYPE, "msmarco_passage_09.gz", "/etc/passwd"),
        hostile(tarfile.LNKTYPE, "msmarco_passage_09.gz", "msmarco_v2_passage/msmarco_passage_00.gz"),
        hostile(tarfile.CHRTYPE, "msmarco_passage_09.gz"),
        hostile(tarfile.FIFOTYPE, "msmarco_passage_09.gz"),
        hostile(tarfile.REGTYPE, "evil.sh"),
        hostile(tarfile.REGTYPE, "copy/msmarco_passage_00.gz"),
    ],
    ids=lambda entry: f"{entry.name} {entry.type.decode()}",
)
def test_hostile_archives_are_refused_before_anything_is_read(tmp_path, entry):
    path = small.tar_of_gz(tmp_path / "p.tar", GIVEN.members)
    with tarfile.open(path, "a") as archive:
        archive.addfile(entry, io.BytesIO())
    with pytest.raises(SourceError, match=r"do not use this archive|is it the right archive|twice"):
        small.load(tmp_path / "a.db", "msmarco-v2-passage", path)
    assert small.query(tmp_path / "a.db", "select count(*) from store.passages") == [(0,)]


def test_wrong_counts_stop_the_load(tmp_path):
    path = small.tar_of_gz(tmp_path / "p.tar", GIVEN.members)
    with pytest.raises(ValidationError, match="150 records read, expected 151"):
        small.load(tmp_path / "a.db", "msmarco-v2-passage", path, facts={"rows": 151})
    with pytest.raises(ValidationError, match="3 files, expected 4"):
        small.load(tmp_path / "a.db", "msmarco-v2-passage", path, facts={"members": 4})
    assert_nothing_visible(tmp_path / "a.db")


def test_spans_beyond_the_body_and_unknown_documents_are_found(tmp_path):
    db = tmp_path / "a.db"
    small.load(db, "msmarco-v2-document", small.tar_of_gz(tmp_path / "d.tar", small.documents().members))
    path = small.tar_of_gz(tmp_path / "p.tar", GIVEN.members)
    small.load(db, "msmarco-v2-passage", path)
    wide = small.passages()
    for name, content in wide.members.items():
        wide.members[name] = content.replace(b"(5,9)", b"(5,99999)")
    path = small.tar_of_gz(tmp_path / "q.tar", wide.members)
    with pytest.raises(ValidationError, match=r"has spans \(0,4\),\(5,99999\) in a body of \d+ bytes"):
        small.load(db, "msmarco-v2-passage", path, is_subset=False, replace=True, facts={"ids": "any"})
    # In a subset the same findings are warnings.
    report = small.load(db, "msmarco-v2-passage", path, is_subset=True, replace=True)
    assert "passages of a part lie in their documents" in [o.expectation for o in report.outcomes if not o.success]


def test_sources_that_are_nothing_usable(tmp_path):
    cases = {
        "missing": "is neither a file nor a folder",
        "empty": "is empty",
        "folder": "holds no file of msmarco-v2-passage",
    }
    (tmp_path / "empty").touch()
    (tmp_path / "folder").mkdir()
    for name, message in cases.items():
        with pytest.raises(SourceError, match=message):
            small.load(tmp_path / "a.db", "msmarco-v2-passage", tmp_path / name)
