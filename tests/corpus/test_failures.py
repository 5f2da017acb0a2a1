"""Damage of every kind is caught, named, and nothing of it becomes visible."""

from __future__ import annotations

import gzip
import io
import json
import re
import tarfile
import threading

import pytest
from corpus import small

from dltrack_db.errors import FormatError, SourceError, ValidationError
from dltrack_db.load.corpus import feed
from dltrack_db.store import removal

GIVEN = small.passages()
SECOND = "msmarco_v2_passage/msmarco_passage_01.gz"


def with_member(content: bytes) -> dict[str, bytes]:
    """The packed members, the second one replaced by these packed bytes."""
    return {name: gzip.compress(plain, mtime=0) for name, plain in GIVEN.members.items()} | {SECOND: content}


def with_lines(change) -> dict[str, bytes]:
    lines = GIVEN.members[SECOND].splitlines(keepends=True)
    return with_member(gzip.compress(b"".join(change(lines))))


def assert_nothing_visible(db):
    assert small.query(db, "select count(*) from main.passages") == [(0,)]
    assert small.query(db, "select count(*) from main.loads") == [(0,)]


def changed(**fields):
    """A line with other fields; None takes one away."""

    def change(line, bundle):
        named = {key: value and value.replace("NN", bundle) for key, value in fields.items()}
        row = {key: value for key, value in (json.loads(line) | named).items() if value is not None}
        return json.dumps(row).encode() + b"\n"

    return change


WRONG = (
    (lambda line, _: b'{"pid": "x\n', "not valid JSON"),
    (lambda line, _: b"\n", "the line is empty"),
    (lambda line, _: b"[1, 2]\n", "not a JSON object"),
    (lambda line, _: line.replace(b'"passage": "', b'"passage": "\xff'), "invalid UTF-8"),
    (changed(passage=None), "the field passage is missing, or is not text"),
    (changed(spans=None), "the field spans is missing, or is not text"),
    (changed(passage="a\0b"), "the record contains a NUL character"),
    (lambda line, _: re.sub(rb'"docid": "\w+"', b'"docid": 7', line), "the field docid is missing, or is not text"),
    (changed(docid="msmarco_doc_01_007"), "the document id 'msmarco_doc_01_007' is not an id of msmarco-v2-document"),
    (lambda line, _: line.replace(b"{", b'{"pid": "x", '), "the field pid occurs twice"),
    (lambda line, _: line.replace(b'"spans": "', b'"spans": "\\ud800'), "an escape sequence is not a character"),
    (changed(pid="msmarco_passage_99_77"), "the id 'msmarco_passage_99_77' does not belong in this file"),
    (changed(pid="msmarco_passage_NN_007"), "the id 'msmarco_passage_NN_007' should be"),
    (changed(pid="msmarco_passage_NN_1e3"), "the id 'msmarco_passage_NN_1e3' does not belong in this file"),
    (changed(pid="7130104"), "the id '7130104' does not belong in this file"),
)


@pytest.mark.more
def test_wrong_records_are_named_with_member_line_and_offset(tmp_path):
    """Each in a file of its own, all of which are set aside; the first alone stops a load."""
    given, reasons, packed = small.passages(rows_per_member=25, members=len(WRONG) + 1), {}, {}
    for number, (name, content) in enumerate(given.members.items()):
        lines, bundle = content.splitlines(keepends=True), f"{number:02}"
        if number < len(WRONG):
            change, message = WRONG[number]
            lines[19] = change(lines[19], bundle)
            place = rf"p\.tar:{re.escape(name)}, record 20 at byte [\d,]+: "
            reasons[name] = place + re.escape(message.replace("NN", bundle))
        packed[name] = gzip.compress(b"".join(lines), mtime=0)
    path, db = small.tar(tmp_path / "p.tar", packed), tmp_path / "a.db"
    with pytest.raises(FormatError, match=next(iter(reasons.values()))):
        small.load(db, "msmarco-v2-passage", path)
    assert_nothing_visible(db)
    report = small.load(db, "msmarco-v2-passage", path, reject_files=True)
    assert list(report.rejected) == list(reasons)
    assert [told for name, told in report.rejected.items() if not re.search(reasons[name], told)] == []
    assert small.query(db, "select distinct left(passage_id, 18) from main.passages") == [("msmarco_passage_15",)]


