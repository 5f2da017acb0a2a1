"""A corpus that is loaded while it downloads, over connections that break."""

from __future__ import annotations

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from corpus import small

from dltrack_db.errors import SourceError
from dltrack_db.load import corpus
from dltrack_db.load.corpus.feed import Layout
from dltrack_db.load.corpus.remote import open_address
from dltrack_db.load.downloads.fetch import RetryLimits

PATIENCE = RetryLimits(attempts=3, first_wait=0.01, longest_wait=0.02, read_timeout=5)


class Server(ThreadingHTTPServer):
    """Serves one file; each answer ends after `cut` bytes, and asks are noted."""

    def __init__(self, content: bytes, cut: int | None) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.content, self.cut, self.asked, self.knows_ranges = content, cut, [], True
        self.etags, self.off = ['"1"'], 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, name: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{name}"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        server = self.server
        match = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        start = int(match[1]) if match and server.knows_ranges else 0
        server.asked.append(start)
        self.send_response(206 if match and server.knows_ranges else 200)
        self.send_header("Content-Length", str(len(server.content) - start))
        self.send_header("ETag", server.etags.pop(0) if len(server.etags) > 1 else server.etags[0])
        if match and server.knows_ranges:
            self.send_header(
                "Content-Range", f"bytes {start + server.off}-{len(server.content) - 1}/{len(server.content)}"
            )
        self.end_headers()
        end = len(server.content) if server.cut is None else start + server.cut
        self.wfile.write(server.content[start:end])

    def log_message(self, *_):
        pass


@pytest.fixture
def serve():
    servers = []

    def start(content: bytes, cut: int | None = None) -> Server:
        servers.append(Server(content, cut))
        return servers[-1]

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def load(db, url, **options):
    recipe = small.spec("msmarco-v2-passage")
    layout = Layout(b"\n", chunk_bytes=1500, first_batch_bytes=3000, batch_bytes=3000)
    small.make_empty(db)
    source = open_address(url, recipe, PATIENCE)
    return corpus.load(db, recipe, source, corpus.CorpusOptions(layout=layout, memory_limit="1GB", **options))


GIVEN = small.passages(rows_per_member=400)


@pytest.mark.more
def test_a_tar_is_loaded_over_cut_connections(tmp_path, serve):
    content = small.tar_of_gz(tmp_path / "p.tar", GIVEN.members).read_bytes()
    server = serve(content, cut=7000)
    told = []
    load(tmp_path / "a.db", server.url("p.tar"), say=told.append)
    assert len(server.asked) > 5
    assert any("terms of use: MS MARCO: non-commercial research use." in line for line in told)
    texts = dict(small.query(tmp_path / "a.db", "select passage_id, text from main.passages"))
    assert texts == {pid: row["passage"] for pid, row in GIVEN.rows.items()}


@pytest.mark.more
def test_two_versions_of_a_tar_are_never_put_together(tmp_path, serve):
    content = small.tar_of_gz(tmp_path / "p.tar", GIVEN.members).read_bytes()
    server = serve(content, cut=7000)
    server.etags = ['"1"', '"1"', '"2"']
    with pytest.raises(SourceError, match="was replaced on the server in the meantime"):
        load(tmp_path / "a.db", server.url("p.tar"))
    server = serve(content, cut=7000)
    server.off = 1
    with pytest.raises(SourceError, match="another part of the file than requested"):
        load(tmp_path / "b.db", server.url("p.tar"))


@pytest.mark.more
def test_an_interrupted_download_begins_again_at_the_member_it_stopped_in(tmp_path, serve):
    content = small.tar_of_gz(tmp_path / "p.tar", GIVEN.members).read_bytes()
    server = serve(content)
    server.content = content[: len(content) * 3 // 4]  # the third member is cut
    with pytest.raises(SourceError, match="cut short"):
        load(tmp_path / "a.db", server.url("p.tar"))
    server.content = content
    report = load(tmp_path / "a.db", server.url("p.tar"))
    assert report.resumed_members == 2
    assert server.asked[-1] > len(content) // 4, "the second run must not read everything again"
    assert small.query(tmp_path / "a.db", "select count(*), count(distinct passage_id) from main.passages") == [
        (1200, 1200)
    ]


@pytest.mark.more
def test_servers_that_cannot_go_on_are_given_up_in_one_sentence(tmp_path, serve):
    content = small.tar_of_gz(tmp_path / "p.tar", GIVEN.members).read_bytes()
    server = serve(content, cut=7000)
    server.knows_ranges = False
    with pytest.raises(SourceError, match="the server cannot resume"):
        load(tmp_path / "a.db", server.url("p.tar"))
    server = serve(content, cut=0)
    with pytest.raises(SourceError, match=r"reading .* stopped after 0 bytes"):
        load(tmp_path / "b.db", server.url("p.tar"))
