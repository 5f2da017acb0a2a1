"""Descriptions of the runs of a user's own collection: `ingest collection --metadata`."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from dltrack_db.errors import FormatError
from dltrack_db.load import run_tables
from dltrack_db.store import verify
from tests.asking import asked

QRELS = "".join(f"t{t} 0 d{d} {(d + t) % 3}\n" for t in (1, 2, 3) for d in range(12))
RUNS = {
    name: "".join(f"t{t} Q0 d{(d * step) % 13} {d} {20 - d} {name}\n" for t in (1, 2, 3) for d in range(1, 12))
    for name, step in {"one": 1, "two": 3, "three": 5}.items()
}
METADATA = (
    "run_id,team,category,subtask,stage\none,north,trad,fullrank,single\ntwo,south,nnlm,fullrank,multi\n"
    "three,south,nnlm,rerank,\n"
)


@pytest.fixture
def call(tmp_path):
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "runs").mkdir()
    for name, text in RUNS.items():
        (tmp_path / "runs" / f"{name}.txt").write_text(text)

    def ingest(*arguments, metadata=METADATA):
        (tmp_path / "runs.csv").write_text(metadata, newline="")
        done = CliRunner().invoke(
            app, ["ingest", *map(str, arguments), "--db", str(tmp_path / "x.duckdb")], catch_exceptions=False
        )
        assert done.exit_code == 0, done.output
        return tmp_path

    def collection(metadata=METADATA):
        folder = tmp_path
        return ingest(
            "collection", "--name", "mine", "--qrels", folder / "qrels.txt", "--runs", folder / "runs",
            "--metadata", folder / "runs.csv", metadata=metadata,
        )  # fmt: skip

    collection.ingest = ingest
    return collection


def rows(folder, query):
    return asked(folder / "x.duckdb", query)


@pytest.mark.campaign
def test_changed_descriptions_of_loaded_runs_are_loaded_and_reported(call):
    def described(metadata):
        folder = call(metadata)
        return folder, rows(folder, "select run_id, team, stage from main.runs order by run_id")

    folder, first = described(METADATA)
    changes = rows(folder, "select count(*) from main.changes")
    assert described(METADATA) == (folder, first)
    assert rows(folder, "select count(*) from main.changes") == changes  # nothing was written
    other = METADATA.replace("one,north", "one,east").replace("rerank,\n", "rerank,single\n")
    assert described(other)[1] == [("one", "east", "single"), ("three", "south", "single"), ("two", "south", "multi")]
    without = "".join(line for line in other.splitlines(True) if not line.startswith("two"))
    assert described(without)[1][2] == ("two", None, None)
    assert rows(folder, "select count(*) from main.rankings") == [(99,)]
    assert verify.verify(folder / "x.duckdb") == []


def test_a_collection_column_in_metadata_selects_the_lines(call):
    """As with `ingest run-notes`, lines about other collections are skipped, and additional columns become notes."""
    table = "collection,run_id,team,category\nmine,one,north,nnlm\nother,one,south,trad\nmine,two,east,trad\n"
    folder = call(table)
    assert rows(folder, "select run_id, team from main.runs where team is not null order by all") == [
        ("one", "north"), ("two", "east"),
    ]  # fmt: skip
    folder = call(table.replace("category", "note"))
    assert rows(folder, "select run_id, team from main.runs order by run_id") == [
        ("one", "north"), ("three", None), ("two", "east"),
    ]  # fmt: skip
    assert rows(folder, "select run_id, key, value from main.run_metadata order by run_id") == [
        ("one", "note", "nnlm"), ("two", "note", "trad"),
    ]  # fmt: skip


@pytest.mark.campaign
def test_views_by_team_and_category_work_for_any_collection(call):
    folder = call()
    assert rows(folder, "select run_id, team, category, subtask, stage from main.runs order by run_id") == [
        ("one", "north", "trad", "fullrank", "single"),
        ("three", "south", "nnlm", "rerank", None),
        ("two", "south", "nnlm", "fullrank", "multi"),
    ]
    assert rows(folder, "select team, num_runs from judging.unique_relevant order by team") == [
        ("north", 1),
        ("south", 2),
    ]
    assert rows(folder, "select distinct omitted_team from judging.leave_one_team_out order by all") == [
        ("north",),
        ("south",),
    ]
    assert rows(folder, "select num_queries from systems.best_nnlm_vs_trad_wins where collection = 'mine'") == [(3,)]


@pytest.mark.campaign
def test_a_users_track_has_status_own_and_its_runs_can_be_renamed(call):
    folder = call()
    assert rows(folder, "select distinct status from catalog.status") == [("own",)]
    done = CliRunner().invoke(app, ["rename", "one", "first", "--db", str(folder / "x.duckdb")], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert rows(folder, "select team from main.runs where run_id = 'first'") == [("north",)]


@pytest.mark.campaign
def test_a_later_load_keeps_earlier_descriptions(call):
    folder = call()
    (folder / "four.txt").write_text(RUNS["one"].replace("one", "four"))
    call.ingest("runs", folder / "four.txt", "-c", "mine")
    assert rows(folder, "select run_id, team, is_submission from main.runs order by run_id") == [
        ("four", None, True),
        ("one", "north", True),
        ("three", "south", True),
        ("two", "south", True),
    ]


@pytest.mark.campaign
@pytest.mark.parametrize("separator", [";", "\t"])
def test_separators_of_spreadsheets_are_accepted(call, separator):
    folder = call("\ufeff" + METADATA.replace(",", separator).replace("\n", "\r\n"))
    assert rows(folder, "select count(*) from main.runs where team = 'south'") == [(2,)]


@pytest.mark.parametrize(
    "text",
    [
        "run_id;team\rone;a,b,c\r",  # an old line end, so that all of it looks like one line
        'run_id;"x,y,z"\none;a,b,c\n',
        '\n\nrun_id\tx\n\none\t"a,b,c"\n',
    ],
)
def test_the_first_line_decides_the_separator(tmp_path, text):
    (tmp_path / "runs.csv").write_text(text, newline="")
    table = run_tables.read(tmp_path / "runs.csv", tmp_path, "runs.csv", ())
    assert [[*row.values.values()] for row in table.rows] == [["one", "a,b,c"]]


@pytest.mark.more
def test_a_quoted_value_may_contain_separators_and_line_breaks(call):
    folder = call(METADATA.replace("one,north", 'one,"north,\nby the ""se\ra"" "').replace("two,south", 'two,"s\ro"'))
    told = rows(folder, "select team, category from main.runs where run_id in ('one', 'two') order by run_id")
    assert told == [('north,\nby the "se\ra"', "trad"), ("s\ro", "nnlm")]


@pytest.mark.parametrize(
    ("metadata", "told"),
    [
        ("team\nnorth\n", r"runs.csv:1: no column run_id"),
        ("collection,run_id,team\nother,one,x\n", r"runs.csv: no line is about a run of mine; correct the column"),
        ("run_id,taem\none,north\n", r"runs.csv:1: column .*taem.* is unknown.*team"),
        ("run_id,stage\none,dual\n", r"runs.csv:2: stage is 'dual'; write one of single, multi"),
        ("run_id,submitted_on\none,abc\n", r"runs.csv:2: submitted_on 'abc' is not a date like 2020-08-31"),
        ("run_id,submitted_on\none,20200102\n", r"runs.csv:2: submitted_on '20200102' is not a date"),
        ("run_id,submitted_on\none,2020-02-30\n", r"runs.csv:2: submitted_on '2020-02-30' is not a date"),
        ("run_id,submitted_on\none,infinity\n", r"runs.csv:2: submitted_on 'infinity' is not a date"),
        ("run_id,submitted_on\none,epoch\n", r"runs.csv:2: submitted_on 'epoch' is not a date"),
        ("run_id,submitted_on\none,0044-03-15 (BC)\n", r"runs.csv:2: submitted_on .* is not a date"),
        ("run_id,submitted_on\none,0044-03-15\n", r"runs.csv:2: submitted_on .* is not a date"),
        ("run_id,submitted_md5\none,xyz\n", r"runs.csv:2: submitted_md5 'xyz' is not a checksum of 32 digits"),
        ("run_id,judged\none,x\n", r"runs.csv:2: judged is 'x'; write one of true, false"),
        ("run_id,team\none,a\none,b\n", r"runs.csv:3: line 2 already describes run 'one'"),
        ("run_id,team\none,a,b\n", r"runs.csv:2: 3 columns, but 2 in line 1;"),
        ("run_id,team\n../x,a\n", r"runs.csv:2: .* cannot be the name of a run"),
        ('run_id,team\none,"a\n', r"runs.csv:2: the line is not valid CSV"),
        ('run_id,team\none,"a\nb"\ntwo,c,d\n', r"runs.csv:4: 3 columns, but 2 in line 1;"),
        ("run_id,team,Team\none,a,b\n", r"runs.csv:1: there are two columns 'team'"),
    ],
)
def test_malformed_rows_are_reported_with_their_line(call, metadata, told):
    with pytest.raises(FormatError, match=told):
        call(metadata)