@pytest.mark.campaign
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
        with pytest.raises(
            FormatError,
            match=r"record 10 at byte [\d,]+: the id '.*' should be '.*' .if the file is incomplete, add --subset",
        ):
            small.load(tmp_path / f"{name}.db", "msmarco-v2-passage", path)
        assert_nothing_visible(tmp_path / f"{name}.db")


@pytest.mark.campaign
def test_a_subset_may_leave_lines_out_but_not_repeat_them(tmp_path):
    path = small.tar(tmp_path / "p.tar", with_lines(lambda lines: lines[10:40:3]))
    report = small.load(tmp_path / "a.db", "msmarco-v2-passage", path, is_subset=True)
    assert report.rows_stored == 110
    path = small.tar(tmp_path / "q.tar", with_lines(lambda lines: [*lines[10:20], lines[12]]))
    with pytest.raises(ValidationError, match="ids are unique"):
        small.load(tmp_path / "b.db", "msmarco-v2-passage", path, is_subset=True)
    assert_nothing_visible(tmp_path / "b.db")


@pytest.mark.more
def test_v1_ids_are_line_numbers(tmp_path):
    path = tmp_path / "collection.tsv"
    path.write_text("0\ta\n1\tb\n3\tc\n4\td\n")
    with pytest.raises(FormatError, match=r"collection\.tsv, record 3 at byte 8: the id '3' should be '2'"):
        small.load(tmp_path / "a.db", "msmarco-v1-passage", path)
    path.write_text("0\ta\n1\tb\tc\n")
    with pytest.raises(FormatError, match=r"record 2 at byte 4: 3 columns instead of 2 \(pid, passage\)"):
        small.load(tmp_path / "b.db", "msmarco-v1-passage", path)


@pytest.mark.campaign
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


