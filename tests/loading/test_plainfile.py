"""Reading source files once: size and checksum, unpacking, and every kind of broken file."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import random
import tarfile
import zipfile
import zlib
from hashlib import md5
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from dltrack_db.base.files import disk_space, gunzip
from dltrack_db.base.files.bytescan import LINE_FLOOR, BadByte, ByteScan
from dltrack_db.base.files.plainfile import inspect, open_all, open_plain, unpack_all
from dltrack_db.errors import SourceError

TEXT = b"".join(b"%d Q0 doc%d 1 %d.5 tag\n" % (i % 40, i * 7919, i) for i in range(60_000))


@pytest.fixture
def into(tmp_path: Path) -> Path:
    folder = tmp_path / "unpacked"
    folder.mkdir()
    return folder


@pytest.fixture
def file(tmp_path: Path):
    def write(content: bytes, name: str = "file") -> Path:
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


def test_a_plain_file_is_used_in_place(file, into):
    path = file(TEXT, "named.gz")
    got = open_plain(path, into)
    assert (got.path, got.compression) == (path, "none")
    assert got.md5 == got.plain_md5 == md5(TEXT).hexdigest()
    assert got.bytes == got.plain_bytes == len(TEXT)
    assert (got.lines, got.ends_with_newline, got.bad_byte) == (60_000, True, None)
    assert list(into.iterdir()) == []


def test_gzip_is_inflated_whatever_its_name(file, into):
    packed = gzip.compress(TEXT)
    got = open_plain(file(packed, "named.txt"), into)
    assert got.compression == "gzip"
    assert got.path.parent == into
    assert got.path.read_bytes() == TEXT
    assert (got.bytes, got.md5) == (len(packed), md5(packed).hexdigest())
    assert (got.plain_bytes, got.plain_md5, got.lines) == (len(TEXT), md5(TEXT).hexdigest(), 60_000)


@pytest.mark.campaign
@pytest.mark.parametrize("padding", [0, 1, 511])
def test_several_gzip_members_and_padding(file, into, padding):
    # Members of one byte put member starts at, before and across the reads of the file.
    parts = [TEXT[:200_000], *(b"x" for _ in range(12_000)), b"", TEXT[200_000:]]
    got = open_plain(file(b"".join(gzip.compress(part, mtime=0) for part in parts) + bytes(padding)), into)
    assert got.path.read_bytes() == b"".join(parts)


def test_a_member_may_begin_with_the_last_byte_of_a_read(file, into):
    name = b"n" * (gunzip._IN - 1 - len(gzip.compress(b"first\n", mtime=0)) - 1) + b"\0"
    plain = gzip.compress(b"first\n", mtime=0)
    named = plain[:3] + b"\x08" + plain[4:10] + name + plain[10:]
    assert len(named) == gunzip._IN - 1
    got = open_plain(file(named + gzip.compress(b"second\n")), into)
    assert got.path.read_bytes() == b"first\nsecond\n"


def test_more_than_one_output_block_from_one_read(file, into):
    content = b"0 Q0 d 1 1 t\n" * 1_000_000
    got = open_plain(file(gzip.compress(content)), into)
    assert (got.plain_md5, got.lines) == (md5(content).hexdigest(), 1_000_000)


def test_damage_in_gzip_is_reported_with_its_position(file, into):
    packed = bytearray(gzip.compress(TEXT))
    packed[-8] ^= 1
    with pytest.raises(SourceError, match=rf"damaged at byte {len(packed) - 5:,} \(incorrect checksum found\)"):
        open_plain(file(packed), into)
    packed = gzip.compress(TEXT)
    with pytest.raises(SourceError, match="truncated: it ends at byte 100,000 "):
        open_plain(file(packed[:100_000]), into)
    with pytest.raises(SourceError, match=f"has data that is not gzip from byte {len(packed):,} on;"):
        open_plain(file(packed + b"garbage"), into)
    assert list(into.iterdir()) == []


def test_the_position_of_damage_in_a_later_gzip_member_equals_zlibs(file, into):
    first = gzip.compress(b"first member\n")
    bad = bytearray(first + gzip.compress(TEXT))
    bad[200_000:203_000] = random.Random(1).randbytes(3_000)
    inflater = zlib.decompressobj(31)
    place = len(first)
    with pytest.raises(zlib.error):
        while place < len(bad):
            inflater.decompress(bad[place : place + 1])
            place += 1
    assert 200_000 <= place < 300_000
    with pytest.raises(SourceError, match=rf"damaged at byte {place:,} \("):
        open_plain(file(bad), into)


@pytest.mark.campaign
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_mutated_gzip_is_read_as_python_reads_it_or_refused(tmp_path, data):
    packed = bytearray(gzip.compress(TEXT[: data.draw(st.sampled_from([40, 5_000]))], mtime=0))
    where = data.draw(st.integers(3, len(packed) - 1))
    if data.draw(st.booleans()):
        packed[where] ^= data.draw(st.integers(1, 255))
    else:
        del packed[where:]
    path = tmp_path / "mutated"
    path.write_bytes(packed)
    try:
        expected = gzip.decompress(packed)
    except (OSError, EOFError, zlib.error):
        with pytest.raises(SourceError, match=r"damaged at byte|truncated|has data that is not gzip from"):
            inspect(path)
    else:
        assert inspect(path).plain_md5 == md5(expected).hexdigest()


def _tar() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.txt"))
    return buffer.getvalue()


def _zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.txt", TEXT[:100])
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (_zip(), "zip archive; unpack it with unzip"),
        (lzma.compress(TEXT), "unxz"),
        (bz2.compress(TEXT), "bunzip2"),
        (b"\x28\xb5\x2f\xfd\x04\x00\x01\x00\x00", "unzstd"),
        (_tar(), "tar archive"),
        (gzip.compress(_tar()), "tar archive"),
        (gzip.compress(gzip.compress(TEXT)), "compressed twice"),
        (b"<!DOCTYPE html><html>", "web page"),
    ],
    ids=["zip", "xz", "bzip2", "zstd", "tar", "tar.gz", "gz.gz", "html"],
)
def test_files_of_other_types_are_rejected(file, into, content, says):
    with pytest.raises(SourceError, match=says):
        open_plain(file(content), into)
    assert list(into.iterdir()) == []


def test_text_that_resembles_another_file_type_is_accepted(file, into):
    for content in (b"12 x1AY&SY\n", b"BZh not packed\n", b"PK Q0 d 1 1 t\n"):
        assert open_plain(file(content), into).lines == 1


def test_paths_that_are_not_readable_files_are_rejected(file, into, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path, says in [
        (tmp_path / "missing", "does not exist"),
        (tmp_path, "is a folder"),
        (tmp_path / "pipe", "is a pipe"),
        (file(b"", "empty"), "is empty"),
        (file(gzip.compress(b""), "hollow"), "is empty when unpacked"),
    ]:
        with pytest.raises(SourceError, match=says):
            open_plain(path, into)


@pytest.mark.campaign
@pytest.mark.parametrize(
    "read",
    [
        open_plain,
        lambda path, into: open_all([path], into),
        lambda path, into: unpack_all([path], into),
        lambda path, _: inspect(path),
    ],
    ids=["open_plain", "open_all", "unpack_all", "inspect"],
)
def test_a_compression_bomb_is_stopped_at_the_limit(file, into, monkeypatch, read):
    monkeypatch.setattr(disk_space, "MOST_UNPACKED", 3_000_000)
    bomb = file(gzip.compress((b"\0" * 99 + b"\n") * 500_000))
    with pytest.raises(SourceError, match="unpacks to more than 3,000,000 bytes"):
        read(bomb, into)
    assert list(into.iterdir()) == []


def test_the_size_limit_applies_to_all_files_of_a_command_together(file, into, monkeypatch):
    monkeypatch.setattr(disk_space, "MOST_UNPACKED", 3_000)
    halves = [file(gzip.compress(b"12345678\n" * 200), name) for name in ("a", "b")]
    assert [each.plain_bytes for each in open_all(halves[:1], into)] == [1_800]
    for read in (open_all, unpack_all):
        with pytest.raises(SourceError, match="unpacks to more than 3,000 bytes"):
            read(halves, into)
    assert open_plain(file(b"12\n" * 5_000, "plain"), into).plain_bytes == 15_000  # lies on the disk already


def test_a_compression_bomb_is_unpacked_in_blocks_that_fit_into_memory(file):
    bomb = file(gzip.compress((b"\0" * 99 + b"\n") * 500_000))
    with bomb.open("rb", buffering=0) as stream:
        sizes = [len(block) for block in gunzip.blocks(stream, bomb, lambda _: None)]
    assert sum(sizes) == 50_000_000
    assert max(sizes) <= gunzip._OUT


def test_a_full_disk_is_reported_with_what_to_do(file, into):
    resource = pytest.importorskip("resource")
    signal = pytest.importorskip("signal")
    # A limit on file size gives the same kind of error as a full disk, without one.
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    packed = file(gzip.compress(TEXT))
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        with pytest.raises(SourceError, match=r"cannot be written .* set TMPDIR"):
            open_plain(packed, into)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert list(into.iterdir()) == []


def test_a_file_that_changes_while_it_is_read_is_detected(file, into, monkeypatch):
    path = file(TEXT)
    feed = ByteScan.feed

    def grow(self, block):
        feed(self, block)
        with path.open("ab") as growing:
            growing.write(b"more\n")

    got = open_plain(path, into)
    got.check_unchanged()
    with monkeypatch.context() as patch:
        patch.setattr(ByteScan, "feed", grow)
        # One block only, else the file would grow as fast as it is read.
        path.write_bytes(b"short\n")
        patch.setattr("dltrack_db.base.files.plainfile._chunks", lambda stream: iter([stream.read(6)]))
        with pytest.raises(SourceError, match="changed while it was read"):
            open_plain(path, into)
    with pytest.raises(SourceError, match="changed while it was read"):
        got.check_unchanged()
    with monkeypatch.context() as patch:
        patch.setattr("dltrack_db.base.files.plainfile._chunks", lambda stream: iter([stream.read(3)]))
        with pytest.raises(SourceError, match="changed while it was read"):
            open_plain(path, into)
    path.unlink()
    with pytest.raises(SourceError, match="does not exist"):
        got.check_unchanged()


def test_many_files_are_read_in_order_and_the_first_bad_file_is_reported(tmp_path, into):
    paths = []
    for number in range(20):
        path = tmp_path / f"input.{number}.gz"
        path.write_bytes(gzip.compress(b"%d\n" % number * 1000))
        paths.append(path)
    assert [got.first_line for got in open_all(paths, into, threads=4)] == [str(n) for n in range(20)]
    paths[7].write_bytes(b"")
    paths[3].write_bytes(b"\x1f\x8b")
    with pytest.raises(SourceError, match=r"input\.3\.gz is truncated"):
        open_all(paths, into)


def scan(content: bytes, cuts: list[int]) -> ByteScan:
    got = ByteScan()
    places = [0, *sorted(cut % (len(content) + 1) for cut in cuts), len(content)]
    for start, end in pairwise(places):
        got.feed(content[start:end])
    got.close()
    return got


PIECES = st.sampled_from(
    [b"1 Q0 d\n", b"\r\n", b"\n", "é".encode(), "\U0001f600".encode(), b"\x80", b"\xc3", b"\xed\xa0\x80", b"\0"]
)


@example(b"1 \xc3 Q0\n", [3])
@example(b"\xc3\x001 Q0\n", [1])
@given(st.lists(PIECES, max_size=12).map(b"".join), st.lists(st.integers(0, 100), max_size=6))
def test_facts_do_not_depend_on_where_blocks_end(content, cuts):
    got = scan(content, cuts)
    lines = content.split(b"\n")
    assert got.lines == len(lines) - (lines[-1] == b"")
    assert got.ends_with_newline == content.endswith(b"\n")
    assert got.has_carriage_return == (b"\r" in content)
    assert got.md5 == md5(content).hexdigest()
    assert got.first_line == lines[0].removesuffix(b"\r").decode("utf-8", "backslashreplace")
    offsets = {"NUL": content.find(b"\0")}
    try:
        content.decode()
    except UnicodeDecodeError as error:
        offsets["invalid UTF-8"] = error.start
    found = [(offset, kind) for kind, offset in offsets.items() if offset >= 0]
    expected = min(found, default=None)
    if expected is None:
        assert got.bad_byte is None
    else:
        offset, kind = expected
        assert got.bad_byte == BadByte(offset, content.count(b"\n", 0, offset) + 1, kind)


@given(
    st.lists(st.sampled_from([0, 5, LINE_FLOOR - 1, LINE_FLOOR, LINE_FLOOR + 1, 150_000, 200_001]), max_size=8),
    st.lists(st.integers(0, 800_000), max_size=4),
    st.booleans(),
)
def test_the_longest_line(lengths, cuts, newline_at_end):
    content = b"\n".join(b"x" * length for length in lengths) + (b"\n" if newline_at_end else b"")
    assert scan(content, cuts).line_bound == max(LINE_FLOOR, *lengths, 0)


def test_a_byte_order_mark_is_reported_and_removed():
    got = scan(b"\xef\xbb\xbf12\tquery\r\n", [])
    assert (got.has_bom, got.first_line) == (True, "12\tquery")


@pytest.mark.campaign
@pytest.mark.real
def test_real_runs(real_data, into):
    paths = sorted((real_data / "runs" / "trec2021-passages").glob("input.*"))
    files = open_all(paths, into)
    assert sum(one.lines for one in files) == 3_003_488
    for one in files[::20]:
        content = gzip.decompress(one.source.read_bytes())
        assert one.plain_md5 == md5(content).hexdigest()
        assert one.path.read_bytes() == content
    queries = open_plain(real_data / "msmarco" / "2021_queries.tsv", into)
    assert (queries.lines, queries.has_carriage_return) == (477, True)
    assert queries.md5 == "46d863434dda18300f5af33ee29c4b28"


def test_unpacking_alone_checks_what_a_file_is(file, into, tmp_path):
    plain, packed = file(b"1 Q0 a 1 2 t\n"), file(gzip.compress(b"2 Q0 a 1 2 t\n"), "packed")
    first, second = unpack_all([plain, packed], into)
    assert first == plain
    assert second.parent == into
    assert second.read_bytes() == b"2 Q0 a 1 2 t\n"
    kinds = {"empty": b"", "zip": b"PK\x03\x04rest", "cut": gzip.compress(b"2")[:-3]}
    for bad in (*(file(content, name) for name, content in kinds.items()), tmp_path, tmp_path / "none"):
        with pytest.raises(SourceError):
            unpack_all([plain, bad], into)
