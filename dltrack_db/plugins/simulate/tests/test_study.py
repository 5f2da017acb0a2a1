"""A study from the command to the database: seeds, resuming, ledger, dropping, and what is refused."""

from __future__ import annotations

import sys

import pytest
from conftest_simulation import rows
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from dltrack_db.errors import DatabaseError, FormatError, UsageError
from dltrack_db.plugins.simulate import extras, leftovers, progress, study, study_units
from dltrack_db.plugins.simulate.options import StudyOptions
from dltrack_db.plugins.simulate.study import simulate
from dltrack_db.store import database, removal
from dltrack_db.store import verify as verify_module
from tests.commands import dltrack

COLLECTION = "mini-passages"
TRACES = "select simulation, trial, query_id, step, doc_id, judged_as, score from main.simulation_traces order by all"


def play(db, strategy="random", **choices):
    said = []
    made = simulate(db, StudyOptions(COLLECTION, strategy, **{"trials": 2, **choices}), said.append)
    return made, said


@pytest.mark.campaign
def test_a_study_is_whole_in_the_database(db):
    made, _ = play(db, "pool", leave_out_teams=True)
    assert made.study == "mini-passages pool 1"
    assert made.simulations == [
        made.study,
        *(f"{made.study} without {t}" for t in ("BASELINES", "alpha", "beta", "gamma")),
    ]
    assert (made.num_topics, made.num_traces) == (5, 2 * 5 * 5)
    assert rows(db, "select omitted_team, is_complete, finished_at >= started_at from main.simulations order by 1") == [
        ("BASELINES", True, True),
        ("alpha", True, True),
        ("beta", True, True),
        ("gamma", True, True),
        (None, True, True),
    ]
    assert rows(db, "select count(*) from main.simulation_topics") == [(25,)]
    assert rows(db, "select count(*) from main.simulation_traces") == [(made.num_rows,)]
    assert rows(db, "select part, name, collection, measured_rows from main.loads") == [
        ("simulation", made.study, COLLECTION, made.num_rows)
    ]
    assert not list(db.parent.glob(".*simulating*"))
    # every trace of all teams is the official labels in some order
    assert rows(
        db,
        "select count(*) from main.simulation_traces full join main.qrels "
        "on qrels.query_id = simulation_traces.query_id and qrels.doc_id = simulation_traces.doc_id "
        "and simulation_traces.trial = 2 and qrels.relevance = simulation_traces.judged_as "
        f"where qrels.collection = '{COLLECTION}' and qrels.variant = 'nist' and simulation = '{made.study}'",
    ) == [(5 * 22,)]


@pytest.mark.more
@pytest.mark.parametrize(
    "strategy", ["random", *(pytest.param(each, marks=pytest.mark.campaign) for each in ("bandit", "cal"))]
)
def test_the_same_seed_gives_the_same_traces_and_another_others(db, texts, strategy):
    more = {"text": texts, "trials": 1, "stop": "official"} if strategy == "cal" else {}
    for name, seed in (("x", 1), ("again", 1), ("other", 2)):
        play(db, strategy, name=name, seed=seed, **more)
    query = (
        "select trial, query_id, step, doc_id, judged_as, score from main.simulation_traces "
        "where simulation = '{}' order by all"
    )
    first, again, other = (rows(db, query.format(name)) for name in ("x", "again", "other"))
    assert first and first == again and first != other


@pytest.mark.more
def test_an_interrupted_study_goes_on(db, texts, monkeypatch):
    choices = {"text": texts, "trials": 3, "stop": "official"}
    play(db, "cal", name="x", **choices)
    expected = rows(db, TRACES)
    removal.drop(db, removal.DropRequest(("x",)))
    calls = []

    def failing(*arguments):
        calls.append(arguments)
        if len(calls) == 8:
            raise KeyboardInterrupt
        return real(*arguments)

    real = study_units.play
    monkeypatch.setattr(study_units, "play", failing)
    monkeypatch.setattr("dltrack_db.plugins.simulate.study.WRITTEN_AFTER", 0.0)
    with pytest.raises(KeyboardInterrupt):
        play(db, "cal", name="x", **choices)
    assert rows(db, "select count(*) from main.simulations") == [(0,)]
    assert len(list(db.parent.glob(".mini.duckdb.simulating-*"))) >= 1
    _, said = play(db, "cal", name="x", **choices)
    assert any("7 of 15 units are done" in line for line in said)
    assert len(calls) == 8 + 8  # those that were done are not played again
    assert rows(db, TRACES) == expected
    assert not list(db.parent.glob(".mini.duckdb.simulating-*"))


@pytest.mark.campaign
@pytest.mark.parametrize("seed", [1, 2], ids=["the same study", "another study"])
def test_progress_of_a_command_killed_after_publishing_goes_with_the_next(db, monkeypatch, seed):
    with monkeypatch.context() as killed:
        killed.setattr(leftovers, "remove", lambda path: None)
        play(db)
    left = list(db.parent.glob(".mini.duckdb.simulating-*"))
    begun = leftovers.place(db, "0" * 12)  # of a study that is not published
    begun.write_bytes(b"")
    assert left
    play(db, seed=seed, name=None if seed == 1 else "other")
    assert list(db.parent.glob(".mini.duckdb.simulating-*")) == [begun]


