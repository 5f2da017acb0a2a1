"""Numbers that are noted of runs: columns of leaderboards, and the line of the runs that no other beats in both."""

from __future__ import annotations

import json
import random

import pytest

import dltrack_db as dl
from dltrack_db.errors import UsageError
from dltrack_db.score import scratch
from tests.commands import dltrack

NOTES = {
    "latency_ms": ["30", "90", "60"],
    "cost_usd": ["0.5", "2", "1e0"],
    "size": ["3", "large", "5"],
    "share": ["0.5", "nan", "0.25"],
    "few": ["7", "", ""],
}
RUNS = ("alpha", "beta", "gamma")


def ask(db, *words, code=0):
    """Return what a command wrote."""
    done = dltrack(*words, "--db", db)
    assert done.returncode == code, done.stderr
    return done.stderr if code else done.stdout


def insert_notes(con, rows):
    con.executemany("insert into main.run_metadata values ($1, $2, $3, $4, $5)", rows)


def test_columns_whose_values_are_all_numbers_are_numbers():
    con = scratch.connect(["systems.run_numbers"])
    insert_notes(
        con,
        [
            ("c", run, "notes", key, values[i])
            for key, values in NOTES.items()
            for i, run in enumerate(RUNS)
            if values[i]
        ],
    )
    insert_notes(con, [("c", run, "notes", "team", "1") for run in RUNS])  # a column of leaderboards anyway
    insert_notes(con, [("d", "alpha", "notes", "size", "3"), ("d", "alpha", "older", "size", "4")])
    head = ["# ir_metadata.start", "# method:", "#   b: 0.4", "#   name: BM25", "# ir_metadata.end"]
    insert_notes(con, [("c", "beta", "header/beta", f"line {i:05d}", line) for i, line in enumerate(head, 1)])
    rows = con.execute("select collection, name, run_id, value from systems.run_numbers order by all").fetchall()
    assert rows == [
        ("c", "cost_usd", "alpha", 0.5), ("c", "cost_usd", "beta", 2), ("c", "cost_usd", "gamma", 1),
        ("c", "few", "alpha", 7),
        ("c", "latency_ms", "alpha", 30), ("c", "latency_ms", "beta", 90), ("c", "latency_ms", "gamma", 60),
        ("c", "method.b", "beta", 0.4),
        ("d", "size", "alpha", 4),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("measure", "direction"), [("m", 1), ("asl", -1)])
def test_the_pareto_line_holds_the_runs_that_no_other_beats_in_both(seed, measure, direction):
    chance = random.Random(seed)
    points = {f"r{i}": (chance.randrange(6), chance.randrange(6) / 8) for i in range(14)}
    con = scratch.connect(["systems.pareto_by"])
    con.execute("insert into main.collections (collection, edition, task, query_set) values ('c', 't', '', '')")
    con.execute(
        "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
        "values ('c', 'nist', 'q', 'd', 1, '0')"
    )
    con.executemany(
        "insert into main.query_scores values ('c', $1, 'q', $2, $3)",
        [(run, measure, value) for run, (_, value) in points.items()],
    )
    insert_notes(con, [("c", run, "notes", "cost", str(cost)) for run, (cost, _) in points.items()])
    found = con.execute(
        f"select run_id, number, value, is_on_line, place from systems.pareto_by('{measure}')"
    ).fetchall()
    assert {run: (cost, value) for run, cost, value, *_ in found} == points
    unbeaten = {
        run
        for run, (cost, value) in points.items()
        if not any(
            c <= cost and direction * v >= direction * value and (c, v) != (cost, value) for c, v in points.values()
        )
    }
    assert {run for run, *_, is_on_line, _ in found if is_on_line} == unbeaten
    costs = sorted({points[run][0] for run in unbeaten})
    assert {run: place for run, *_, place in found if place} == {
        run: 1 + costs.index(points[run][0]) for run in unbeaten
    }