DAMAGED = {
    "wrong CRC": (lambda gz: gz[:-8] + bytes([gz[-8] ^ 1]) + gz[-7:], "is damaged near compressed byte"),
    "wrong length": (lambda gz: gz[:-4] + b"\0\0\0\0", "is damaged near compressed byte"),
    "cut": (lambda gz: gz[: len(gz) // 2], "is truncated: it ends at byte .* in compressed data"),
    "cut at a line end": (
        lambda gz: gzip.compress(b"".join(gzip.decompress(gz).splitlines(keepends=True)[:30]))[:-8],
        "is truncated: it ends at byte .* in compressed data",
    ),
    "trailing bytes": (lambda gz: gz + b"more", "has data that is not gzip from byte"),
    "one byte more": (lambda gz: gz + b"m", "has data that is not gzip from byte"),
    "trailing zeros": (lambda gz: gz + bytes(512), "has data that is not gzip from byte"),
    "plain and cut": (lambda gz: gzip.decompress(gz)[:-20], "ends within a record that begins at byte"),
    "no gzip": (lambda gz: b"PK\x03\x04 a zip", "ends within a record"),
}


@pytest.mark.more
@pytest.mark.parametrize("has_small_batches", [True, False])
def test_damaged_gzip_is_caught(tmp_path, has_small_batches):
    """Each kind in a file of its own between two sound ones; nothing of it stays, so that the mended one can follow."""
    given, db = small.passages(members=len(DAMAGED) + 2), tmp_path / "a.db"
    first, *names, _ = given.members
    packed = {name: gzip.compress(content, mtime=0) for name, content in given.members.items()}
    for name, (damage, _) in zip(names, DAMAGED.values(), strict=True):
        packed[name] = damage(packed[name])
    path = small.tar(tmp_path / "p.tar", packed)
    options = {} if has_small_batches else {"layout": None}
    with pytest.raises(SourceError, match=rf"msmarco_passage_01\.gz.*{DAMAGED['wrong CRC'][1]}"):
        small.load(db, "msmarco-v2-passage", path, **options)
    assert_nothing_visible(db)
    assert small.query(db, "select member from store.members where state = 'complete'") == [(first,)]
    report = small.load(db, "msmarco-v2-passage", path, reject_files=True, **options)
    told = zip(DAMAGED.items(), report.rejected.items(), strict=True)
    assert [kind for (kind, (_, message)), (name, why) in told if not re.search(f"{name}.*{message}", why)] == []
    stored = "select distinct left(stem, 18) from store.passages order by all"
    assert small.query(db, stored) == [("msmarco_passage_00",), ("msmarco_passage_10",)]


@pytest.mark.campaign
def test_a_mended_file_continues_where_the_damaged_one_stopped(tmp_path):
    db = tmp_path / "a.db"
    with pytest.raises(SourceError):
        small.load(db, "msmarco-v2-passage", small.tar(tmp_path / "p.tar", with_member(PACKED[:-3])))
    path = small.tar(tmp_path / "p.tar", with_member(PACKED))
    report = small.load(db, "msmarco-v2-passage", path)
    assert report.resumed_members >= 1
    assert small.query(db, "select count(*), count(distinct passage_id) from main.passages") == [(150, 150)]


@pytest.mark.campaign
def test_damaged_files_can_be_set_aside(tmp_path):
    db = tmp_path / "a.db"
    path = small.tar(tmp_path / "p.tar", with_member(PACKED[:-3]))
    report = small.load(db, "msmarco-v2-passage", path, reject_files=True, facts={"rows": 150, "members": 3})
    assert list(report.rejected) == [SECOND]
    assert report.rows_stored == 100
    assert "is truncated" in report.rejected[SECOND]
    assert [o.expectation for o in report.outcomes if not o.success] == ["no file was left out"]
    assert small.query(db, "select num_files, num_rejected_files from corpus.loads") == [(2, 1)]
    path = small.tar(
        tmp_path / "q.tar", with_lines(lambda lines: [*lines[:19], changed(passage=None)(lines[19], "01"), *lines[20:]])
    )
    report = small.load(tmp_path / "b.db", "msmarco-v2-passage", path, reject_files=True)
    assert "record 20" in report.rejected[SECOND]
    assert small.query(tmp_path / "b.db", "select count(*) from main.passages") == [(100,)]


@pytest.mark.more
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


@pytest.mark.more
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


@pytest.mark.more
def test_a_packed_tar_with_a_wrong_checksum_is_caught(tmp_path):
    content = gzip.compress(small.tar(tmp_path / "x.tar", {"collection.tsv": b"0\ta\n1\tb\n"}).read_bytes())
    path = tmp_path / "collection.tar.gz"
    path.write_bytes(content[:-8] + bytes([content[-8] ^ 1]) + content[-7:])
    with pytest.raises(SourceError, match=r"collection\.tar\.gz is cut short or damaged"):
        small.load(tmp_path / "a.db", "msmarco-v1-passage", path)
    assert_nothing_visible(tmp_path / "a.db")


@pytest.mark.more
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
    with pytest.raises(SourceError, match="stopped before the end of the file"):
        small.load(tmp_path / "a.db", "msmarco-v2-passage", path)
    assert_nothing_visible(tmp_path / "a.db")
    monkeypatch.undo()
    small.load(tmp_path / "a.db", "msmarco-v2-passage", path)
    assert small.query(tmp_path / "a.db", "select count(*) from main.passages") == [(150,)]


def hostile(kind: bytes, name: str, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


HOSTILE = (
    hostile(tarfile.REGTYPE, "../msmarco_passage_09.gz"),
    hostile(tarfile.REGTYPE, "/tmp/msmarco_passage_09.gz"),
    hostile(tarfile.REGTYPE, "a/../../msmarco_passage_09.gz"),
    hostile(tarfile.SYMTYPE, "msmarco_passage_09.gz", "/etc/passwd"),
    hostile(tarfile.LNKTYPE, "msmarco_passage_09.gz", "msmarco_v2_passage/msmarco_passage_00.gz"),
    hostile(tarfile.CHRTYPE, "msmarco_passage_09.gz"),
    hostile(tarfile.FIFOTYPE, "msmarco_passage_09.gz"),
    hostile(tarfile.REGTYPE, "evil.sh"),
    hostile(tarfile.REGTYPE, "copy/msmarco_passage_00.gz"),
)


@pytest.mark.more
def test_hostile_archives_are_refused_before_anything_is_read(tmp_path):
    for entry in HOSTILE:
        path = small.tar_of_gz(tmp_path / "p.tar", GIVEN.members)
        with tarfile.open(path, "a") as archive:
            archive.addfile(entry, io.BytesIO())
        with pytest.raises(SourceError, match=r"do not use this archive|check that this is the right archive|twice"):
            small.load(tmp_path / "a.db", "msmarco-v2-passage", path)
    assert small.query(tmp_path / "a.db", "select count(*) from store.passages") == [(0,)]


@pytest.mark.campaign
def test_wrong_counts_stop_the_load(tmp_path):
    path = small.tar_of_gz(tmp_path / "p.tar", GIVEN.members)
    with pytest.raises(ValidationError, match="150 records read, expected 151"):
        small.load(tmp_path / "a.db", "msmarco-v2-passage", path, facts={"rows": 151})
    with pytest.raises(ValidationError, match="3 files, expected 4"):
        small.load(tmp_path / "a.db", "msmarco-v2-passage", path, facts={"members": 4})
    assert_nothing_visible(tmp_path / "a.db")


@pytest.mark.more
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
    assert "passages of a part are within their documents" in [o.expectation for o in report.outcomes if not o.success]


def test_sources_that_are_nothing_usable(tmp_path):
    cases = {
        "missing": "is neither a file nor a folder",
        "empty": "is empty",
        "folder": "contains no file of msmarco-v2-passage",
    }
    (tmp_path / "empty").touch()
    (tmp_path / "folder").mkdir()
    for name, message in cases.items():
        with pytest.raises(SourceError, match=message):
            small.load(tmp_path / "a.db", "msmarco-v2-passage", tmp_path / name)


@pytest.mark.campaign
def test_what_is_refused_leaves_nothing_that_the_right_file_would_continue(tmp_path):
    """A made sample: an id twice, then the right file, of the same name and way."""
    db, path = tmp_path / "a.db", tmp_path / "collection.tsv"
    lines = "".join(f"{n}\ttext {n}\n" for n in range(60))
    path.write_text(f"{lines}0\ttext 0\n")
    with pytest.raises(ValidationError, match="0 occurs 2 times"):
        small.load(db, "msmarco-v1-passage", path, is_subset=True)
    counts = "select (select count(*) from store.passages), (select count(*) from store.corpora)"
    assert small.query(db, counts) == [(0, 0)]
    path.write_text(lines)
    assert small.load(db, "msmarco-v1-passage", path, is_subset=True).resumed_members == 0
    assert small.query(db, "select count(*) from main.passages") == [(60,)]


@pytest.mark.campaign
def test_an_unfinished_corpus_is_in_the_status_and_can_be_dropped(tmp_path, monkeypatch):
    db, path = tmp_path / "a.db", small.tar_of_gz(tmp_path / "p.tar", GIVEN.members)

    def stop(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        small.load(db, "msmarco-v2-passage", path, on_progress=stop)
    known = "select name, status, loaded > 0 from catalog.status where status = 'unfinished'"
    assert small.query(db, known) == [("msmarco-v2-passage", "unfinished", True)]
    corpus = removal.DropRequest(("msmarco-v2-passage",))
    assert [one.kind for one in removal.drop(db, corpus).things] == ["corpus"]
    small.load(db, "msmarco-v2-passage", path)
    assert removal.drop(db, corpus).things == [removal.Dropped("corpus", "msmarco-v2-passage", None, 150)]
    left = (
        "select (select count(*) from store.passages), (select count(*) from main.loads), count(*) from store.members"
    )
    assert small.query(db, left) == [(0, 0, 0)]


def test_nul_in_lines_of_columns(tmp_path):
    path = tmp_path / "collection.tsv"
    path.write_bytes(b"0\tone\n1\ttwo\0\n")
    with pytest.raises(FormatError, match=r"record 2 at byte 6: the record contains a NUL character"):
        small.load(tmp_path / "a.db", "msmarco-v1-passage", path)


@pytest.mark.parametrize("at", [30, -6])
def test_a_damaged_gzip_file_is_named(tmp_path, at):
    """Its deflate stream is damaged at the beginning, or what it says of its length at the end."""
    packed = bytearray(gzip.compress(b"".join(b"%d\ttext %d\n" % (n, n * n) for n in range(3000))))
    packed[at] ^= 0xFF
    path = tmp_path / "collection.tsv.gz"
    path.write_bytes(packed)
    with pytest.raises(SourceError, match=r"collection\.tsv\.gz.* damaged .*download it again"):
        small.load(tmp_path / "a.db", "msmarco-v1-passage", path)
