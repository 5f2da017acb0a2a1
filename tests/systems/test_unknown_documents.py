"""Documents of runs that the texts do not have, and tops of runs that nobody else knows."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli.app import app
from tests.mini_track import insert

pytestmark = pytest.mark.more

RULE = "documents are in the corpus"
UNSEEN = "documents are known"


def call(db, *arguments, code=0):
    done = CliRunner().invoke(app, [*map(str, arguments), "--db", str(db)], catch_exceptions=False)
    assert done.exit_code == code, done.output
    return done.output


def lines(run, docs, topics="12"):
    return "".join(
        f"{topic} Q0 {doc} {rank} {90 - rank} {run}\n" for topic in topics for rank, doc in enumerate(docs, 1)
    )


@pytest.fixture
def track(tmp_path):
    """A track of four runs, each of a team of its own, with labels and texts of d1 to d9."""
    (tmp_path / "topics.tsv").write_text("1\tone\n2\ttwo\n")
    (tmp_path / "qrels").write_text("1 0 d1 1\n2 0 d2 1\n")
    (tmp_path / "runs").mkdir()
    for run in "abc":
        (tmp_path / "runs" / run).write_text(lines(run, ["d1", "d2", "d3"]))
    (tmp_path / "texts.jsonl").write_text(
        "".join(json.dumps({"id": f"d{n}", "text": "x"}) + "\n" for n in range(1, 10))
    )
    (tmp_path / "half").write_text(lines("half", ["d1", "d9", "dok-1", "dok-2"]))  # of its four nobody knows three
    path = tmp_path / "x.duckdb"
    call(path, "ingest", "collection", "--name", "track", "--topics", tmp_path / "topics.tsv", "--qrels",
         tmp_path / "qrels", "--runs", tmp_path / "runs")  # fmt: skip
    return path, tmp_path


def rules(db, run, **options):
    return {
        one["rule"]: (one["severity"], one["found"]) for one in dl.open(db).check(run, "track", **options).to_dicts()
    }


def test_a_document_that_the_texts_lack_is_an_error_and_is_told(track):
    path, folder = track
    assert rules(path, folder / "half") == {UNSEEN: ("warning", 6)}
    shown = call(path, "check", folder / "half", "-c", "track")
    assert (
        "75% of the first ten items per topic, such as d9, are in no run of another team and not labelled: are these"
        in shown
    )
    assert "not in the corpus" not in call(path, "eval", folder / "half", "-c", "track")
    call(path, "ingest", "corpus", folder / "texts.jsonl", "--name", "texts", "-c", "track", "--task", "passages")
    # now the texts tell, and d9 is one of them
    assert rules(path, folder / "half") == {RULE: ("error", 4)}
    assert rules(path, folder / "half", allow_unknown=True) == {RULE: ("note", 4)}
    assert "unfit: 1 error" in call(path, "check", folder / "half", "-c", "track", code=1)
    assert "fit: 0 errors, 0 warnings, 1 note" in call(path, "check", folder / "half", "-c", "track", "--allow-unknown")
    assert rules(path, folder / "runs" / "a") == {}
    told = (
        "half: 50.0% of its documents (4 of 8 rows) are not in the corpus 'texts' and score 0; the first is 'dok-1'; "
        "check that this is an id of track"
    )
    assert told in call(path, "eval", folder / "half", "-c", "track")
    assert "not in the corpus" not in call(path, "eval", folder / "runs" / "a", "-c", "track")
    with dl.open(path) as db, pytest.warns(UserWarning, match="half: 50.0% of its documents"):
        db.evaluate(folder / "half", "track")
    assert f"note: {told}" in call(path, "ingest", "runs", folder / "half", "-c", "track")
    assert "not in the corpus" not in call(path, "ingest", "runs", folder / "runs", "-c", "track")


@pytest.mark.parametrize("options", [("--subset",), ("--profile", "judged")])
def test_a_part_of_the_texts_tells_nothing(track, options):
    path, folder = track
    call(
        path,
        "ingest",
        "corpus",
        folder / "texts.jsonl",
        "--name",
        "texts",
        "-c",
        "track",
        "--task",
        "passages",
        *options,
    )
    assert rules(path, folder / "half") == {UNSEEN: ("warning", 6)}
    assert "not in the corpus" not in call(path, "eval", folder / "half", "-c", "track")


def test_a_loaded_run_and_its_team_do_not_know_what_it_returns(track):
    """Checked again under its name, also where notes say whose it is; with two other teams nothing is told."""
    path, folder = track
    call(path, "ingest", "runs", folder / "half", "-c", "track")
    assert rules(path, folder / "half") == {UNSEEN: ("warning", 6)}
    (folder / "n.csv").write_text("collection,run_id,team\ntrack,half,us\ntrack,a,them\ntrack,b,they\n")
    call(path, "ingest", "run-notes", folder / "n.csv")
    assert rules(path, folder / "half") == {UNSEEN: ("warning", 6)}
    (folder / "other").write_text((folder / "half").read_text())
    assert rules(path, folder / "other") == {}  # half knows it all
    call(path, "drop", "c", "-y")
    assert rules(path, folder / "half") == {}


@pytest.mark.parametrize(
    ("facts", "is_complete"),
    [
        ({}, True),
        ({"profile": "ids"}, True),
        ({"profile": "judged"}, False),
        ({"is_subset": True}, False),
        ({"is_published": False}, False),
        ({"expected_rows": 3}, False),
        ({"expected_rows": 2}, True),
        ({"kind": "near-duplicates"}, False),
        ({"state": "rejected"}, False),
    ],
)
def test_texts_are_complete_where_nothing_says_otherwise(empty_db, facts, is_complete):
    corpus = {
        "load_no": 1, "corpus": "c", "item_corpus": "c", "kind": "passages", "profile": "full", "is_subset": False,
        "is_published": True, "source": "s", "format": "f", "started_at": "2026-01-01",
    }  # fmt: skip
    state = facts.pop("state", "complete")
    corpus["num_stored"] = 2
    insert(empty_db, "store.corpora", [corpus | facts])
    empty_db.execute(
        "insert into store.members by name select 1 as load_no, 0 as member_no, 'm' as member, $1 as state, "
        "2 as num_rows, 2 as num_stored, 0 as source_start, 0 as plain_bytes, 0 as plain_crc",
        [state],
    )
    assert empty_db.execute("from systems.complete_corpora").fetchall() == [("c",)] * is_complete


def test_tops_that_nobody_else_knows_by_hand(empty_db):
    """Of the eleven items of 'mine' ten count: two are labelled, three other teams', five only its own team's."""
    insert(empty_db, "main.collections", [{"collection": "c", "edition": "c", "task": "docs", "query_set": "c"}])
    answers = {
        "mine": ("us", [f"d{n}" for n in range(11)]),
        "sister": ("us", ["d5"]),
        "x": ("them", ["e", "d2", "d3", "d10"]),
        "y": (None, ["d3", "d4"]),
    }
    for number, (run, (team, docs)) in enumerate(answers.items()):
        insert(empty_db, "main.runs", [
            {"collection": "c", "run_id": run, "team": team, "is_submission": True, "source_file": run}
        ])  # fmt: skip
        insert(empty_db, "main.run_topics", [
            {"collection": "c", "run_id": run, "query_id": "q", "num_ret": len(docs), "answer_id": number}
        ])  # fmt: skip
        insert(empty_db, "store.rankings", [
            {"answer_id": number, "doc_id": doc, "submitted_rank": rank, "score": -rank, "rank": rank}
            for rank, doc in enumerate(docs, 1)
        ])  # fmt: skip
    labels = [("q", "d0", "nist"), ("q", "d1", "llm"), ("other", "d9", "nist")]
    insert(empty_db, "main.qrels", [
        {"collection": "c", "variant": variant, "query_id": topic, "doc_id": doc, "relevance": 0, "iteration": "0"}
        for topic, doc, variant in labels
    ])  # fmt: skip
    found = empty_db.execute(
        "select run_id, num_items, num_unseen, share, num_other_teams, first_unseen from systems.unseen_tops "
        "order by all"
    ).fetchall()
    assert found == [
        ("mine", 10, 5, 0.5, 2, "d5"),
        ("sister", 1, 1, 1.0, 2, "d5"),
        ("x", 4, 1, 0.25, 2, "e"),
        ("y", 2, 0, 0.0, 2, None),
    ]


@pytest.mark.campaign
def test_one_of_63_real_runs_would_be_warned_of(real_db):
    """And against one baseline and the labels alone it would be most."""
    of_2021 = "from systems.unseen_tops where collection = 'trec2021-passages'"
    assert real_db.execute(f"select count(*), min(num_other_teams) {of_2021}").fetchall() == [(63, 15)]
    assert real_db.execute(f"select run_id, round(share, 3) {of_2021} and share >= .5").fetchall() == [
        ("uogTrPCP", 0.632)
    ]


def test_what_only_a_later_team_returns_is_known_too(track):
    """Four teams are asked first, all of them where these leave too much unknown."""
    path, folder = track
    for run, docs in {"d": ["d1", "d2", "d3"], "e": ["d1", "d9", "dok-1", "dok-2"]}.items():
        (folder / run).write_text(lines(run, docs))
        call(path, "ingest", "runs", folder / run, "-c", "track")
    assert rules(path, folder / "half") == {}
    (folder / "other").write_text(lines("other", ["d1", "dok-1", "dok-3", "dok-4"]))
    assert rules(path, folder / "other") == {UNSEEN: ("warning", 4)}
