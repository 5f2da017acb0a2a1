"""Several collections in one leaderboard, and the difference of two systems over them."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

import dltrack_db as dl
from dltrack_db.ask.leaderboard import Board, Question
from dltrack_db.ask.systems import Across
from dltrack_db.cli import across
from dltrack_db.errors import UsageError

COLLECTIONS = ["c1", "c2"]
TOPICS = 12


@pytest.fixture(scope="module")
def con(new_db):
    """Scores without rankings of two collections: two runs of one name, one of two names, and one in one only."""
    con = new_db()
    con.execute(
        "insert into main.collections (collection, edition, task, query_set) "
        "select unnest(['c1', 'c2']), 't', 'docs', 'q'"
    )
    chance = np.random.default_rng(3)
    base = chance.uniform(0.2, 0.6, TOPICS)
    for collection, lift in (("c1", 0.1), ("c2", 0.2)):
        put(con, collection, "bm25", base)
        put(con, collection, "best", base + lift + chance.normal(0, 0.02, TOPICS))
        put(con, collection, f"mine_{collection}", base + chance.normal(0, 0.05, TOPICS))
    put(con, "c1", "alone", base)
    con.execute(
        "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
        "select distinct collection, 'nist', query_id, 'd', 1, '0' from main.stand_in_scores"
    )
    yield con
    con.close()


def put(con, collection, run, values):
    con.executemany(
        "insert into main.stand_in_scores (collection, run_id, query_id, measure, value) "
        "values ($1, $2, $3, 'ndcg_cut_10', $4)",
        [[collection, run, f"t{topic}", float(value)] for topic, value in enumerate(values)],
    )


def mean(con, collection, run):
    query = "select avg(value) from main.stand_in_scores where collection = $1 and run_id = $2"
    return con.execute(query, [collection, run]).fetchone()[0]


def ask(con, named=None, **asked):
    answer = Across(con, COLLECTIONS, Question(**asked), named).read()
    return {row[0]: dict(zip(answer.columns, row, strict=True)) for row in answer.rows}, answer


def test_a_row_for_each_system_and_a_mean_where_it_has_all(con):
    rows, answer = ask(con)
    assert answer.columns == ["run_id", "c1:ndcg_cut_10", "c2:ndcg_cut_10", "mean:ndcg_cut_10"]
    assert list(rows) == [
        "best",
        "bm25",
        *sorted(["mine_c1", "alone"], key=lambda run: (-round(mean(con, "c1", run), 12), run)),
        "mine_c2",
    ]
    for run in ("best", "bm25"):
        one, two = mean(con, "c1", run), mean(con, "c2", run)
        assert list(rows[run].values())[1:] == pytest.approx([one, two, (one + two) / 2])
    assert (rows["alone"]["c2:ndcg_cut_10"], rows["alone"]["mean:ndcg_cut_10"]) == (None, None)
    assert "c2 has no run, or no scores by these measures, for mine_c1, alone" in " ".join(answer.notes).replace(
        "alone, mine_c1", "mine_c1, alone"
    )


@pytest.mark.more
def test_runs_of_several_names_are_one_system(con):
    named = {"mine": ["mine_c1", "mine_c2"]}
    rows, _ = ask(con, named, runs=["mine", "bm25"], measures=["nDCG@10"])
    assert list(rows) == ["mine", "bm25"]
    expected = (mean(con, "c1", "mine_c1") + mean(con, "c2", "mine_c2")) / 2
    assert rows["mine"]["mean:ndcg_cut_10"] == pytest.approx(expected)
    con.execute("begin")
    try:  # as a note on the runs says it, kept in the database
        con.execute(
            "insert into main.run_metadata select c, 'mine_' || c, 'notes', 'system', 'mine' "
            "from (select unnest(['c1', 'c2']) as c)"
        )
        assert ask(con)[0]["mine"] == rows["mine"]
    finally:
        con.execute("rollback")


@pytest.mark.more
def test_submissions_of_two_editions_are_joined_only_by_a_name_that_is_given(con):
    con.execute("begin")
    try:
        for collection in COLLECTIONS:
            con.execute(
                "insert into main.runs (collection, run_id, is_submission) values ($1, 'bm25', true)", [collection]
            )
        assert "bm25" in ask(con)[0]  # of one edition, it is one system
        con.execute("update main.collections set edition = 'u' where collection = 'c2'")
        rows, answer = ask(con)
        assert {"bm25 (c1)", "bm25 (c2)", "best"} <= {*rows} and "bm25" not in rows  # 'best' is submitted by nobody
        assert rows["bm25 (c1)"]["mean:ndcg_cut_10"] is None and any("--as NAME=bm25" in note for note in answer.notes)
        joined = ask(con, {"bm": ["bm25"]})[0]["bm"]
        assert joined["mean:ndcg_cut_10"] == pytest.approx((mean(con, "c1", "bm25") + mean(con, "c2", "bm25")) / 2)
    finally:
        con.execute("rollback")


@pytest.mark.more
def test_a_mean_is_of_one_measure(sample_database):
    """Documents of the sample count from grade 1 on, passages from 2."""
    collections, named = ["sample-passages", "sample-docs"], {"x": ["alder_p1", "alder_d1"]}
    with dl.open(sample_database) as db:
        two = Across(db.duckdb, collections, Question(measures=["map"], runs=["x"]), named).read()
        assert two.values("mean:map") == [None] and any(
            "relevant (from grade 2 in sample-passages, from grade 1 in" in it for it in two.notes
        )
        one = Across(db.duckdb, collections, Question(measures=["AP(rel=2)"], runs=["x"]), named).read().records()[0]
        by_docs = db.leaderboard("sample-docs", ["AP(rel=2)"], where="run_id = 'alder_d1'")["AP(rel=2)"][0]
    assert one["sample-passages:AP(rel=2)"] == pytest.approx(two.values("sample-passages:map")[0], abs=1e-11)
    assert one["sample-docs:AP(rel=2)"] == pytest.approx(by_docs) != two.values("sample-docs:map")[0]
    assert one["mean:AP(rel=2)"] == pytest.approx((two.values("sample-passages:map")[0] + by_docs) / 2)


@pytest.mark.more
def test_nothing_in_a_name_or_a_condition_is_taken_for_a_word_of_the_script(con):
    answer = Across(con, COLLECTIONS, Question(), {"columns_asked": ["bm25"]}).read()
    assert "columns_asked" in answer.values("run_id")
    con.execute("set variable mine = 'none'")
    assert Board(con, "c1", Question(where="run_id = getvariable('mine')")).read().rows == []
    assert Board(con, "c1", Question(where="run_id = 'tests_asked'")).read().rows == []


@pytest.mark.more
def test_each_collection_is_a_family_of_its_own(con):
    rows, answer = ask(con, {"mine": ["mine_c1", "mine_c2"]}, baselines=["bm25", "mine"])
    for collection in COLLECTIONS:
        tests = con.execute(
            "select run_id, list(baseline order by place) from statistics.tests($1, ['ndcg_cut_10'], baselines := $2) "
            "where verdict = 'better' group by run_id",
            [collection, ["bm25", f"mine_{collection}"]],
        ).fetchall()
        beaten = {run: [name.removesuffix(f"_{collection}") for name in names] for run, names in tests}
        assert {
            name: row[f"{collection}:ndcg_cut_10_beats"]
            for name, row in rows.items()
            if row[f"{collection}:ndcg_cut_10_beats"]
        } == beaten
        assert beaten["best"] == ["bm25", "mine"]
    assert [note.partition(": ")[0] for note in answer.notes[:2]] == COLLECTIONS
    assert "corrected by Holm for all 5 tests" in answer.notes[0] and "all 3 tests" in answer.notes[1]


@pytest.mark.parametrize(
    ("asked", "named", "said"),
    [
        ({"where": "rank = 1"}, {}, "--where works only with one collection; name systems with --run"),
        ({"labels": "x"}, {}, "--labels works only with one collection"),
        ({"significance": True}, {}, "name a --baseline"),
        ({"baselines": ["bm52"]}, {}, "no run of system 'bm52'; did you mean bm25"),
        ({"runs": ["nobody"]}, {}, "no run of system 'nobody'"),
        ({"sort": "map"}, {}, "the leaderboard cannot be sorted by 'map'; choose one of"),
        ({}, {"x": ["bm25", "best"]}, "'x' has 2 runs in c1: best, bm25"),
        ({}, {"x": ["nobody"]}, "have no run 'nobody'"),
    ],
)
def test_what_cannot_be_told_is_refused(con, asked, named, said):
    with pytest.raises(UsageError) as error:
        Across(con, COLLECTIONS, Question(**asked), named)
    assert said in str(error.value)


@pytest.mark.parametrize("text", ["mine", "mine=", "=a", "a=b"])
def test_systems_are_written_as_name_and_runs(text):
    if text == "a=b":
        assert across.systems(["a=b, c", "d=e"]) == {"a": ["b", "c"], "d": ["e"]}
        text = "a=e"
        with pytest.raises(UsageError, match="'e' twice; name each run once"):
            across.systems(["d=e", text])
    else:
        with pytest.raises(UsageError, match="NAME=run1,run2"):
            across.systems([text])


@pytest.mark.parametrize("method", ["dl", "reml"])
def test_an_effect_over_collections(con, method):
    query = "from systems.effect_across(['c1', 'c2'], ['ndcg_cut_10'], 'best', 'bm25', method := $1)"
    result = con.execute(query, [method])
    found = dict(zip([column[0] for column in result.description], result.fetchone(), strict=True))
    effects, variances = [], []
    for collection in COLLECTIONS:
        a, b = (np.array([value for (value,) in con.execute(
            "select value from main.stand_in_scores where collection = $1 and run_id = $2 order by query_id",
            [collection, run]).fetchall()]) for run in ("best", "bm25"))  # fmt: skip
        effects.append((a - b).mean())
        variances.append((a - b).var(ddof=1) / TOPICS)
    expected = con.execute("select statistics.random_effects($1, $2, $3)", [effects, variances, method]).fetchone()[0]
    assert found["mean_difference"] == pytest.approx(expected["mean"])
    assert found["tau2"] == pytest.approx(expected["tau2"]) and found["i2"] > 0.9
    assert con.execute("from systems.effect_across(['c2'], ['ndcg_cut_10'], 'alone', 'bm25')").fetchall() == []


@pytest.mark.campaign
def test_the_command_and_the_library_say_the_same(small_database, capsys):
    import dltrack_db as dl
    from dltrack_db.show import Format

    names = ["sample-passages", "sample-docs"]
    across.show(names, Question(measures=["nDCG@10"]), [], small_database, Format.csv)
    printed = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    with dl.open(small_database) as db:
        frame = db.leaderboard(names, "nDCG@10")
    assert frame.columns == list(printed[0]) == ["run_id", *(f"{name}:ndcg_cut_10" for name in (*names, "mean"))]
    assert [row["run_id"] for row in printed] == frame["run_id"].to_list() and frame.notes
