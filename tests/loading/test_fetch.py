"""Downloads from a real local server that misbehaves: lost connections, silence, wrong bytes, errors, redirects."""

from __future__ import annotations

import io
import shutil
import socket
import sys
import threading
from collections.abc import Iterator
from hashlib import md5
from pathlib import Path

import httpx2
import pytest
from misbehaving_server import Server, answer, endless, hang, hang_up, running, serve

from dltrack_db.base import config, progress
from dltrack_db.base.files.sources import SourceIndex
from dltrack_db.errors import SourceError, SourceNotFoundError
from dltrack_db.load.downloads import download_cache, fetch, httpfail
from dltrack_db.load.downloads.download_cache import Wanted
from dltrack_db.load.downloads.fetch import RetryLimits
from dltrack_db.load.downloads.partfile import PartFile

CONTENT = bytes(range(256)) * 4_000
MD5 = md5(CONTENT).hexdigest()
QUICK = RetryLimits(attempts=3, first_wait=0.01, longest_wait=0.05, connect_timeout=1.0, read_timeout=0.2)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as one:
        yield one


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "file.txt"


def get(url: str, target: Path, **options: object) -> Path:
    options = {"bytes": len(CONTENT), "md5": (MD5,), "patience": QUICK, **options}
    known = {name: options.pop(name) for name in ("bytes", "md5", "headers", "max_bytes") if name in options}
    return fetch.fetch(Wanted(target.name, url, **known), target, **options)  # type: ignore[arg-type]


def leftovers(target: Path) -> list[str]:
    return sorted(path.name for path in target.parent.iterdir() if path != target)


def test_a_good_server(server, target):
    url = server.play(serve(CONTENT))
    assert get(url, target, md5=["0" * 32, MD5], headers={"X-Ms-Version": "2019-12-12"}) == target
    assert target.read_bytes() == CONTENT
    assert leftovers(target) == []
    [(path, headers)] = server.requests
    assert path == "/file.txt"
    assert headers["X-Ms-Version"] == "2019-12-12"
    assert headers["Accept-Encoding"] == "identity"
    assert "Authorization" not in headers


def test_a_cut_connection_is_resumed_where_it_broke(server, target):
    url = server.play(serve(CONTENT, cut_after=300_000), serve(CONTENT, cut_after=200_000), serve(CONTENT))
    assert get(url, target).read_bytes() == CONTENT
    assert [headers.get("Range") for _, headers in server.requests] == [None, "bytes=300000-", "bytes=500000-"]
    assert [headers.get("If-Range") for _, headers in server.requests] == [None, '"v1"', '"v1"']


def test_without_range_requests_the_download_starts_again(server, target):
    url = server.play(serve(CONTENT, cut_after=300_000), serve(CONTENT, ranges=False))
    assert get(url, target).read_bytes() == CONTENT


def test_without_a_version_header_the_download_is_not_resumed(server, target):
    url = server.play(serve(CONTENT, etag=None, cut_after=300_000), serve(CONTENT, etag=None))
    assert get(url, target).read_bytes() == CONTENT
    assert [headers.get("Range") for _, headers in server.requests] == [None, None]


def test_an_etag_that_is_not_valid_in_a_header_is_not_sent_back(server, target):
    url = server.play(serve(CONTENT, etag='"\xe9"', cut_after=300_000), serve(CONTENT))
    assert get(url, target).read_bytes() == CONTENT
    assert "If-Range" not in server.requests[1][1]


def test_with_a_weak_etag_the_date_is_used(server, target):
    def weak(handler):
        handler.close_connection = True
        date = "Wed, 21 Jul 2021 07:28:00 GMT"
        headers = {"ETag": 'W/"v1"', "Last-Modified": date, "Content-Length": str(len(CONTENT))}
        handler.reply(200, headers, CONTENT[:5000])

    url = server.play(weak, serve(CONTENT))
    assert get(url, target).read_bytes() == CONTENT
    assert server.requests[1][1]["If-Range"] == "Wed, 21 Jul 2021 07:28:00 GMT"