@pytest.mark.campaign
def test_progress_of_a_dropped_collection_goes_with_it(db, monkeypatch):
    def killed(*arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as early:
        early.setattr(study.publish, "publish", killed)
        with pytest.raises(KeyboardInterrupt):
            play(db)
    begun = list(db.parent.glob(".mini.duckdb.simulating-*"))
    assert begun and not begun[0].name.endswith(".wal")
    for name, left in (("mini-docs", begun), ("mini-passages", [])):
        assert CliRunner().invoke(app, ["drop", name, "--db", str(db)]).exit_code == 0
        assert list(db.parent.glob(".mini.duckdb.simulating-*")) == left


@pytest.mark.more
def test_the_same_study_again_is_told_and_another_of_its_name_refused(db):
    play(db)
    again, _ = play(db)
    assert not again.is_new
    with pytest.raises(UsageError, match="a study 'mini-passages random 1' with other options or data exists"):
        play(db, trials=3)
    assert rows(db, "select num_trials from main.simulations") == [(2,)]


@pytest.mark.more
def test_changed_labels_make_another_study(db):
    """A study that began with other labels is neither taken up nor published."""
    from dltrack_db.plugins.simulate import publish

    con = database.open_readonly(db)
    row = con.execute("select count(*) from main.loads").fetchone()
    con.close()
    assert row == (0,)
    play(db, name="x")
    with progress.open_progress(db, "f" * 32) as state:
        path = state.path
        state.begin([])
    with pytest.raises(DatabaseError, match="changed during the simulation"):
        publish.publish(db, "y", COLLECTION, "another checksum", path, print)


@pytest.mark.more
def test_dropping_a_study_or_its_collection_leaves_nothing(db):
    made, _ = play(db, name="x", leave_out_teams=True)
    play(db, name="y")
    assert removal.drop(db, removal.DropRequest(("x",))).things == [removal.Dropped("study", "x", None, made.num_rows)]
    assert rows(db, "select distinct study from main.simulations") == [("y",)]
    assert rows(db, "select distinct simulation from main.simulation_traces") == [("y",)]
    assert rows(db, "select distinct simulation from main.simulation_topics") == [("y",)]
    assert rows(db, "select name from main.loads") == [("y",)]
    removal.drop(db, removal.DropRequest((COLLECTION,)))
    for table in ("simulations", "simulation_topics", "simulation_traces", "loads"):
        assert rows(db, f"select count(*) from main.{table}") == [(0,)]
    assert removal.drop(db, removal.DropRequest(("x",))).things == []  # it was dropped before
    with pytest.raises(UsageError, match="does not contain 'never'"):
        removal.drop(db, removal.DropRequest(("never",)))


@pytest.mark.campaign
def test_verify_finds_a_changed_trace(db):
    play(db, "pool")

    def simulated():
        return [one for one in verify_module.verify(db) if "simulation" in f"{one.subject} {one.detail}"]

    assert simulated() == []
    con = database.connect()
    database.attach(con, db, read_only=False)
    con.execute("update main.simulation_traces set judged_as = 3 where step = 1 and trial = 1 and query_id = 'q1'")
    con.close()
    assert len(simulated()) >= 1


@pytest.mark.campaign
def test_precision_at_ten_holds_when_the_pool_is_judged_first(db, texts):
    """The paper's footnote 3: no trial changes P@10, for every item in the first ten is judged."""
    play(db, "cal", text=texts, candidates="retrieved")
    ((largest,),) = rows(db, "select max(pool_size) from main.simulation_topics")
    found = rows(
        db,
        f"select tau_b, max_drop from judging.simulation_trials(['fixed:{largest}', 'all']) where measure = 'P_10'",
    )
    assert len(found) == 2 * 2
    assert all(tau == pytest.approx(1) and drop == 0 for tau, drop in found)


@pytest.mark.campaign
def test_a_team_without_items_of_its_own_shares_the_traces(db, texts):
    play(db, "cal", text=texts, leave_out_teams=True, name="x", pool_depth=1)
    shared = rows(db, "select simulation, query_id from main.simulation_topics where is_shared")
    assert shared
    for simulation, query in shared:
        one, all_teams = (
            rows(
                db,
                "select trial, step, doc_id, score from main.simulation_traces "
                f"where simulation = '{name}' and query_id = '{query}' order by all",
            )
            for name in (simulation, "x")
        )
        assert one == all_teams
    assert rows(db, "select count(*) from main.simulation_topics where not is_shared and simulation <> 'x'") != [(0,)]


@pytest.mark.more
def test_the_figure_draws_what_the_comparison_has(db):
    import dltrack_db as dl

    with dl.open(db) as opened, pytest.raises(UsageError, match="simulated judging"):
        opened.figure("judging-strategies", COLLECTION)
    play(db, "pool")
    play(db, "random")
    with dl.open(db) as opened:
        spec = opened.figure("judging-strategies", COLLECTION).to_dict()  # validates against Vega-Lite's schema
        drawn = spec["datasets"]["rows"]
        compared = opened.sql(
            "select study, num_labels, tau_b from judging.strategy_comparison where measure = 'map' order by all"
        ).fetchall()
        columns = {row[0] for row in opened.sql("describe from judging.strategy_comparison").fetchall()}
    assert sorted((row["study"], row["num_labels"], row["tau_b"]) for row in drawn) == compared
    assert {study for study, *_ in compared} == {"mini-passages pool 1", "mini-passages random 1"}
    assert {"num_labels", "tau_b", "rel_share", "study", "power", "tau_ap", "max_drop"} <= columns


@pytest.mark.more
def test_the_learner_needs_texts_it_can_read(db, texts, tmp_path):
    with pytest.raises(UsageError, match="the texts of corpus mini-passage are not loaded"):
        play(db, "cal")
    torn = tmp_path / "torn.tsv"
    torn.write_text("p01\tone\np02\n")
    with pytest.raises(FormatError, match=r"torn\.tsv: a line does not consist of an id, a tab and a text"):
        play(db, "cal", text=torn)
    twice = tmp_path / "twice.tsv"
    twice.write_text("p01\tone\np02\ttwo\np01\tthree\n")
    with pytest.raises(FormatError, match="the id p01 appears twice"):
        play(db, "cal", text=twice)
    part = tmp_path / "part.tsv"
    part.write_text("".join(texts.read_text().splitlines(keepends=True)[:12]))
    _, said = play(db, "cal", text=part)
    assert any(line.startswith("note: 55% of the judged items have text") for line in said)


@pytest.mark.more
def test_without_its_library_the_learner_says_how_to_get_it(db, texts, monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(UsageError, match=r"pip install 'dltrack\[simulate\]'"):
        play(db, "cal", text=texts)
    with pytest.raises(UsageError, match="scikit-learn"):
        extras.library("sklearn.linear_model_of_mars")
    play(db, "pool")  # which needs no library


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"strategy": "guess"}, "--strategy must be cal, pool, move-to-front, bandit or random, not 'guess'"),
        ({"stop": "soon"}, "--stop must be heuristic, official, budget:K, fixed:J or all, not 'soon'"),
        ({"stop": "budget:0"}, "--stop must be heuristic, official, budget:K, fixed:J or all, not 'budget:0'"),
        ({"batch": "0", "strategy": "cal"}, "--batch must be bmi or a whole number of at least 1, not '0'"),
        ({"batch": "3"}, "--batch requires --strategy cal"),
        ({"candidates": "all"}, "--candidates must be judged, retrieved or corpus, not 'all'"),
        ({"candidates": "corpus"}, "--candidates corpus requires --strategy cal"),
        ({"trials": 0}, "--trials must be at least 1, not 0"),
        ({"seed": -1}, "--seed must be at least 0, not -1"),
        ({"pool_depth": 0}, "--pool-depth must be at least 1, not 0"),
        ({"growth": 0.0}, "--growth must be a number above 0, such as 0.1, not 0"),
        ({"growth": float("nan")}, "--growth must be a number above 0, such as 0.1, not nan"),
    ],
)
def test_what_cannot_be_played_is_refused(choices, message):
    with pytest.raises(UsageError) as refused:
        StudyOptions(COLLECTION, **{"strategy": "random", **choices})
    assert message in str(refused.value)


