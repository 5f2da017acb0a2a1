"""Notes on runs from a CSV of one's own, and `dltrack describe RUN`, which shows them."""

from __future__ import annotations

import gzip

import pytest
from mini_edition import Mini
from typer.testing import CliRunner

from dltrack_db import run_metadata
from dltrack_db.cli.app import app
from dltrack_db.errors import FormatError, UsageError


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notes")
    Mini(folder / "files").load(folder / "x.duckdb")
    return folder / "x.duckdb"


def call(db, *arguments):
    done = CliRunner().invoke(app, [*map(str, arguments), "--db", str(db)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_run_is_described_with_its_scores_notes_and_paper(db, tmp_path, monkeypatch):
    monkeypatch.setattr(run_metadata, "_papers", lambda: {("mini", "a"): ("On a", "https://example.org/a.pdf")})
    file = tmp_path / "told.csv.gz"
    file.write_bytes(
        gzip.compress(b'collection,run_id,description\nmini-docs,a,"BM25,\nthen T5"\nelsewhere,a,no\nmini-docs,b,\n')
    )
    call(db, "ingest", "run-notes", file)
    shown = call(db, "describe", "a", "-f", "csv")
    assert 'mini-docs,description,"BM25, then T5"' in shown
    assert "mini-docs,paper,On a" in shown and "https://example.org/a.pdf" in shown
    assert "(rankings)" in shown and "elsewhere" not in shown
    assert call(db, "sql", "select source, count(*) from main.run_metadata group by all", "-f", "csv").endswith(
        "told,1\n"
    )


def test_editions_are_named_by_year_and_task(db, tmp_path):
    (tmp_path / "n.csv").write_text("edition,task,run_id,type\nmini,docs,b,auto\n")
    call(db, "ingest", "run-notes", tmp_path / "n.csv", "--name", "browser")
    assert "mini-docs,type,auto" in call(db, "describe", "b", "-f", "csv")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("run_id,description\na,x\n", "n.csv:1: columns run_id and collection"),
        ("collection,run_id\nother,a\n", "n.csv: no line is about a loaded collection .mini-docs"),
        ("collection,run_id,x\nmini-docs,a\n", "n.csv:2: another number of columns"),
    ],
)
def test_what_is_wrong_is_told(db, tmp_path, text, told):
    (tmp_path / "n.csv").write_text(text)
    with pytest.raises(FormatError, match=told):
        call(db, "ingest", "run-notes", tmp_path / "n.csv")


def test_what_is_no_run_is_an_object_or_unknown(db):
    assert call(db, "describe", "systems.leaderboard").startswith("systems.leaderboard: view")
    with pytest.raises(UsageError, match="there is no «zzz»"):
        call(db, "describe", "zzz")


def test_papers_are_known_for_runs_of_the_track():
    title, url = run_metadata.paper("trec2019", "runid1")
    assert title.startswith("CCNU_IRGroup") and url.endswith(".pdf")
    assert run_metadata.paper("trec2019", "nobody") is None