def heedless(content: bytes, **headers: str):
    """Serve the missing bytes of the current file, like a server that ignores If-Range."""

    def behave(handler):
        start = int(handler.headers.get("Range", "bytes=0-")[6:-1])
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        place = {"Content-Range": f"bytes {start}-{len(content) - 1}/{len(content)}"} if start else {}
        handler.reply(
            206 if start else 200, named | place | {"Content-Length": str(len(content) - start)}, content[start:]
        )

    return behave


OLD, NEW = "Wed, 21 Jul 2021 07:28:00 GMT", "Thu, 22 Jul 2021 07:28:00 GMT"


@pytest.mark.parametrize(
    ("before", "after"),
    [({"ETag": '"1"'}, {"ETag": '"2"'}), ({"ETag": '"1"'}, {}), ({"ETag": '"1"'}, {"ETag": 'W/"1"'}),
     ({"Last_Modified": OLD}, {"Last_Modified": NEW}),
     ({"ETag": 'W/"1"', "Last_Modified": OLD}, {"Last_Modified": NEW})],
)  # fmt: skip
def test_parts_of_two_versions_are_never_combined(server, target, before, after):
    def cut(handler):
        handler.close_connection = True
        named = {name.replace("_", "-"): value for name, value in before.items()}
        handler.reply(200, named | {"Content-Length": str(len(CONTENT))}, CONTENT[::-1][:300_000])

    url = server.play(cut, heedless(CONTENT, **after))
    assert get(url, target, md5=[]).read_bytes() == CONTENT
    assert [headers.get("Range") for _, headers in server.requests] == [None, "bytes=300000-", None]


def test_a_partial_response_without_a_date_has_the_requested_date(server, target):
    def cut(handler):
        handler.close_connection = True
        handler.reply(200, {"Last-Modified": OLD, "Content-Length": str(len(CONTENT))}, CONTENT[:300_000])

    url = server.play(cut, heedless(CONTENT))
    assert get(url, target, md5=[]).read_bytes() == CONTENT
    assert len(server.requests) == 2


def test_a_download_is_not_resumed_with_bytes_from_another_address(server, target):
    url = server.play(serve(CONTENT[::-1], cut_after=300_000), answer(404))
    with pytest.raises(SourceError):
        get(url, target, md5=[])
    other = server.play(serve(CONTENT)).replace("/file", "/other/file")
    assert get(other, target, md5=[]).read_bytes() == CONTENT
    assert "Range" not in server.requests[0][1]


def test_a_packed_copy_is_never_combined_from_two_versions(server, tmp_path, monkeypatch):
    """The packed copy has no known checksum: size and MD5 sum in the recipe are those of the official file."""
    monkeypatch.setattr(fetch, "RetryLimits", lambda: QUICK)

    def cut(handler):
        handler.close_connection = True
        handler.reply(200, {"ETag": '"1"', "Content-Length": str(len(CONTENT))}, CONTENT[::-1][:300_000])

    base = server.play(answer(404), cut, heedless(CONTENT, ETag='"2"')).removesuffix("file.txt")
    wanted = Wanted("topics.tsv", "https://example.org/topics.tsv", 5, ("0" * 32,))
    found = download_cache.fetch_from_bases(
        wanted, [base + "topics.tsv", base + "topics.tsv.gz"], tmp_path, progress=progress.Meter()
    )
    assert found.name == "topics.tsv.gz"
    assert found.read_bytes() == CONTENT


def test_a_file_replaced_during_the_download_is_downloaded_again(server, target):
    url = server.play(serve(CONTENT[::-1], etag='"old"', cut_after=300_000), serve(CONTENT, etag='"new"'))
    assert get(url, target).read_bytes() == CONTENT


