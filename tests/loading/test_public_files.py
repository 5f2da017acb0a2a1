"""Public files: scores per topic of submitted runs, alternative addresses, and permanent addresses."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

import duckdb
import pytest
from mini_edition import RUN_A, SCORES, Mini
from misbehaving_server import running

from dltrack_db.base import recipes
from dltrack_db.base.files import plainfile
from dltrack_db.base.files.sources import SourceIndex
from dltrack_db.base.recipes import BaselinesSpec, LabelsSpec, ScoreSetSpec, run_metadata
from dltrack_db.cli import load_summary
from dltrack_db.errors import SourceError, UsageError, ValidationError
from dltrack_db.load import corpus, loader, plan, reading
from dltrack_db.load.ledger import Ledger
from dltrack_db.load.plan import Item

FOLDER = "results/treceval"
RUNS = ("c", "d", "e")
RANKING = "1 Q0 D2 1 2 rank\n1 Q0 D1 2 1 rank\n2 Q0 D1 1 9 rank\n"
MOVING = ["dedup_positions.tar.gz"]
"""Files with the address of a branch, because no commit is known; size and MD5 sum identify their bytes."""


@pytest.fixture
def server(monkeypatch, tmp_path, own_cache):
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("NETRC", str(tmp_path / "no-netrc"))
    md5 = hashlib.md5(SCORES.encode()).hexdigest()
    known = {("mini-docs", run, "nist"): {"nist/treceval": md5} for run in RUNS}
    monkeypatch.setattr(run_metadata, "_score_files", lambda: known)
    with running() as one:
        yield one


def serve(server, files):
    """Serve files by path; return the address."""

    def behave(handler):
        content = files.get(handler.path[1:])
        handler.reply(404 if content is None else 200, {"Content-Length": str(len(content or b""))}, content or b"")

    server.play(behave)
    return f"http://127.0.0.1:{server.server_port}"


def scored(mini, address):
    """The recipe of the mini edition, with third-party scores at an address."""
    recipe = mini.recipe()
    spec = ScoreSetSpec(
        "scores", "nist", "*.treceval", "mini-docs", folders=(FOLDER,), files=len(RUNS), min_relevance=1,
        url=f"{address}/{FOLDER}/{{run}}.treceval", bytes=len(SCORES.encode()),
    )  # fmt: skip
    return replace(recipe, files=(*(one for one in recipe.files if one.part != "scores"), spec))


def load(mini, recipe, db, told=None, parts=("scores",), **changes):
    chosen = plan.plan_edition(recipe, SourceIndex([]), [], parts)
    options = loader.LoadOptions(say=(told if told is not None else []).append, **changes)
    return loader.load(chosen, db, options)


@pytest.mark.more
@pytest.mark.usefixtures("opened_anew")
def test_scores_are_downloaded_resumed_and_recognized_by_md5(server, tmp_path, capsys):
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
    assert (
        "left out the per-topic scores of all 3 runs, because one file is not available (2 downloaded files are kept"
        in told[-1]
    )
    serve(server, files | {f"{FOLDER}/e.treceval": lost})
    assert load(mini, recipe, db).files["scores"] == 3
    assert [path for path, _ in server.requests] == [f"/{FOLDER}/e.treceval"]
    with duckdb.connect(str(db), read_only=True) as con:
        found = con.execute("select name, verified from main.loads where part = 'scores' order by all").fetchall()
    assert found == [(f"nist/treceval/{run}", "md5") for run in RUNS]
    assert address in recipe.files[-1].url
    server.requests.clear()
    again = load(mini, recipe, db, parts=plan.DEFAULT_PARTS, keep_downloads=tmp_path / "elsewhere")
    assert (again.already_loaded, again.rows) == (5, {})  # topics and labels, too, which no address has
    assert not server.requests
    planned = plan.plan_edition(recipe, SourceIndex([]), [], plan.DEFAULT_PARTS)
    load_summary.print_plan(*Ledger.read_only(db).skip_loaded(planned, replace=False))
    assert capsys.readouterr().out.startswith("mini: 5 files were loaded already\nto read: 0 bytes\n")
    assert Ledger.read_only(tmp_path / "none" / "y.duckdb").skip_loaded(planned, replace=False) == (planned, 0)
    with duckdb.connect(str(db)) as con:  # as if another file had been accepted
        con.execute("update main.loads set md5 = 'x', verified = 'counts' where name = 'nist/treceval/d'")
    with pytest.raises(
        SourceError, match="scores 'nist/treceval/d' of mini-docs is already loaded with different content"
    ):
        load(mini, recipe, db)


def test_missing_submitted_runs_are_reported_only_if_no_run_is_loaded(tmp_path):
    """A run that was loaded separately is enough: a later command for labels does not search for runs."""
    recipe = recipes.load("trec2021")
    planned = plan.plan_edition(recipe, SourceIndex([tmp_path]), [], plan.DEFAULT_PARTS)
    missed = [note for note in Ledger({}, None).skip_loaded(planned, replace=False)[0].notes if "no submitted" in note]
    assert len(missed) == 1 and planned.notes == ()
    of_docs = Ledger({}, "x", submissions=frozenset([("trec2021-docs", "a")]))
    assert of_docs.skip_loaded(planned, replace=False)[0].notes == ()
    of_others = Ledger({}, "x", submissions=frozenset([("trec2020-docs", "a")]))
    assert of_others.skip_loaded(planned, replace=False)[0].notes[0] == missed[0]


def test_a_file_with_other_bytes_is_rejected_and_named(server, tmp_path):
    mini = Mini(tmp_path / "files")
    mini.write()
    db = tmp_path / "x.duckdb"
    mini.load(db)
    changed = SCORES.replace("0", "1", 1).encode()
    recipe = scored(mini, serve(server, {f"{FOLDER}/c.treceval": changed}))
    told = r"nist/treceval/c' of mini-docs differs from the published file: .* --no-scores$"
    with pytest.raises(SourceError, match=told):
        load(mini, recipe, db)


def test_only_the_named_folder_is_searched(tmp_path):
    mini = Mini(tmp_path / "files")
    mini.write()
    recipe = scored(mini, "http://127.0.0.1:9")
    chosen = plan.plan_edition(recipe, SourceIndex([tmp_path / "files"]), [], ("scores",))
    assert chosen.items == ()


def test_alternative_addresses_are_tried_in_order_and_reported(server, tmp_path):
    labels = b"1 0 D1 1\n2 0 D2 0\n"
    md5 = (hashlib.md5(labels).hexdigest(),)
    address = serve(server, {"wrong": labels[:-2] + b"1\n", "right": labels})
    spec = LabelsSpec(
        "qrels", "nist", "labels.qrels", "mini-docs", url=f"{address}/gone", md5=md5, bytes=len(labels),
        mirrors=(f"{address}/wrong", f"{address}/right"),
    )  # fmt: skip
    item = plan.Item("qrels", "nist", "mini-docs", None, (str(spec.url),), spec)
    from dltrack_db.load import fetching

    told = []
    (found,) = fetching.fetch(plan.Plan("x", (), (item,)), tmp_path, None, told.append).items
    assert found.path.read_bytes() == labels
    said = [line for line in told if "trying the mirror" in line]
    assert [line.rpartition(" ")[2] for line in said] == [f"{address}/wrong", f"{address}/right"]
    broken = replace(item, spec=replace(spec, mirrors=()))
    with pytest.raises(SourceError, match="/gone does not exist"):
        fetching.fetch(plan.Plan("x", (), (broken,)), tmp_path, tmp_path / "other", told.append)


def test_no_address_names_a_branch():
    """The address of a commit always has the same bytes; a branch changes."""
    of_editions = [
        address
        for name in recipes.names()
        for spec in recipes.load(name).files
        for address in (spec.url or "", *spec.mirrors)
    ]
    of_corpora = [file.url or "" for name in corpus.names() for file in corpus.load_spec(name).files]
    hosted = [one for one in of_editions if "githubusercontent" in one]
    assert hosted
    assert [one for one in hosted if not re.search(r"/[0-9a-f]{40}/", one)] == []
    branch = re.compile(r"/(main|master|HEAD|refs/heads)/")
    moving = [one for one in (*of_editions, *of_corpora) if branch.search(one)]
    assert [one.rpartition("/")[2] for one in moving] == MOVING


def test_each_year_has_an_address_for_each_file_of_its_scores():
    for year, runs in {2019: 36, 2020: 59, 2021: 63, 2022: 100, 2023: 35}.items():
        specs = recipes.load(f"trec{year}").part_files("scores")
        # of 2020 also those by trec_eval, of which paper C prints P@20 and MAP
        assert [spec.file for spec in specs] == ["*.ndcgeval", *(["*.treceval"] if year == 2020 else [])]
        for spec in specs:
            files = list(plan.score_files(spec))
            assert len(files) == spec.files == runs
            assert all(len(one.md5) == 1 and one.url.endswith(f"/{one.file}") for one in files)


def test_a_set_of_scores_that_is_one_file_has_its_own_address():
    for spec in recipes.load("llm-methods").part_files("scores"):
        assert list(plan.score_files(spec)) == [spec] and len(spec.md5) == 1


def ranked(mini, address, **changes):
    """The mini edition with two public rankings: one with a separate address, one in a source with paths."""
    recipe = mini.recipe()
    one = BaselinesSpec(
        "runs", "bm25", "bm25.txt", "mini-docs", url=f"{address}/x/bm25.txt", bytes=len(RANKING),
        md5=(hashlib.md5(RANKING.encode()).hexdigest(),),
    )  # fmt: skip
    source = BaselinesSpec("runs", "someone/runs", "*", "mini-docs", url=f"{address}/0a1b/{{file}}", files=1)
    return replace(recipe, files=(*recipe.files, replace(one, **changes), source))


@pytest.fixture
def source(monkeypatch):
    row = {"run_id": "splade", "path": "S+D/top100.txt", "bytes": str(len(RUN_A)), "md5": ""}
    row["md5"] = hashlib.md5(RUN_A.encode()).hexdigest()
    known = [row | {"collection": "mini-docs", "source": "someone/runs"}]
    monkeypatch.setattr(run_metadata, "_baselines", lambda: known)


def load_baselines(recipe, db, told=None, places=()):
    options = loader.LoadOptions(say=(told if told is not None else []).append)
    return loader.load_edition(recipe, db, options, places=places, runs=[plan.BASELINES], parts=("runs",))


def test_public_rankings_are_downloaded_but_never_counted_as_submitted(server, source, tmp_path):
    mini = Mini(tmp_path / "files")
    mini.write()
    db = tmp_path / "x.duckdb"
    mini.load(db)
    recipe = ranked(mini, serve(server, {"x/bm25.txt": RANKING.encode(), "0a1b/S%2BD/top100.txt": RUN_A.encode()}))
    told = []
    assert load_baselines(recipe, db, told).files == {"runs": 2}
    assert any("2 files to download" in line for line in told)  # before anything was fetched
    with duckdb.connect(str(db), read_only=True) as con:
        runs = "select run_id, is_submission, source_md5 is not null from main.runs order by all"
        assert con.execute(runs).fetchall() == [
            ("a", True, True), ("b", True, True), ("bm25", False, True), ("splade", False, True),
        ]  # fmt: skip
        verified = "select name, verified from main.loads where name in ('bm25', 'splade') order by all"
        assert con.execute(verified).fetchall() == [("bm25", "md5"), ("splade", "md5")]
        assert con.execute("select num_runs from systems.run_counts").fetchall() == [(2,)]
        assert con.execute("select runs, loaded from catalog.holdings").fetchall() == [(4, 4)]
    assert load_baselines(recipe, db).already_loaded == 2


def test_local_public_rankings_are_found_by_their_paths(source, tmp_path):
    mini = Mini(tmp_path / "files")
    folder = mini.write()
    (folder / "clone" / "S+D").mkdir(parents=True)
    (folder / "clone" / "S+D" / "top100.txt").write_text(RUN_A)
    (folder / "bm25.txt").write_text(RANKING)
    chosen = plan.plan_edition(ranked(mini, "http://127.0.0.1:9"), SourceIndex([folder]), [plan.BASELINES], ("runs",))
    assert {item.name: item.path.name for item in chosen.items if not item.is_submission} == {
        "bm25": "bm25.txt", "splade": "top100.txt",
    }  # fmt: skip


def test_a_missing_public_ranking_is_reported_and_a_changed_one_rejected(server, source, tmp_path):
    mini = Mini(tmp_path / "files")
    mini.write()
    db = tmp_path / "x.duckdb"
    mini.load(db)
    recipe = ranked(mini, serve(server, {"x/bm25.txt": RANKING.encode()}))
    told = []
    assert load_baselines(recipe, db, told).files == {"runs": 1}
    (said,) = [line for line in told if "left out" in line]
    assert "left out runs 'splade' of mini-docs: " in said and "does not exist" in said
    serve(server, {"x/bm25.txt": RANKING.replace("D2", "D3").encode()})
    changed = ranked(mini, f"http://127.0.0.1:{server.server_port}", name="other")
    with pytest.raises(
        SourceError, match=r"runs 'other' .* differs from the published file: .* without --runs baselines$"
    ):
        load_baselines(changed, db)


def test_an_edition_without_public_rankings_says_so(tmp_path):
    with pytest.raises(UsageError, match="there are no public rankings of mini"):
        plan.plan_edition(Mini(tmp_path).recipe(), SourceIndex([]), [plan.BASELINES], ("runs",))


def test_each_year_has_public_rankings_of_both_tasks():
    found = {}
    for year, count in {2019: 25, 2020: 25, 2021: 5, 2022: 12, 2023: 2}.items():
        entries = recipes.load(f"trec{year}").part_files("runs")
        files = [(spec, one) for spec in entries for _, one in plan.baseline_files(spec)]
        assert len(files) == sum(spec.files for spec in entries) == count
        assert {one.collection for _, one in files} == {f"trec{year}-docs", f"trec{year}-passages"}
        for spec, one in files:
            assert one.bytes and len(one.md5) == 1 and "{" not in one.url and one.file != "*"
            assert one.name not in run_metadata.run_ids(spec.collection)
            assert found.setdefault((one.collection, one.name), one) is one


@pytest.mark.campaign
def test_scores_of_an_unknown_run_are_refused_with_the_line(tmp_path):
    mini = Mini(tmp_path / "files")
    mini.write()
    db = tmp_path / "x.duckdb"
    mini.load(db)
    (file := tmp_path / "nobody.treceval").write_text("map\tall\t1\n" + SCORES)
    collection = mini.recipe().collections[0]
    described = tmp_path / "runs.csv"
    described.write_text(
        "collection,run_id,team,subtask,category,stage,dense,in_overview,submitted_on,submitted_md5,judged\n"
        "mini-docs,somebody,T,,,,,,,,\n"
    )
    planned = replace(plan.plan_part("scores", "mini", collection, [file], labels="nist"), run_descriptions=described)
    with pytest.raises(ValidationError, match=r"nobody.treceval:2: run nobody is not a run of mini-docs"):
        loader.load(planned, db, loader.LoadOptions(say=lambda _: None))
    file.rename(named := tmp_path / "somebody.treceval")
    planned = replace(plan.plan_part("scores", "mini", collection, [named], labels="nist"), run_descriptions=described)
    assert loader.load(planned, db, loader.LoadOptions(say=lambda _: None)).files["scores"] == 1


def test_a_run_submitted_elsewhere_is_refused_by_its_bytes(monkeypatch, tmp_path):
    mini = Mini(tmp_path / "files")
    mini.write()
    md5 = hashlib.md5(RUN_A.encode()).hexdigest()
    known = {"mini-docs": {"x": ""}, "mini-round2": {"a": md5}}
    monkeypatch.setattr(run_metadata, "_submitted_md5", lambda: known)
    run_metadata._homes.cache_clear()
    try:
        with pytest.raises(
            SourceError, match="run 'a', which was submitted to mini-round2, not to mini-docs; load the file"
        ):
            mini.load(tmp_path / "x.duckdb")
        run_metadata._homes.cache_clear()
        monkeypatch.setattr(run_metadata, "_submitted_md5", lambda: {"mini-docs": {"a": md5}})
        at_home = plainfile.open_plain(mini.folder / "mini-docs" / "input.a", tmp_path)
        assert reading._verify(Item("runs", "a", "mini-docs", at_home.source), at_home, False) == "md5"
    finally:
        run_metadata._homes.cache_clear()
