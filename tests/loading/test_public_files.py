"""Files that anybody may fetch: scores per topic of submitted runs, second addresses, addresses that stay."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

import duckdb
import pytest
from mini_edition import SCORES, Mini
from misbehaving_server import running

from dltrack_db import recipes, run_metadata
from dltrack_db.errors import SourceError
from dltrack_db.files.sources import SourceIndex
from dltrack_db.loading import loader, plan
from dltrack_db.recipes import FileSpec

FOLDER = "results/treceval"
RUNS = ("c", "d", "e")


@pytest.fixture
def server(monkeypatch, tmp_path):
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("NETRC", str(tmp_path / "no-netrc"))
    monkeypatch.setenv("DLTRACK_CACHE", str(tmp_path / "cache"))
    md5 = hashlib.md5(SCORES.encode()).hexdigest()
    known = {("mini-docs", run, "nist"): {"nist/treceval": md5} for run in RUNS}
    monkeypatch.setattr(run_metadata, "_score_files", lambda: known)
    with running() as one:
        yield one


def serve(server, files):
    """Serve files by path; the address."""

    def behave(handler):
        content = files.get(handler.path[1:])
        handler.reply(404 if content is None else 200, {"Content-Length": str(len(content or b""))}, content or b"")

    server.play(behave)
    return f"http://127.0.0.1:{server.server_port}"


def scored(mini, address):
    """The mini edition, whose scores of others lie at an address."""
    recipe = mini.recipe()
    spec = FileSpec(
        "scores", "nist", "*.treceval", "mini-docs", folders=(FOLDER,), files=len(RUNS), min_relevance=1,
        url=f"{address}/{FOLDER}/{{run}}.treceval", bytes=len(SCORES.encode()),
    )  # fmt: skip
    return replace(recipe, files=(*(one for one in recipe.files if one.part != "scores"), spec))


def load(mini, recipe, db, told=None, parts=("scores",)):
    chosen = plan.plan_edition(recipe, SourceIndex([]), [], parts)
    options = loader.LoadOptions(say=(told if told is not None else []).append)
    return loader.load(chosen, db, options)


def test_scores_are_fetched_resumed_and_known_by_their_md5(server, tmp_path):
    mini = Mini(tmp_path / "files")
    mini.write()
    db = tmp_path / "x.duckdb"
    mini.load(db)
    files = {f"{FOLDER}/{run}.treceval": SCORES.encode() for run in RUNS}
    lost = files.pop(f"{FOLDER}/e.treceval")
    recipe = scored(mini, address := serve(server, files))
    told = []
    report = load(mini, recipe, db, told)
    assert not report.rows  # all of them, or none
    assert "the scores per topic of 3 runs are left out, 2 files of them are kept" in told[-1]
    serve(server, files | {f"{FOLDER}/e.treceval": lost})
    assert load(mini, recipe, db).files["scores"] == 3
    assert [path for path, _ in server.requests] == [f"/{FOLDER}/e.treceval"]
    with duckdb.connect(str(db), read_only=True) as con:
        found = con.execute("select name, verified from main.loads where part = 'scores' order by all").fetchall()
    assert found == [(f"nist/treceval/{run}", "md5") for run in RUNS]
    assert address in recipe.files[-1].url


def test_other_bytes_are_refused_by_name(server, tmp_path):
    mini = Mini(tmp_path / "files")
    mini.write()
    db = tmp_path / "x.duckdb"
    mini.load(db)
    changed = SCORES.replace("0", "1", 1).encode()
    recipe = scored(mini, serve(server, {f"{FOLDER}/c.treceval": changed}))
    with pytest.raises(SourceError, match=r"nist/treceval/c» of mini-docs is not the published file, .* --no-scores$"):
        load(mini, recipe, db)


def test_a_folder_that_is_named_is_all_that_is_looked_into(tmp_path):
    mini = Mini(tmp_path / "files")
    mini.write()
    recipe = scored(mini, "http://127.0.0.1:9")
    chosen = plan.plan_edition(recipe, SourceIndex([tmp_path / "files"]), [], ("scores",))
    assert chosen.items == ()


def test_second_addresses_are_tried_in_order_and_told(server, tmp_path):
    labels = b"1 0 D1 1\n2 0 D2 0\n"
    md5 = (hashlib.md5(labels).hexdigest(),)
    address = serve(server, {"wrong": labels[:-2] + b"1\n", "right": labels})
    spec = FileSpec(
        "qrels", "nist", "labels.qrels", "mini-docs", url=f"{address}/gone", md5=md5, bytes=len(labels),
        mirrors=(f"{address}/wrong", f"{address}/right"),
    )  # fmt: skip
    item = plan.Item("qrels", "nist", "mini-docs", None, (str(spec.url),), spec)
    from dltrack_db.loading import fetching

    told = []
    (found,) = fetching.complete(plan.Plan("x", (), (item,)), tmp_path, None, told.append)
    assert found.path.read_bytes() == labels
    said = [line for line in told if "second address" in line]
    assert [line.rpartition(" ")[2] for line in said] == [f"{address}/wrong", f"{address}/right"]
    broken = replace(item, spec=replace(spec, mirrors=()))
    with pytest.raises(SourceError, match="/gone is not there"):
        fetching.complete(plan.Plan("x", (), (broken,)), tmp_path, tmp_path / "other", told.append)


def test_no_address_names_a_branch():
    addresses = [
        address
        for name in recipes.names()
        for spec in recipes.load(name).files
        for address in (spec.url or "", *spec.mirrors)
    ]
    hosted = [address for address in addresses if "githubusercontent" in address]
    assert hosted
    assert [one for one in hosted if not re.search(r"/[0-9a-f]{40}/", one)] == []


def test_each_year_has_an_address_for_each_file_of_its_scores():
    for year, runs in {2019: 36, 2020: 59, 2021: 63, 2022: 100, 2023: 35}.items():
        (spec,) = recipes.load(f"trec{year}").files_of("scores")
        files = list(plan.score_files(spec))
        assert len(files) == spec.files == runs
        assert all(len(one.md5) == 1 and one.url.endswith(f"/{one.file}") for one in files)