def test_a_later_command_resumes_an_interrupted_download(server, target):
    url = server.play(serve(CONTENT, cut_after=300_000), hang_up)
    told = r"after 3 tries: the (connection was closed|response was cut).*; the first 300,000 bytes are kept"
    with pytest.raises(SourceError, match=told):
        get(url, target)
    assert not target.exists()
    url = server.play(serve(CONTENT))
    assert get(url, target).read_bytes() == CONTENT
    assert server.requests[0][1]["Range"] == "bytes=300000-"
    assert leftovers(target) == []


def test_a_complete_partial_file_needs_no_request(server, target):
    target.parent.mkdir()
    (target.parent / "file.txt.part").write_bytes(CONTENT)
    (target.parent / "file.txt.part-version").write_text(f'{server.url}\n"v1"')
    assert get(server.play(answer(500)), target).read_bytes() == CONTENT
    assert server.requests == []


def test_a_complete_partial_file_is_recognized_without_a_known_size(server, target):
    target.parent.mkdir()
    (target.parent / "file.txt.part").write_bytes(CONTENT)
    (target.parent / "file.txt.part-version").write_text(f'{server.url}\n"v1"')
    assert get(server.play(serve(CONTENT)), target, bytes=None).read_bytes() == CONTENT
    assert len(server.requests) == 1


def test_a_partial_file_that_is_too_long_or_of_unknown_origin_is_deleted(server, target):
    target.parent.mkdir()
    (target.parent / "file.txt.part").write_bytes(CONTENT + b"more")
    (target.parent / "file.txt.part-version").write_text(f'{server.url}\n"v1"')
    assert get(server.play(serve(CONTENT)), target).read_bytes() == CONTENT
    (target.parent / "file.txt.part").write_bytes(b"who knows")
    assert get(server.play(serve(CONTENT)), target).read_bytes() == CONTENT
    assert "Range" not in server.requests[0][1]


def test_a_wrong_part_of_the_file_is_not_appended(server, target):
    def wrong(handler):
        body = CONTENT[100:]
        end = len(CONTENT) - 1
        handler.reply(206, {"Content-Range": f"bytes 100-{end}/{end + 1}", "Content-Length": str(len(body))}, body)

    url = server.play(serve(CONTENT, cut_after=300_000), wrong, serve(CONTENT))
    assert get(url, target).read_bytes() == CONTENT


def short(length, total=1_024_000):
    """Serve a range from the requested position that is shorter than requested (RFC 9110, 14.2)."""

    def behave(handler):
        start = int(handler.headers.get("Range", "bytes=0-")[6:-1])
        body = CONTENT[start : start + length]
        headers = {"Content-Range": f"bytes {start}-{start + len(body) - 1}/{total}", "ETag": '"v1"'}
        handler.reply(206, headers | {"Content-Length": str(len(body))}, body)

    return behave


UNKNOWN = {"bytes": None, "md5": []}
"""Options for a recipe without size and checksum."""


def test_a_response_shorter_than_requested_is_resumed(server, target):
    begun = serve(CONTENT, cut_after=300_000)
    assert get(server.play(begun, short(1000), serve(CONTENT)), target, **UNKNOWN).read_bytes() == CONTENT
    assert [headers.get("Range") for _, headers in server.requests] == [None, "bytes=300000-", "bytes=301000-"]


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ([serve(CONTENT, cut_after=300_000), short(1000)], "stopped sending after 30[0-9],000 of 1,024,000 bytes"),
        ([answer(416, Content_Range="bytes */0")], r"refuses .* \(HTTP 416\)"),
        ([answer(416)], r"refuses .* \(HTTP 416\)"),
        ([short(1000, total="*")], "a part of the file without the total size"),
        ([serve(CONTENT, cut_after=300_000), short(1000, total="*")], "a part of the file without the total size"),
    ],
)
def test_an_incomplete_file_is_never_accepted(server, target, script, says):
    with pytest.raises(SourceError, match=says):
        get(server.play(*script), target, **UNKNOWN)
    assert not target.exists()


@pytest.mark.parametrize("code", [408, 429, 500, 502, 503])
def test_temporary_server_errors_are_retried(server, target, code):
    url = server.play(answer(code), answer(code), serve(CONTENT))
    assert get(url, target).read_bytes() == CONTENT


