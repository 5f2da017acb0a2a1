"""`dltrack sources --check`: whether each address still serves a file of the known size and checksum."""

from __future__ import annotations

import base64
import hashlib

import pytest
from misbehaving_server import answer, hang_up, running
from typer.testing import CliRunner

from dltrack_db.base import recipes
from dltrack_db.cli.app import app
from dltrack_db.errors import SourceError, UsageError
from dltrack_db.load.downloads import probe

CONTENT = b"1 0 D1 1\n"
MD5 = hashlib.md5(CONTENT).hexdigest()
SUM = base64.b64encode(hashlib.md5(CONTENT).digest()).decode()


@pytest.fixture(scope="module")
def server():
    with running() as one:
        yield one


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")


def head(code=200, **headers):
    named = {name.replace("_", "-"): str(value) for name, value in headers.items()}
    return lambda handler: handler.reply(code, {"Content-Length": "9", "Connection": "close", **named})


@pytest.mark.parametrize(
    ("behaviour", "known", "verdict", "is_checked"),
    [
        (head(), {"bytes": 9}, "as known", False),
        (head(Content_MD5=SUM), {"bytes": 9, "md5": (MD5,)}, "as known", True),
        (head(), {"bytes": 10}, "another size", False),
        (head(Content_MD5=SUM), {"bytes": 9, "md5": ("0" * 32,)}, "another checksum", False),
        (head(Content_MD5="?"), {"md5": (MD5,)}, "as known", False),
        (answer(404), {}, "not there (HTTP 404)", False),
        (answer(401), {}, "needs an account (HTTP 401)", False),
        (hang_up, {}, "no answer (RemoteProtocolError)", False),
    ],
)
def test_a_servers_response_is_compared_with_known_size_and_checksum(server, behaviour, known, verdict, is_checked):
    (found,) = probe.ask([probe.Known(server.play(behaviour), **known)])
    assert (found.verdict, found.is_checked) == (verdict, is_checked)


def test_all_official_files_are_listed_without_a_request(unreachable):
    shown = CliRunner().invoke(app, ["sources", "trec2021", "-f", "csv"], catch_exceptions=False).stdout
    files = [line.split(",")[1] for line in shown.splitlines()]
    assert sum(name.endswith(".ndcgeval") for name in files) == 63
    assert files[:4] == [
        "file",
        "2021_queries.tsv",
        "2021.qrels.docs.final.txt",
        "2021.qrels.pass.final.txt",
    ]
    everything = CliRunner().invoke(app, ["sources", "-f", "csv"], catch_exceptions=False).stdout
    totals = CliRunner().invoke(app, ["sources"], catch_exceptions=False).stdout
    of_2021 = next(line.split() for line in totals.splitlines() if line.startswith(" trec2021 "))
    assert of_2021[1] == str(len(files) - 1)
    assert f"\n{len(everything.splitlines()) - 1} files; " in totals
    assert "msmarco_v2_passage.tar" in everything


def test_an_unexpected_response_ends_with_an_error_code(server, monkeypatch):
    url = server.play(head(), answer(404))
    files = (recipes.LabelsSpec("qrels", "nist", "a", url=url), recipes.LabelsSpec("qrels", "b", "b", url=url + "x"))
    monkeypatch.setattr(recipes, "names", lambda: ("mini",))
    monkeypatch.setattr(recipes, "load", lambda _: recipes.Recipe("mini", "Mini", (), files))
    with pytest.raises(SourceError, match=r"1 of 2 files are missing or differ, such as .*not there"):
        CliRunner().invoke(app, ["sources", "mini", "--check"], catch_exceptions=False)


def test_an_unknown_edition_is_reported():
    with pytest.raises(UsageError, match="there is no edition or corpus 'nope'"):
        CliRunner().invoke(app, ["sources", "nope"], catch_exceptions=False)
