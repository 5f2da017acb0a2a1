"""Chunk files are written over, and are as long as the row groups of the table."""

from __future__ import annotations

from corpus import small

from dltrack_db.load.corpus.chunks import ChunkFiles, ChunkWriter
from dltrack_db.load.corpus.feed import Batch, Feeder, Layout
from dltrack_db.load.corpus.members import open_source


def test_a_chunk_that_is_written_over_keeps_nothing_of_what_was_there(tmp_path):
    files = ChunkFiles(tmp_path)
    written = []
    with ChunkWriter(files) as writer:
        writer.write(b"a long first chunk\n", written)
        writer.close()
        assert written[0].read_bytes() == b"a long first chunk\n"
        files.give_back(written)
        writer.write(b"short\n", again := [])
        writer.write(b"", again)
        writer.write(b"er\n", again)
        assert writer.size == 9
    assert again == written
    assert again[0].read_bytes() == b"short\ner\n"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_chunk_is_not_written_over_before_it_is_given_back(tmp_path):
    files, written = ChunkFiles(tmp_path), []
    with ChunkWriter(files) as writer:
        for number in range(3):
            writer.write(b"%d" % number, written)
            writer.close()
    assert [path.read_bytes() for path in written] == [b"0", b"1", b"2"]


def test_a_chunk_has_as_many_records_as_asked_for(tmp_path):
    """So that it becomes a row group as it is, and none has to be written again to fill it up."""
    given = small.passages(rows_per_member=250, members=2)
    source = open_source(small.tar_of_gz(tmp_path / "p.tar", given.members), small.spec("msmarco-v2-passage"))
    layout = Layout(b"\n", chunk_records=100, first_batch_bytes=1, batch_bytes=30_000)
    chunks = ChunkFiles(tmp_path)
    feeder = Feeder(source, layout, chunks, resume={}, finished={}, on_bytes=lambda _: None)
    found: list[list[bytes]] = []
    for event in feeder.events():
        if isinstance(event, Batch):
            found.append([path.read_bytes() for path in event.files])
            chunks.give_back(event.files)
    assert [[content.count(b"\n") for content in batch] for batch in found] == [[100], [100], [50], [100, 100], [50]]
    assert [content for batch in found for content in batch if content[-1:] != b"\n"] == []
    assert b"".join(map(b"".join, found)) == b"".join(given.members.values())