def test_permanent_server_errors_end_after_the_maximum_number_of_tries(server, target):
    url = server.play(answer(503))
    with pytest.raises(SourceError, match=r"after 3 tries: the server has a problem \(HTTP 503\)"):
        get(url, target)
    assert len(server.requests) == 3


def test_pauses_double_up_to_a_limit_and_follow_the_servers_retry_after(server, target, monkeypatch):
    pauses: list[float] = []
    monkeypatch.setattr("tenacity.nap.time.sleep", pauses.append)
    url = server.play(
        answer(500), answer(500), answer(500), answer(429, Retry_After="7"), answer(429, Retry_After="999")
    )
    with pytest.raises(SourceError):
        get(url, target, patience=RetryLimits(attempts=6, first_wait=1, longest_wait=10))
    assert pauses == [1, 2, 4, 8, 10]
    url = server.play(answer(429, Retry_After="7"), serve(CONTENT))
    pauses.clear()
    get(url, target, patience=RetryLimits(attempts=2, first_wait=1, longest_wait=10))
    assert pauses == [7]


def test_progress_resets_the_count_of_tries(server, target):
    content = bytes(5 << 20)
    url = server.play(*(serve(content, cut_after=(1 << 20) + 1) for _ in range(5)))
    get(url, target, bytes=len(content), md5=[], patience=RetryLimits(attempts=2, first_wait=0))
    assert len(server.requests) == 5
    target.unlink()
    url = server.play(serve(content, cut_after=1000))
    with pytest.raises(SourceError, match="after 2 tries"):
        get(url, target, bytes=len(content), md5=[], patience=RetryLimits(attempts=2, first_wait=0))


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (401, r"needs permission \(HTTP 401\).*\.netrc.*--from .*--runs"),
        (403, r"needs permission \(HTTP 403\).*\.netrc"),
        (404, r"does not exist \(HTTP 404\).*--from"),
        (409, r"requires the header X-Ms-Version; add the header"),
        (418, r"refuses .* \(HTTP 418\)"),
    ],
)
def test_rejections_by_the_server_are_reported_at_once(server, target, code, says):
    url = server.play(answer(code))
    with pytest.raises(SourceError, match=says) as caught:
        get(url, target)
    assert len(server.requests) == 1
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, SourceNotFoundError) == (code == 404)


def test_a_conflict_response_is_reported_as_a_rejection(server, target):
    with pytest.raises(SourceError, match=r"refuses .* \(HTTP 409\); check the address"):
        get(server.play(answer(409)), target, headers={"x-ms-version": "2019-12-12"})


def test_bytes_with_a_wrong_checksum_are_deleted(server, target):
    url = server.play(serve(CONTENT[::-1]))
    with pytest.raises(SourceError, match=f"has md5 {md5(CONTENT[::-1]).hexdigest()} instead of {MD5}:"):
        get(url, target)
    assert list(target.parent.iterdir()) == []


@pytest.mark.parametrize("content", [CONTENT + b"x", CONTENT[:-1]])
def test_a_file_of_another_size_is_refused_before_it_is_downloaded(server, target, content):
    with pytest.raises(
        SourceError, match=rf"has {len(content):,} bytes on the server, but {len(CONTENT):,} are expected"
    ):
        get(server.play(serve(content)), target)
    assert not target.exists()
    assert len(server.requests) == 1


def test_an_error_page_does_not_replace_the_partial_file(server, target):
    url = server.play(serve(CONTENT, cut_after=300_000), serve(b"please log in", etag=None, ranges=False))
    with pytest.raises(SourceError, match="has 13 bytes on the server"):
        get(url, target)
    assert (target.parent / "file.txt.part").stat().st_size == 300_000


def test_a_body_that_ends_early_without_a_length_is_noticed(server, target):
    url = server.play(serve(CONTENT, length=False, cut_after=1000), serve(CONTENT, length=False))
    assert get(url, target).read_bytes() == CONTENT
    assert server.requests[1][1]["Range"] == "bytes=1000-"


