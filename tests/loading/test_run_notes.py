"""Notes on runs from a user's CSV file, and `dltrack describe RUN`, which prints them."""

from __future__ import annotations

import csv
import gzip

import duckdb
import pytest
from mini_edition import Mini
from typer.testing import CliRunner

from dltrack_db.base import resources
from dltrack_db.cli.app import app
from dltrack_db.errors import FormatError, UsageError


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notes")
    return Mini(folder / "files").put_loaded(folder / "x.duckdb")


def call(db, *arguments):
    done = CliRunner().invoke(app, [*map(str, arguments), "--db", str(db)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.more
def test_a_run_is_described_with_its_scores_notes_and_paper(db, tmp_path):
    con = duckdb.connect(str(db))
    con.execute("insert into published.run_papers values ('mini', 'x', 'On a', 'https://example.org/a.pdf', 'a')")
    con.close()
    file = tmp_path / "told.csv.gz"
    file.write_bytes(
        gzip.compress(b'collection,run_id,description\nmini-docs,a,"BM25,\nthen T5"\nelsewhere,a,no\nmini-docs,b,\n')
    )
    call(db, "ingest", "run-notes", file)
    shown = call(db, "describe", "a", "-f", "csv")
    assert 'mini-docs,description,"BM25,\nthen T5"' in shown
    assert "mini-docs,paper,On a" in shown and "https://example.org/a.pdf" in shown
    assert "(rankings)" in shown and "elsewhere" not in shown
    query = "select run_id, description, paper, paper_url from main.described_runs order by run_id"
    assert call(db, "sql", query, "-f", "csv").splitlines()[1:] == [
        'a,"BM25,',
        'then T5",On a,https://example.org/a.pdf',
        "b,,,",
    ]
    assert call(db, "sql", "select source, count(*) from main.run_metadata group by all", "-f", "csv").endswith(
        "told,1\n"
    )


@pytest.mark.more
def test_editions_are_named_by_year_and_task(db, tmp_path):
    (tmp_path / "n.csv").write_text("edition,task,run_id,type\nmini,docs,b,auto\n")
    call(db, "ingest", "run-notes", tmp_path / "n.csv", "--name", "browser")
    assert "mini-docs,type,auto" in call(db, "describe", "b", "-f", "csv")


@pytest.mark.campaign
@pytest.mark.parametrize("separator", [";", "\t"])
def test_separators_of_spreadsheets_are_accepted(db, tmp_path, separator):
    name = f"s{ord(separator)}"
    text = '\ufeffCollection|RUN_ID|"kind, or so"\r\nmini-docs|b|"a\nb"\r\n'.replace("|", separator)
    (tmp_path / f"{name}.csv").write_text(text, newline="")
    call(db, "ingest", "run-notes", tmp_path / f"{name}.csv")
    query = f"select key, value from main.run_metadata where source = '{name}'"
    assert call(db, "sql", query, "-f", "csv") == 'key,value\n"kind, or so","a\nb"\n'


def test_several_files_are_loaded_together_or_not_at_all(db, tmp_path):
    (tmp_path / "one.csv").write_text("collection,run_id,x\nmini-docs,a,1\n")
    (tmp_path / "two.csv").write_text("collection,run_id,x\nmini-docs,a\n")
    loaded = "select count(*) as n from main.run_metadata where source in ('one', 'two')"
    with pytest.raises(FormatError, match=r"two\.csv:2"):
        call(db, "ingest", "run-notes", tmp_path)
    assert call(db, "sql", loaded, "-f", "csv") == "n\n0\n"
    (tmp_path / "two.csv").write_text("collection,run_id,x\nmini-docs,a,2\n")
    call(db, "ingest", "run-notes", tmp_path)
    assert call(db, "sql", loaded, "-f", "csv") == "n\n2\n"
    with pytest.raises(UsageError, match="--name can name the notes of one file"):
        call(db, "ingest", "run-notes", tmp_path, "--name", "both")


@pytest.mark.campaign
def test_notes_on_several_editions_are_one_load(db, tmp_path):
    for name, text in {"t": "9 Q0 d1 1 2 t\n", "q.txt": "9 0 d1 1\n"}.items():
        (tmp_path / name).write_text(text)
    call(db, "ingest", "collection", "--name", "second", "--qrels", tmp_path / "q.txt", "--runs", tmp_path / "t")
    (tmp_path / "n.csv").write_text("collection,run_id,x\nmini-docs,a,1\nsecond,t,2\n")
    call(db, "ingest", "run-notes", tmp_path / "n.csv", "--name", "all")
    query = "select edition, collection, count(distinct batch_id) over () from main.loads where name = 'all' order by 1"
    assert call(db, "sql", query, "-f", "csv").splitlines()[1:] == ["mini,mini-docs,1", "second,second,1"]


@pytest.mark.more
def test_a_table_about_runs_has_the_same_effect_in_every_option(tmp_path):
    """run-notes, --metadata and a recipe give the same team, category, day and note, and count skipped lines."""
    home, path = tmp_path / "own", tmp_path / "x.duckdb"
    (home / "c").mkdir(parents=True)
    (home / "q").write_text("1 0 d1 1\n")
    (home / "c" / "input.a").write_text("1 Q0 d1 1 2 t\n")
    columns, line = "run_id,Team,category,submitted_on,model", 'a,north,nnlm,2026-01-02,"big\tone"\n'
    (home / "m.csv").write_text(f"{columns}\n{line}")
    (home / "own.toml").write_text(
        'id = "own"\ntitle = "T"\n[[collections]]\ncollection = "c"\ntask = "docs"\nquery_set = "own"\n'
        '[[files]]\npart = "qrels"\ncollection = "c"\nname = "own"\nfile = "q"\n'
        '[[files]]\npart = "run-metadata"\ncollection = "c"\nname = "m"\nfile = "m.csv"\n'
    )
    call(path, "ingest", home / "own.toml")
    files = ("--qrels", home / "q", "--runs", home / "c" / "input.a")
    call(path, "ingest", "collection", "--name", "d", *files, "--metadata", home / "m.csv")
    call(path, "ingest", "collection", "--name", "e", *files)
    (tmp_path / "n.csv").write_text(f"collection,{columns}\ne,{line}ee,{line}")
    assert "left out 1 line about collections that are not loaded: ee" in call(
        path, "ingest", "run-notes", tmp_path / "n.csv"
    )
    with duckdb.connect(str(path)) as con:
        described = con.execute(
            "select collection, team, category, submitted_on::varchar from main.runs order by collection"
        )
        assert described.fetchall() == [(name, "north", "nnlm", "2026-01-02") for name in "cde"]
        noted = con.execute("select collection, value from main.run_metadata where key = 'model' order by all")
        assert noted.fetchall() == [(name, "big\tone") for name in "cde"]
    (tmp_path / "n.csv").write_text("collection,run_id,submitted_on\ne,a,abc\n")
    with pytest.raises(FormatError, match=r"n\.csv:2: submitted_on 'abc' is not a date"):
        call(path, "ingest", "run-notes", tmp_path / "n.csv")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("run_id,description\na,x\n", "n.csv:1: the first line must name the columns run_id and collection"),
        ("collection,run_id\nother,a\n", "n.csv: no line is about a run of a loaded collection; .*: mini-docs"),
        ("collection,run_id,x\nmini-docs,a\n", "n.csv:2: 2 columns, but 3 in line 1;"),
        ('collection,run_id,x\nmini-docs,a,"two\nlines"\nmini-docs,b\n', "n.csv:4: 2 columns, but 3 in line 1;"),
        ('collection,run_id,x\nmini-docs,a,"1\n2"\n\nmini-docs,a,3\n', "n.csv:5: line 2 already describes run 'a'"),
        ("collection,run_id,x,x\nmini-docs,a,1,2\n", "n.csv:1: there are two columns 'x'"),
        ("collection,run_id,x\nmini-docs,../a,1\n", "n.csv:2: '../a' cannot be the name of a run"),
        ('collection,run_id,x\nmini-docs,a,"1\n', "n.csv:2: the line is not valid CSV"),
        ("collection,run_id,x\nmini-docs,a,\0\n", "n.csv:2: NUL at byte"),
    ],
)
def test_malformed_notes_on_runs_are_reported(db, tmp_path, text, told):
    (tmp_path / "n.csv").write_text(text)
    with pytest.raises(FormatError, match=told):
        call(db, "ingest", "run-notes", tmp_path / "n.csv")


@pytest.mark.campaign
def test_describe_explains_objects_and_rejects_unknown_names(db):
    assert call(db, "describe", "systems.leaderboard").startswith("systems.leaderboard: view")
    with pytest.raises(UsageError, match="there is no 'zzz'"):
        call(db, "describe", "zzz")


def test_papers_are_known_for_runs_of_the_track():
    with (resources.PAPERS / "run_papers.csv").open(newline="") as file:
        papers = {(row["edition"], row["run_id"]): row for row in csv.DictReader(file)}
    found = papers["trec2019", "runid1"]
    assert found["title"].startswith("CCNU_IRGroup") and found["url"].endswith(".pdf")
    assert ("trec2019", "nobody") not in papers
