"""Submitted runs downloaded one after the other from a server that requires a name and a password."""

from __future__ import annotations

import base64
import gzip
import hashlib
from dataclasses import replace

import pytest
from mini_edition import RUN_A, RUN_B, Mini
from misbehaving_server import running

from dltrack_db.base.files.sources import SourceIndex
from dltrack_db.base.recipes import run_metadata
from dltrack_db.errors import SourceError, UsageError
from dltrack_db.load import loader, plan
from dltrack_db.load.downloads import httpfail
from dltrack_db.store import database

ALLOWED = "Basic " + base64.b64encode(b"me:secret word").decode()


@pytest.fixture
def server(monkeypatch, tmp_path, own_cache):
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("NETRC", str(tmp_path / "no-netrc"))
    monkeypatch.setitem(httpfail.LOGINS, "127.0.0.1", ("TREC_USER", "TREC_PASSWORD"))
    known = {"a": hashlib.md5(RUN_A.encode()).hexdigest(), "b": "0" * 32, "lost": "1" * 32}
    monkeypatch.setattr(run_metadata, "_submitted_md5", lambda: {"mini-docs": known})
    with running() as one:
        yield one


def archive(server, files, *, cut_once=""):
    """Serve files by path to users who log in; the file `cut_once` is cut off once, and its download can be resumed."""
    cut = [cut_once]

    def behave(handler):
        if handler.headers.get("Authorization") != ALLOWED:
            handler.reply(401, {"Content-Length": "0"})
            return
        name = handler.path.rpartition("/")[2]
        content = files.get(handler.path.removeprefix("/archive/"))
        if content is None:
            handler.reply(404, {"Content-Length": "0"})
            return
        start = int(handler.headers.get("Range", "bytes=0-")[6:-1])
        headers = {"ETag": '"1"', "Content-Length": str(len(content) - start)}
        if start:
            headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        broken = name in cut
        if broken:
            cut.remove(name)
            handler.close_connection = True
        handler.reply(206 if start else 200, headers, content[start:][: 30 if broken else None])

    server.play(behave)
    return f"http://127.0.0.1:{server.server_port}/archive"


def login(monkeypatch, password="secret word"):
    monkeypatch.setenv("TREC_USER", "me")
    monkeypatch.setenv("TREC_PASSWORD", password)


def loaded(tmp_path, recipe, places, said, **options):
    folder = Mini(tmp_path / "files", runs={}).write()
    planned = plan.plan_edition(recipe, SourceIndex([folder]), places)
    return loader.load(planned, tmp_path / "x.duckdb", loader.LoadOptions(say=said.append, **options))


def recipe_of(url):
    return replace(Mini(None).recipe(), runs_url=url + "/input.{run}.gz")


PACKED = {f"input.{name}.gz": gzip.compress(text.encode()) for name, text in {"a": RUN_A, "b": RUN_B}.items()}


@pytest.mark.more
def test_known_runs_are_downloaded_from_the_archive_with_the_users_account(server, tmp_path, monkeypatch):
    login(monkeypatch)
    url = archive(server, PACKED, cut_once="input.b.gz")
    said = []
    report = loaded(tmp_path, recipe_of(url), ["nist"], said)
    assert report.files["runs"] == 2
    assert any("1 of 3 runs are not available: lost" in line for line in said)
    assert any("the md5 of 1 of 2 downloaded runs differs from" in line and line.endswith(": b") for line in said)
    assert "secret" not in "".join(said)
    con = database.open_readonly(tmp_path / "x.duckdb")
    ledger = con.execute("select name, verified from main.loads where part = 'runs' order by name").fetchall()
    assert ledger == [("a", "md5"), ("b", "none")]
    stored = con.execute("select string_agg(source) from main.loads").fetchall()
    con.close()
    assert "secret" not in str(stored)
    ranges = [headers["Range"] for path, headers in server.requests if "Range" in headers]
    assert ranges == ["bytes=30-"], "the download that broke off went on where it stopped"
    server.requests.clear()
    again = loaded(tmp_path, recipe_of(url), ["nist"], [], keep_downloads=tmp_path / "elsewhere")
    assert (again.already_loaded, again.rows) == (4, {})
    asked = [path for path, _ in server.requests]
    assert asked == ["/archive/input.b.gz", "/archive/input.lost.gz"], "a is loaded as it was submitted"


@pytest.mark.campaign
def test_complete_runs_in_the_cache_are_not_downloaded_again(server, tmp_path, monkeypatch):
    login(monkeypatch)
    url = archive(server, PACKED)
    loaded(tmp_path, recipe_of(url), ["nist"], [])
    (tmp_path / "x.duckdb").unlink()
    server.requests.clear()
    loaded(tmp_path, recipe_of(url), ["nist"], [])
    assert [path for path, _ in server.requests] == ["/archive/input.lost.gz"]


@pytest.mark.more
def test_runs_at_a_base_address_are_in_folders_named_after_collections(server, tmp_path, monkeypatch):
    login(monkeypatch)
    url = archive(server, {f"mini-docs/{name}": content for name, content in PACKED.items()})
    assert loaded(tmp_path, Mini(None).recipe(), [url], []).files["runs"] == 2


@pytest.mark.more
def test_local_runs_are_not_downloaded(server, tmp_path, monkeypatch):
    login(monkeypatch)
    url = archive(server, PACKED)
    own = tmp_path / "runs" / "mini-docs"
    own.mkdir(parents=True)
    (own / "input.a").write_text(RUN_A)
    assert loaded(tmp_path, recipe_of(url), [own.parent, "nist"], []).files["runs"] == 2
    assert "/archive/input.a.gz" not in [path for path, _ in server.requests]


@pytest.mark.parametrize("password", ["", "wrong one"])
def test_without_an_account_nothing_is_loaded_and_the_message_says_what_to_do(server, tmp_path, monkeypatch, password):
    login(monkeypatch, password)
    url = archive(server, PACKED)
    with pytest.raises(SourceError, match=r"needs permission.*~/.netrc or into TREC_USER and TREC_PASSWORD") as caught:
        loaded(tmp_path, recipe_of(url), ["nist"], [])
    assert not (tmp_path / "x.duckdb").exists()
    assert "wrong one" not in str(caught.value)
    assert len(server.requests) == 1, "a refused account is not tried again and again"


def test_an_archive_without_any_of_the_runs_is_an_error(server, tmp_path, monkeypatch):
    login(monkeypatch)
    with pytest.raises(SourceError, match="none of the 3 submitted runs was found at"):
        loaded(tmp_path, recipe_of(archive(server, {})), ["nist"], [])


def test_an_edition_without_archive_says_so(tmp_path):
    with pytest.raises(UsageError, match="NIST's archive has no runs of mini"):
        loaded(tmp_path, Mini(None).recipe(), ["nist"], [])


def test_the_account_is_sent_only_to_its_host_and_encrypted(monkeypatch):
    import httpx2

    login(monkeypatch)
    monkeypatch.setenv("NETRC", "/nowhere")
    asked = httpfail.credentials(httpx2.URL("https://trec.nist.gov/results/x"))
    assert isinstance(asked, httpx2.BasicAuth)
    assert httpfail.credentials(httpx2.URL("http://trec.nist.gov/results/x")) is None
    assert not isinstance(httpfail.credentials(httpx2.URL("https://example.org/x")), httpx2.BasicAuth)