@pytest.mark.parametrize(("expected", "most"), [(100_000, None), (None, 100_000), (200_000, 100_000)])
def test_an_endless_body_is_stopped(server, target, expected, most):
    with pytest.raises(SourceError, match="sends more than the expected 100,000 bytes"):
        get(server.play(endless), target, bytes=expected, max_bytes=most)
    assert list(target.parent.iterdir()) == []


def test_a_file_announced_larger_than_allowed_is_refused(server, target):
    with pytest.raises(SourceError, match="at most 1,000 are expected"):
        get(server.play(serve(CONTENT)), target, bytes=None, max_bytes=1000)


def test_a_server_that_stops_responding_is_reported(server, target):
    with pytest.raises(SourceError, match=r"after 2 tries: 127\.0\.0\.1 does not answer in time"):
        get(server.play(hang), target, patience=RetryLimits(attempts=2, first_wait=0, read_timeout=0.1))


def test_redirects_within_the_named_hosts_are_followed(server, target):
    url = server.play(answer(302, Location="/elsewhere"), serve(CONTENT))
    assert get(url, target).read_bytes() == CONTENT
    assert [path for path, _ in server.requests] == ["/file.txt", "/elsewhere"]
    other = f"http://localhost:{server.server_port}/file.txt"
    url = server.play(answer(307, Location=other), serve(CONTENT))
    assert get(url, target, allowed_hosts=["127.0.0.1", "localhost"]).read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("location", "says"),
    [
        ("http://localhost:1/x", "redirects to http://localhost:1/x, which is on a host that is not in the recipe"),
        ("file:///etc/passwd", "is not an http"),
        ("http://a:b:c/x", "redirects to .http://a:b:c/x., which is not an address"),
        ("http://me:secret@127.0.0.1/x", "contains a user name"),
    ],
)
def test_redirects_to_other_hosts_are_rejected(server, target, location, says):
    with pytest.raises(SourceError, match=says) as caught:
        get(server.play(answer(302, Location=location)), target)
    assert {path for path, _ in server.requests} == {"/file.txt"}
    assert "secret" not in str(caught.value)


def test_endless_redirects_are_stopped(server, target):
    with pytest.raises(SourceError, match="redirects more than 5 times"):
        get(server.play(answer(302, Location="/again")), target)


def test_redirects_from_https_to_http_are_rejected():
    old, new = httpx2.URL("https://a.example/x"), httpx2.URL("http://a.example/x")
    with pytest.raises(SourceError, match="is not encrypted"):
        httpfail.check_address(new, ["a.example"], came_from=old)
    assert httpfail.check_address(old, ["a.example"], came_from=new) == old