@pytest.mark.more
def test_a_collection_must_be_there_with_runs_and_a_run_without_a_team_is_one_of_its_own(db):
    with pytest.raises(UsageError, match="does not contain 'nothing'"):
        simulate(db, StudyOptions("nothing", "pool"))
    con = database.connect()
    database.attach(con, db, read_only=False)
    con.execute("update main.runs set team = null where run_id = 'alpha0'")
    con.close()
    made, _ = play(db, leave_out_teams=True)
    assert f"{made.study} without run alpha0" in made.simulations
    assert len(made.simulations) == 6
    con = database.connect()
    database.attach(con, db, read_only=False)
    con.execute("update main.runs set source_file = null")
    con.close()
    with pytest.raises(UsageError, match="mini-passages has no runs to pool"):
        play(db)


@pytest.mark.more
def test_the_command(db):
    def run(*arguments):
        return dltrack("simulate", COLLECTION, *arguments, "--db", db)

    done = run("--strategy", "move-to-front", "--trials", "1", "--seed", "7")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(
        "mini-passages move-to-front 7: 1 simulations of 5 topics, 5 traces with 110 judgments"
    )
    again = run("--strategy", "move-to-front", "--trials", "1", "--seed", "7")
    assert (again.returncode, again.stdout) == (0, "mini-passages move-to-front 7: already in the database\n")
    wrong = run("--strategy", "luck")
    assert wrong.returncode == 2
    assert wrong.stderr == "dltrack: --strategy must be cal, pool, move-to-front, bandit or random, not 'luck'\n"