@pytest.fixture(scope="module")
def noted(tmp_path_factory):
    """A collection of three runs, with notes on them."""
    folder = tmp_path_factory.mktemp("noted")
    (folder / "topics.tsv").write_text("1\tone\n2\ttwo\n3\tthree\n")
    (folder / "qrels").write_text("".join(f"{topic} 0 d{topic} 1\n" for topic in (1, 2, 3)))
    ranks = {"alpha": (1, 2, 1), "beta": (3, 3, 2), "gamma": (2, 1, 2)}
    for run, places in ranks.items():
        rows = [
            f"{topic} Q0 {f'd{topic}' if rank == place else f'x{rank}'} {rank} {9 - rank} {run}\n"
            for topic, place in enumerate(places, 1)
            for rank in (1, 2, 3)
        ]
        (folder / f"input.{run}").write_text("".join(rows))
    lines = ["run_id,team,latency_ms,cost_usd,size,share,few", *(
        ",".join([run, f"T{i}", *(values[i] for values in NOTES.values())]) for i, run in enumerate(RUNS)
    )]  # fmt: skip
    (folder / "runs.csv").write_text("\n".join([*lines, "absent,T9,1,1,1,1,1"]) + "\n")
    files = [word for run in RUNS for word in ("--runs", str(folder / f"input.{run}"))]
    where = ["--qrels", str(folder / "qrels"), "--topics", str(folder / "topics.tsv")]
    db = folder / "x.duckdb"
    ask(db, "ingest", "collection", "--name", "mine", *where, *files, "--metadata", folder / "runs.csv")
    return db


def test_numbers_are_columns_to_choose_to_sort_and_to_filter_by(noted):
    def board(*words):
        return json.loads(ask(noted, "leaderboard", "mine", *words, "-f", "json"))

    assert "latency_ms" not in board()[0]
    assert board("--columns", "run_id,latency_ms,cost_usd", "--sort", "latency_ms") == [
        {"run_id": "alpha", "latency_ms": 30, "cost_usd": 0.5},
        {"run_id": "gamma", "latency_ms": 60, "cost_usd": 1.0},
        {"run_id": "beta", "latency_ms": 90, "cost_usd": 2.0},
    ]
    assert [row["run_id"] for row in board("--where", "cost_usd >= 1")] == ["gamma", "beta"]
    assert [row["few"] for row in board("--columns", "few")] == [7, None, None]
    latex = ask(noted, "leaderboard", "mine", "--columns", "run_id,latency_ms,ndcg_cut_10", "-f", "latex")
    assert "alpha & 30 & " in latex
    refused = ask(noted, "leaderboard", "mine", "--columns", "run_id,latency", code=2)
    assert "there is no column latency; the columns are run_id" in refused and "did you mean latency_ms?" in refused
    assert "there is no column size" in ask(noted, "leaderboard", "mine", "--columns", "size", code=2)


def test_numbers_in_frames_are_typed(noted):
    with dl.open(noted) as db:
        frame = db.leaderboard("mine", columns=["run_id", "latency_ms", "cost_usd"], sort="latency_ms")
        assert [str(kind) for kind in frame.dtypes] == ["String", "String", "Int64", "Float64"]
        assert frame.ranks == [1, 2, 3] and frame["run_id"].to_list() == ["alpha", "gamma", "beta"]
        with pytest.raises(UsageError, match="there is no column latency"):
            db.leaderboard("mine", columns="latency")
        answer = db.question("leaderboard", collection="mine", columns=["run_id", "latency_ms"])
        assert answer.columns[-2:] == ["run_id", "latency_ms"]


def test_a_leaderboard_with_tiers(noted):
    text = ask(noted, "leaderboard", "mine", "-m", "RR", "--tiers")
    head = next(line for line in text.splitlines() if "rank_interval" in line).split()
    assert head == ["run_id", "team", "recip_rank", "rank_interval", "low_mean", "high_mean", "tiers"]
    assert (
        "tiers: runs without a common letter differ significantly (paired t-tests of all 3 pairs of 3 runs, p <" in text
    )
    rows = json.loads(ask(noted, "leaderboard", "mine", "-m", "RR", "--tiers", "-f", "json"))
    assert [row["tiers"] for row in rows] == [["a"]] * 3
    assert [row["rank_interval"].split(" ")[0] for row in rows] == ["1", "2", "3"]
    with dl.open(noted) as db:
        assert db.leaderboard("mine", tiers=True)["tiers"].to_list() == [["a"]] * 3
        asked = {"measures": ["RR"], "baselines": ["alpha"], "tiers": True}
        notes = db.question("leaderboard", collection="mine", **asked).notes
        assert [note.split()[0] for note in notes[:2]] == ["paired", "tiers:"]  # letters in a caption need the first
    assert "labels only" in ask(noted, "leaderboard", "mine", "--tiers", "--labels", "own", code=2)


def test_the_report_draws_effectiveness_against_each_number(noted):
    with dl.open(noted) as db:
        spec = db.figure("pareto", "mine").to_dict()
    titles = [panel["layer"][0]["encoding"]["x"]["title"] for panel in spec["vconcat"]]
    assert titles == ["cost_usd", "few", "latency_ms"]
    assert len(spec["datasets"]["rows"]) == 7
    assert all(panel["layer"][2]["encoding"]["text"]["field"] == "run_id" for panel in spec["vconcat"])