@pytest.mark.parametrize(
    ("url", "hosts", "says"),
    [
        ("ftp://a.example/x", None, "is not an http"),
        ("https://a.example/x", ["b.example"], "a host that is not in the recipe"),
        ("https://me:secret@a.example/x", None, r"put the user name and the password for a\.example into ~/\.netrc"),
        ("https://a.example/\x1b[31m", None, "is not an address"),
    ],
)
def test_invalid_or_foreign_addresses_are_not_requested(target, url, hosts, says):
    with pytest.raises(SourceError, match=says) as caught:
        get(url, target, allowed_hosts=hosts)
    assert "secret" not in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_missing_network_is_reported(target, monkeypatch):
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(-3, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(SourceError, match=r"the host nowhere\.example is not found; check the network"):
        get("http://nowhere.example/file.txt", target)


def test_a_network_outage_during_a_download_is_waited_for(server, target, monkeypatch):
    look_up = socket.getaddrinfo
    asked: list[object] = []

    def flaky(*args: object, **options: object) -> object:
        asked.append(args)
        if len(asked) == 2:
            raise socket.gaierror(-3, "Temporary failure in name resolution")
        return look_up(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", flaky)
    url = server.play(serve(CONTENT, cut_after=300_000), serve(CONTENT))
    assert get(url, target).read_bytes() == CONTENT
    assert len(asked) == 3


def test_a_refused_connection_is_reported(target):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(SourceError, match=r"after 3 tries: 127\.0\.0\.1 cannot be reached"):
        get(f"http://127.0.0.1:{port}/file.txt", target)


def test_an_untrusted_certificate_is_reported(server, target):
    with pytest.raises(SourceError, match="no trusted encrypted connection"):
        get(server.url.replace("http:", "https:"), target)


def test_a_full_disk_during_a_download_is_reported(server, target, monkeypatch):
    usage = shutil.disk_usage(target.parent.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    with pytest.raises(
        SourceError, match=r"1,000 bytes free, but the download needs 1,024,000; free some space or set DLTRACK"
    ):
        get(server.play(serve(CONTENT)), target)
    assert server.requests == []
    monkeypatch.undo()
    resource = pytest.importorskip("resource")
    signal = pytest.importorskip("signal")
    # A limit on file size gives the same kind of error as a disk that fills up meanwhile.
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, before[1]))
    try:
        with pytest.raises(SourceError, match=r"is too full for file\.txt \(1,024,000 bytes\); free some space or set"):
            get(server.play(serve(CONTENT)), target)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert get(server.play(serve(CONTENT)), target).read_bytes() == CONTENT


def test_an_unwritable_download_folder_is_reported(server, tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SourceError, match=r"cannot be written .*; set DLTRACK_CACHE"):
        get(server.play(serve(CONTENT)), tmp_path / "file" / "x.txt")


def test_two_downloads_of_one_file_do_not_mix(server, target):
    pytest.importorskip("fcntl")
    target.parent.mkdir()
    with PartFile(target, server.url), pytest.raises(SourceError, match="another process is downloading"):
        get(server.play(serve(CONTENT)), target)
    assert get(server.play(serve(CONTENT)), target).read_bytes() == CONTENT


def test_ctrl_c_keeps_the_partial_file(server, target):
    class Impatient(progress.Meter):
        def at(self, done: int) -> None:
            if done > 200_000:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        get(server.play(serve(CONTENT)), target, progress=Impatient())
    kept = (target.parent / "file.txt.part").stat().st_size
    assert 200_000 < kept < len(CONTENT)
    assert get(server.play(serve(CONTENT)), target).read_bytes() == CONTENT
    assert server.requests[0][1]["Range"] == f"bytes={kept}-"


def test_passwords_come_from_netrc_and_travel_encrypted_only(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert httpfail.credentials(httpx2.URL("https://a.example/x")) is None
    netrc = tmp_path / ".netrc"
    netrc.write_text("machine a.example login me password secret\n")
    netrc.chmod(0o600)
    assert httpfail.credentials(httpx2.URL("http://a.example/x")) is None
    for host, sent in [("a.example", True), ("b.example", False)]:
        request = httpx2.Request("GET", f"https://{host}/x")
        auth = httpfail.credentials(request.url)
        assert auth is not None
        flow = auth.auth_flow(request)
        assert ("Authorization" in next(flow).headers) == sent
    netrc.write_text("machine a.example login me pass word secret\n")
    with pytest.raises(SourceError, match=r"\.netrc, line \d+: not valid") as caught:
        httpfail.credentials(httpx2.URL("https://a.example/x"))
    assert "secret" not in str(caught.value)


def wanted(url: str, **facts: object) -> Wanted:
    return Wanted(**{"name": "file.txt", "url": url, "bytes": len(CONTENT), "md5": (MD5,), **facts})  # type: ignore[arg-type]


def test_the_cache_is_searched_first(server, tmp_path):
    one = wanted(server.play(serve(CONTENT)))
    for _ in range(2):
        path = download_cache.fetch_cached(one, tmp_path, allowed_hosts=None, progress=progress.Meter())
        assert path == tmp_path / "127.0.0.1" / "file.txt"
    assert len(server.requests) == 1
    path.write_bytes(CONTENT[::-1])
    download_cache.fetch_cached(one, tmp_path, allowed_hosts=None, progress=progress.Meter())
    assert path.read_bytes() == CONTENT
    download_cache.fetch_cached(wanted(one.url, md5=()), tmp_path, allowed_hosts=None, progress=progress.Meter())
    assert len(server.requests) == 3


def test_a_base_address_may_have_the_packed_or_unpacked_copy(server, tmp_path):
    base = server.url.replace("file.txt", "")
    addresses = SourceIndex([base]).addresses("file.txt")
    quiet = progress.Meter()
    server.play(answer(404), serve(b"packed"))
    path = download_cache.fetch_from_bases(wanted("https://a.example/file.txt"), addresses, tmp_path, progress=quiet)
    assert path is not None
    assert (path.name, path.read_bytes()) == ("file.txt.gz", b"packed")
    server.play(answer(404))
    assert download_cache.fetch_from_bases(wanted(server.url), addresses, tmp_path, progress=quiet) is None
    assert [asked for asked, _ in server.requests] == ["/file.txt", "/file.txt.gz"]
    server.play(serve(CONTENT[::-1]))
    with pytest.raises(SourceError, match="has md5"):
        download_cache.fetch_from_bases(wanted(server.url), addresses, tmp_path, progress=quiet)


def test_sizes_are_reported_before_a_download(tmp_path):
    here, there = (
        wanted("https://a.example/file.txt"),
        wanted("https://a.example/big", name="big", bytes=21_768_192_000),
    )
    unknown = wanted("https://a.example/unknown", name="unknown", bytes=None)
    download_cache.place(here, tmp_path).parent.mkdir()
    download_cache.place(here, tmp_path).write_bytes(CONTENT)
    told = download_cache.announce([here, there, unknown], tmp_path)
    assert [(one.name, one.bytes, one.is_cached) for one in told] == [
        ("file.txt", 1_024_000, True),
        ("big", 21_768_192_000, False),
        ("unknown", None, False),
    ]
    assert (
        download_cache.summary(told) == "2 files to download, 21.8 GB; the size of 1 is unknown; 1 already in the cache"
    )


def test_a_recipe_cannot_write_outside_the_cache(tmp_path):
    for name in ("../x", "a/b", "..", "", "a\\b"):
        with pytest.raises(SourceError, match="is empty or contains a path"):
            download_cache.place(wanted("https://a.example/x", name=name), tmp_path)


def test_where_the_cache_is(tmp_path, monkeypatch):
    monkeypatch.delenv("DLTRACK_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    if sys.platform == "linux":
        assert config.cache_folder() == tmp_path / "xdg" / "dltrack" / "downloads"
    monkeypatch.setenv("DLTRACK_CACHE", str(tmp_path / "env"))
    assert config.cache_folder() == tmp_path / "env"
    assert config.cache_folder(tmp_path / "chosen") == tmp_path / "chosen"


def test_progress_off_a_terminal_is_one_line(server, target, capsys):
    with progress.shown_progress() as meter:
        get(server.play(serve(CONTENT)), target, progress=meter)
    captured = capsys.readouterr()
    assert captured.err == "downloading file.txt (1.0 MB)\n"
    assert captured.out == ""


def test_progress_on_a_terminal_is_a_bar_on_stderr(server, target, monkeypatch, capsys):
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with progress.shown_progress() as meter:
        get(server.play(serve(CONTENT)), target, progress=meter)
    assert "file.txt" in screen.getvalue()
    assert "1.0/1.0 MB" in screen.getvalue()
    assert capsys.readouterr().out == ""


def test_several_downloads_at_a_time(server, tmp_path):
    url = server.play(serve(CONTENT))
    targets = [tmp_path / f"{number}.txt" for number in range(6)]
    threads = [threading.Thread(target=get, args=(url, one)) for one in targets]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(one.read_bytes() == CONTENT for one in targets)
    assert sorted(tmp_path.iterdir()) == targets
