"""Cutting at record ends, whatever blocks the bytes come in; and ids as numbers and back."""

from __future__ import annotations

import gzip
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dltrack_db.base.files.gunzip import plain_blocks
from dltrack_db.errors import FormatError
from dltrack_db.load.corpus import records
from dltrack_db.load.corpus.records import FixedCutter, Places, RecordCutter

ENDS = [b"\n", b"</DOC>\n"]


def blocks_of(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({cut % (len(data) + 1) for cut in cuts} | {0, len(data)})
    return [data[a:b] for a, b in pairwise(places)]


def followed(cutter: RecordCutter | FixedCutter, blocks: list[bytes], places: Places, most: int) -> int:
    """Bytes up to the last record end, as the cutter says when it is given blocks as the feeder gives them.

    Every second time the feeder has it forget the open record, as when a chunk has bytes enough.
    """
    taken = followed_bytes = 0
    for number, block in enumerate(blocks):
        while block:
            before = places.records
            cut = cutter.follow(block, places, most)
            assert places.records - before <= most
            if places.records - before < most and (cut == 0 or number % 2):
                taken, followed_bytes = followed_bytes + cut if cut else taken, followed_bytes + len(block)
                break
            cutter.forget_open()
            block = block[cut:]
            followed_bytes += cut
            taken = followed_bytes
    return taken


@given(
    st.sampled_from(ENDS),
    st.lists(st.binary(max_size=30)),
    st.binary(max_size=10),
    st.lists(st.integers(0, 10_000)),
    st.integers(0, 1 << 40),
    st.integers(1, 12),
)
def test_places_are_those_of_the_records(end, contents, rest, cuts, offset, most):
    contents = [content for content in contents if end not in content + end[:-1] and end[0:1] not in content]
    data = b"".join(content + end for content in contents) + rest.replace(end[0:1], b"")
    starts = [sum(len(content) + len(end) for content in contents[:i]) for i in range(len(contents))]
    cutter, places = RecordCutter(end, "x", offset), Places(base=offset)
    ended = followed(cutter, blocks_of(data, cuts), places, most)
    assert (places.records, places.total) == (len(starts), sum(starts))
    assert places.squares == sum(start * start for start in starts)
    assert places.last == (starts[-1] if starts else 0)
    assert cutter.offset == offset + sum(len(content) + len(end) for content in contents)
    assert cutter.open_bytes == len(data) - (cutter.offset - offset)
    assert ended == len(data) - len(rest.replace(end[0:1], b""))


@given(st.binary(max_size=100), st.lists(st.integers(0, 1000)), st.integers(1, 8), st.integers(1, 12))
def test_records_of_fixed_length(data, cuts, length, most):
    cutter, places = FixedCutter(length), Places(base=0)
    assert followed(cutter, blocks_of(data, cuts), places, most) == len(data) // length * length
    assert (places.records, cutter.offset, cutter.open_bytes) == (
        len(data) // length,
        len(data) // length * length,
        len(data) % length,
    )


def test_a_record_without_end_is_refused(monkeypatch):
    monkeypatch.setattr(records, "MAX_RECORD", 1000)
    cutter = RecordCutter(b"\n", "file", 0)
    with pytest.raises(FormatError, match="file: the record that begins at byte 0 has no end within 1,000 bytes"):
        for _ in range(20):
            cutter.follow(b"x" * 100, Places(base=0), 10)


def test_line_places_have_closed_forms():
    places = Places(base=0, records=1000).to_line_numbers(7)
    assert (places.total, places.squares, places.last) == (sum(range(1000)), sum(i * i for i in range(1000)), 999)


@given(st.lists(st.binary(max_size=3000), min_size=1, max_size=4), st.integers(1, 500))
def test_gzip_of_several_parts_in_blocks_of_any_size(parts, size):
    packed = b"".join(gzip.compress(part) for part in parts)
    blocks = iter([packed[i : i + size] for i in range(0, len(packed), size)])
    assert b"".join(plain_blocks(blocks, "x")) == b"".join(parts)


def test_highly_compressed_data_come_out_whole():
    """A full output step leaves bytes inside the inflater when the input is used up already."""
    plain = b"0" * (3 << 20)
    assert b"".join(plain_blocks(iter([gzip.compress(plain)]), "x")) == plain


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("identifier", "stem", "key"),
    [
        ("msmarco_passage_41_45753370", "msmarco_passage_41_", 410045753370),
        ("msmarco_passage_00_0", "msmarco_passage_00_", 0),
        ("msmarco_doc_35_1343131017", "msmarco_doc_35_", 351343131017),
        ("D301595", "D", 301595),
        ("7130104", "", 7130104),
        ("0", "", 0),
        ("msmarco_doc_17_4847600000", "msmarco_doc_17_", 174847600000),
        ("msmarco_doc_17_9999999999", "msmarco_doc_17_", 179999999999),
        ("msmarco_doc_17_10000000000", "msmarco_doc_17_1000000000", 170000000000),
        ("p007", "p00", 7),
        ("p00", "p0", 0),
        ("ug7v899j", "ug7v899j", -1),
        ("", "", -1),
    ],
)
def test_ids_become_numbers_and_ids_again(empty_db, identifier, stem, key):
    row = empty_db.execute(
        "select corpus.stem($1), corpus.key($1), corpus.official_id(corpus.stem($1), corpus.key($1))", [identifier]
    ).fetchone()
    assert row == (stem, key, identifier)
