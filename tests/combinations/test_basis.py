"""Behind every answer one field of runs: the same numbers on every face, whatever is loaded beside and whoever asks.

Small fields of runs whose values are known, and one small track of rankings that every face is asked about.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pytest
import scipy.stats
from mini_track import add_qrels, derive
from stored_rankings import insert_rankings

import dltrack_db as dl
from dltrack_db.base.sql_text import insert_rows
from dltrack_db.store import template
from tests.commands import dltrack

pytestmark = pytest.mark.more

NDCG, AP = "ndcg_cut_10", "map"
MEASURES = [NDCG, AP]
COLLECTION = "c"
Rows = dict[tuple[Any, ...], dict[str, Any]]
Values = Mapping[str, Sequence[float | None]]
"""Values of runs by topic, None where a run has none."""


def put_collection(con: duckdb.DuckDBPyConnection, **others: object) -> None:
    facts = {
        "collection": COLLECTION,
        "edition": "e",
        "year": 2000,
        "task": "passages",
        "query_set": "e",
        "qrels_variant": "nist",
        "min_relevance": 2,
        "ncg_depth": 100,
        "tie_rule": "float",
    }
    insert_rows(con, "main.collections", [facts | others])


def put_labels(con: duckdb.DuckDBPyConnection, topics: int = 7) -> None:
    """Judge as many topics, which rankings are scored over."""
    add_qrels(con, COLLECTION, "nist", {(f"q{number}", "d"): 3 for number in range(1, topics + 1)})


def put_runs(con: duckdb.DuckDBPyConnection, runs: Sequence[str], *, is_submission: bool, file: bool = True) -> None:
    facts = {"collection": COLLECTION, "is_submission": is_submission}
    insert_rows(
        con, "main.runs", [facts | {"run_id": run, "source_file": f"{run}.txt" if file else None} for run in runs]
    )


def put_values(
    con: duckdb.DuckDBPyConnection,
    values: Values,
    *,
    is_submission: bool = True,
    decimals: int | None = None,
    measures: Sequence[str] = MEASURES,
    sign: int = 1,
) -> None:
    """Put runs with a value per topic, from rankings or, with decimals, stand-ins; AP is the square of nDCG."""
    put_runs(con, list(values), is_submission=is_submission)
    rows = [
        {
            "collection": COLLECTION,
            "run_id": run,
            "query_id": f"q{number}",
            "measure": measure,
            "value": sign * value if position == 0 else round(value**2, 12),
        }
        | ({} if decimals is None else {"decimals": decimals})
        for run, by_topic in values.items()
        for number, value in enumerate(by_topic, 1)
        for position, measure in enumerate(measures)
        if value is not None
    ]
    insert_rows(con, "main.query_scores" if decimals is None else "main.stand_in_scores", rows)


def put_mean(con: duckdb.DuckDBPyConnection, run: str, value: float) -> None:
    """Put a submitted run of which only NIST's mean is known."""
    put_runs(con, [run], is_submission=True, file=False)
    row = {"collection": COLLECTION, "run_id": run, "summary": "trec_eval"}
    insert_rows(con, "main.official_scores", [row | {"measure": name, "value": value} for name in MEASURES])


def field_of(number: int = 6, topics: int = 7, seed: int = 3) -> dict[str, list[float]]:
    """Runs r0, r1 and so on, each better than the one before, with noise."""
    draw = random.Random(seed)
    return {
        f"r{run}": [round(0.2 + 0.08 * run + draw.uniform(-0.12, 0.12), 4) for _ in range(topics)]
        for run in range(number)
    }


def keyed(con: duckdb.DuckDBPyConnection, query: str, *keys: str, values: object = None) -> Rows:
    result = con.execute(query, values)
    names = [column[0] for column in result.description or []]
    rows = [dict(zip(names, row, strict=True)) for row in result.fetchall()]
    assert rows
    return {tuple(row.pop(key) for key in keys): row for row in rows}


def verdicts_of(con: duckdb.DuckDBPyConnection, measures: Sequence[str] = MEASURES, baseline: str = "r2") -> Rows:
    return keyed(
        con,
        "select measure, run_id, mean, rank, mean_difference, low, high, p_value, p_corrected, num_tests, verdict "
        f"from statistics.tests('{COLLECTION}', $1, baselines := [$2])",
        "measure",
        "run_id",
        values=[list(measures), baseline],
    )


def intervals_of(con: duckdb.DuckDBPyConnection, measures: Sequence[str] = MEASURES) -> Rows:
    return keyed(
        con,
        "select measure, run_id, mean, rank, low_rank, high_rank, share_first, share_alone, lack, num_tested "
        "from statistics.rank_stability_by($1, trials := 40) where resampling = 'bootstrap'",
        "measure",
        "run_id",
        values=[list(measures)],
    )


def standings_of(con: duckdb.DuckDBPyConnection, measures: Sequence[str] = MEASURES) -> Rows:
    return keyed(
        con,
        "select measure, run_id, value, rank, unranked, may_be_best, beaten_by, behind_low, behind_high, verdict "
        f"from systems.standings('{COLLECTION}', measures := $1, significance := true)",
        "measure",
        "run_id",
        values=[list(measures)],
    )


def alike(found: Rows, wanted: Rows, *, but: Sequence[str] = ()) -> None:
    """Hold rows against those of the same keys; every key that was there is still there, and no value became empty."""
    for key, row in wanted.items():
        for name in row.keys() - set(but):
            value = pytest.approx(row[name], abs=1e-12) if isinstance(row[name], float) else row[name]
            assert found[key][name] == value, (key, name)


# one track of rankings, and every face of it

TOPICS = [f"q{number}" for number in range(1, 8)]
ITEMS = [f"d{number}" for number in range(9)]


def ranking(run: str, skill: float) -> dict[str, list[str]]:
    """Items by topic, the relevant ones (those of low numbers) the earlier the greater the skill."""
    draw = random.Random(run)
    return {
        topic: sorted(ITEMS, key=lambda item: skill * int(item[1:]) + draw.uniform(0, 9))[: draw.randint(5, 9)]
        for topic in TOPICS
    }


RUNS = {f"r{number}": ranking(f"r{number}", 0.9 * number - 0.6) for number in range(6)}


def put_rankings(con: duckdb.DuckDBPyConnection, runs: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
    insert_rankings(
        con,
        [
            {
                "collection": COLLECTION,
                "run_id": run,
                "query_id": topic,
                "doc_id": item,
                "submitted_rank": rank,
                "score": 100.0 - rank,
                "rank": rank,
            }
            for run, answers in runs.items()
            for topic, items in answers.items()
            for rank, item in enumerate(items, 1)
        ],
    )


def lines(run: str, answers: Mapping[str, Sequence[str]]) -> str:
    return "".join(
        f"{topic} Q0 {item} {rank} {100 - rank} {run}\n"
        for topic, items in answers.items()
        for rank, item in enumerate(items, 1)
    )


@pytest.fixture(scope="module")
def track(tmp_path_factory) -> Path:
    """Six submitted runs, one of which only scores are known and one of which only means, and an own run."""
    folder = tmp_path_factory.mktemp("track")
    path = folder / "track.duckdb"
    shutil.copyfile(template.cached_template(), path)
    with closing(duckdb.connect(str(path), config={"threads": 1})) as con:
        put_collection(con)
        insert_rows(con, "main.queries", [{"query_set": "e", "query_id": topic, "text": topic} for topic in TOPICS])
        grades = {(topic, item): max(0, 3 - int(item[1:]) // 2) for topic in TOPICS for item in ITEMS}
        add_qrels(con, COLLECTION, "nist", grades)
        put_runs(con, list(RUNS), is_submission=True)
        put_runs(con, ["own"], is_submission=False)
        put_rankings(con, RUNS | {"own": ranking("own", 2.5)})
        put_runs(con, ["scored"], is_submission=True, file=False)
        draw = random.Random(1)
        scores = {"collection": COLLECTION, "variant": "nist", "run_id": "scored", "source": "s", "decimals": 4}
        insert_rows(
            con,
            "main.submitted_scores",
            [
                scores | {"query_id": topic, "measure": measure, "value": round(draw.uniform(0.3, 0.9), 4)}
                for topic in TOPICS
                for measure in MEASURES
            ],
        )
        put_mean(con, "mean", 0.0312)
        derive(con)
    (folder / "files").mkdir()
    for run, answers in (RUNS | {"own": ranking("own", 2.5)}).items():
        (folder / "files" / f"{run}.txt").write_text(lines(run, answers))
    return path


@pytest.fixture(scope="module")
def asked(track) -> Iterator[dl.Database]:
    with dl.open(track) as db:
        yield db


BASELINE = "r0"


def test_every_face_has_the_same_value_rank_and_verdict(asked, track):
    """The field, the board, the tests, places, audit and files say the same of each measure and run."""
    con = asked.duckdb
    field = keyed(con, "from systems.field", "measure", "run_id")
    assert {run for _, run in field} == {*RUNS, "own", "scored", "mean"}
    tests = verdicts_of(con, baseline=BASELINE)
    board = asked.leaderboard(COLLECTION, MEASURES, baseline=BASELINE)
    standings = keyed(
        con,
        f"from systems.standings('{COLLECTION}', measures := $1, baselines := [$2])",
        "measure",
        "run_id",
        values=[MEASURES, BASELINE],
    )
    for measure in MEASURES:
        single = {row["run_id"]: row for row in asked.leaderboard(COLLECTION, measure, baseline=BASELINE).to_dicts()}
        audited = {row["run_id"]: row for row in asked.audit(COLLECTION, measure=measure, trials=20)["runs"].to_dicts()}
        assert audited.keys() == {*RUNS, "scored"}
        places = dict(
            con.execute(
                "select position, place from systems.places($1, $2, $3, $4)",
                [
                    COLLECTION,
                    [measure] * len(field),
                    [row["value"] for row in field.values()],
                    [run for _, run in field],
                ],
            ).fetchall()
        )
        ranks = [field[measure, run]["rank"] for run in single]
        assert ranks == sorted(ranks)
        for position, ((name, run), row) in enumerate(field.items(), 1):
            if name != measure:
                continue
            tested, standing, shown = tests[measure, run], standings[measure, run], single[run]
            assert (tested["mean"], tested["rank"]) == (pytest.approx(row["value"], abs=1e-12), row["rank"])
            assert (standing["value"], standing["rank"]) == (row["value"], row["rank"])
            assert shown[measure] == row["value"]
            assert places[position] == row["rank"]
            for key in ("mean_difference", "low", "high", "p_value", "p_corrected", "num_tests", "verdict"):
                assert standing[key] == tested[key], (run, key)
            assert (shown["difference"], shown["p_value"]) == (tested["mean_difference"], tested["p_value"])
            assert (shown["p_corrected"], shown["verdict"]) == (tested["p_corrected"], tested["verdict"])
            if run in audited:
                assert (audited[run]["mean"], audited[run]["rank"]) == (
                    pytest.approx(row["value"], abs=1e-12),
                    row["rank"],
                )
                assert audited[run]["low_rank"] <= row["rank"] <= audited[run]["high_rank"]
                assert audited[run]["num_tested"] == row["num_tested"]
            corrected = {row["run_id"]: row[f"{measure}_p_corrected"] for row in board.to_dicts()}
            assert corrected[run] == tested["p_corrected"]
            beaten = {row["run_id"]: row[f"{measure}_beats"] for row in board.to_dicts()}
            assert (beaten[run] == [BASELINE]) == (tested["verdict"] == "better")
    assert {row["verdict"] for row in tests.values()} >= {"better", "not shown to differ", "baseline", None}


def test_an_interval_never_contradicts_its_verdict(asked):
    """Whatever the level: it holds 0 where nothing is shown, and only there."""
    checked = set()
    for alpha in (0.001, 0.05, 0.5):
        rows = asked.sql(
            f"select verdict, low, high from statistics.tests('{COLLECTION}', $1, ['r5'], alpha := $2) "
            "where p_value is not null",
            [MEASURES, alpha],
        ).fetchall()
        for verdict, low, high in rows:
            assert (low <= 0 <= high) == (verdict == "not shown to differ")
            checked.add(verdict)
    assert checked == {"worse", "not shown to differ"}  # none is better than the best
    # of one pair, Student's interval holds 0 where p is 0.05 or more; in the other order its signs change;
    # three pairs with p-values on both sides of 0.05, in each measure
    answers = []
    for first, second in (("r2", "r5"), ("r3", "r5"), ("r2", "own")):
        for row, back in zip(
            asked.compare(first, second, MEASURES, collection=COLLECTION).to_dicts(),
            asked.compare(second, first, MEASURES, collection=COLLECTION).to_dicts(),
            strict=True,
        ):
            answers.append(row["p_t"] >= 0.05)
            assert (row["low"] <= 0 <= row["high"]) == answers[-1]
            assert (back["low"], back["high"]) == pytest.approx((-row["high"], -row["low"]), abs=1e-12)
    assert sorted(answers) == [False] * 3 + [True] * 3
    pages = asked.sql(
        "select low, high, p_value, p_corrected, run_id, baseline, mean_difference "
        f"from statistics.comparisons('{COLLECTION}', $1, ['r2', 'r5'], alone := true) where p_value is not null",
        [MEASURES],
    ).fetchall()
    assert all((low <= 0 <= high) == (p >= 0.05) and p == corrected for low, high, p, corrected, *_ in pages) and pages


def test_how_far_a_run_is_behind_never_contradicts_its_verdict(asked):
    """At least 0 for a run that may be best, more for one that is worse; all interfaces agree on which are which."""
    rows = standings_of(asked.duckdb)
    for measure in MEASURES:
        by_run = {run: row for (each, run), row in rows.items() if each == measure and row["verdict"]}
        best = {run for run, row in by_run.items() if row["may_be_best"]}
        for run, row in by_run.items():
            assert row["verdict"] == ("may be best" if run in best else "worse")
            assert (row["behind_low"] > 0) == (run not in best) == (row["beaten_by"] is not None)
            assert row["behind_low"] <= row["behind_high"]
            assert row["beaten_by"] is None or row["beaten_by"] in by_run
        board = asked.leaderboard(COLLECTION, measure, significance=True).to_dicts()
        assert {row["run_id"] for row in board if row["may_be_best"]} == best
        ranked = [run for run in by_run if rows[measure, run]["unranked"] is None]
        (note,) = asked.sql("select note from systems.verdict($1, $2)", [COLLECTION, measure]).fetchone()
        if best and note:
            count = f"{len(best & {*ranked})} of {len(ranked)}"
            words = (count, "Only ", f"all {len(ranked)} ", "both ")
            assert any(each in note for each in words), (note, count)
            assert asked.leaderboard(COLLECTION, measure).notes[0] == note


def test_two_runs_and_files_are_compared_by_the_same_numbers(asked, track):
    tests = verdicts_of(asked.duckdb, baseline=BASELINE)
    folder = track.parent / "files"
    compared = {}
    for run in ("r4", "scored", "own"):
        for row in asked.compare(run, BASELINE, MEASURES, collection=COLLECTION).to_dicts():
            compared[row["measure"], run] = row
    done = dltrack(
        "eval", folder / "own.txt", "-c", COLLECTION, "-m", ",".join(MEASURES), "--baseline", BASELINE,
        "--db", track, "-f", "json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    from_file = {(row["measure"], row["run_id"]): row for row in json.loads(done.stdout)}
    assert from_file.keys() == {(measure, "own") for measure in MEASURES}
    for (measure, run), row in compared.items():
        wanted = tests[measure, run]
        found = {"mean_a": wanted["mean"], "mean_b": tests[measure, BASELINE]["mean"], "p_t": wanted["p_value"]}
        assert {key: row[key] for key in found} == pytest.approx(found, abs=1e-12), (measure, run)
    for (measure, run), row in from_file.items():
        wanted = tests[measure, run]
        assert row["mean"] == pytest.approx(wanted["mean"], abs=1e-12)
        assert row["baseline_mean"] == pytest.approx(tests[measure, BASELINE]["mean"], abs=1e-12)
        assert row["p_value"] == row["p_corrected"] == pytest.approx(wanted["p_value"], abs=1e-12)
    evaluated = asked.evaluate(folder / "r2.txt", COLLECTION, MEASURES).to_dicts()
    for row in evaluated:
        wanted = tests[row["measure"], "r2"]
        assert (row["value"], row["place"]) == (pytest.approx(wanted["mean"], abs=1e-12), wanted["rank"])
    across = asked.sql(
        f"select measure, run_id, value from systems.across(['{COLLECTION}'], $1) where collection is not null",
        [MEASURES],
    ).fetchall()
    assert {(measure, run): value for measure, run, value in across} == {
        key: pytest.approx(row["mean"], abs=1e-12) for key, row in tests.items()
    }


def test_a_board_by_named_labels_ranks_the_same_field(asked):
    """`labels.standings` by the official labels: whom systems.field ranks, by the same merit; own runs move nobody."""
    con = asked.duckdb
    field = keyed(con, "select measure, run_id, value, merit, rank, unranked from systems.field", "measure", "run_id")
    board = keyed(
        con,
        f"select measure, run_id, value, merit, rank, unranked from labels.standings('{COLLECTION}', 'nist', "
        "measures := $1)",
        "measure",
        "run_id",
        values=[MEASURES],
    )
    assert {run for _, run in board} == {*RUNS, "own", "scored"}
    alike(field, board)
    assert {row["unranked"] for row in board.values()} == {None, "not submitted"}


def test_scores_by_other_labels_on_some_topics_are_not_ranked(empty_db):
    """Nor is more told than the scores are known to: .6309 and .63090 are one value."""
    put_collection(empty_db)
    put_labels(empty_db)
    values = {"high": [0.9] * 6, "exact": [0.63091] * 7, "rounded": [0.6309] * 7, "low": [0.2] * 7}
    put_runs(empty_db, list(values), is_submission=True, file=False)
    scores = {"collection": COLLECTION, "variant": "guess", "measure": NDCG}
    insert_rows(
        empty_db,
        "main.submitted_scores",
        [
            scores | {"run_id": run, "source": run, "query_id": f"q{number}", "value": value, "decimals": decimals}
            for (run, by_topic), decimals in zip(values.items(), (4, 5, 4, 4), strict=True)
            for number, value in enumerate(by_topic, 1)
        ],
    )
    rows = empty_db.execute(
        f"select run_id, rank, unranked from labels.standings('{COLLECTION}', 'guess', measures := ['{NDCG}'])"
    ).fetchall()
    assert {run: rest for run, *rest in rows} == {
        "high": [1, "scores on 6 of 7 topics"],
        "exact": [1, None],
        "rounded": [1, None],
        "low": [3, None],
    }


# fields of values that are known


@pytest.fixture
def field(empty_db) -> duckdb.DuckDBPyConnection:
    put_collection(empty_db)
    put_labels(empty_db)
    put_values(empty_db, field_of())
    return empty_db


def answers(con: duckdb.DuckDBPyConnection) -> list[Rows]:
    return [verdicts_of(con), standings_of(con), intervals_of(con)]


def test_the_tests_of_the_field_are_those_of_scipy(field):
    values = field_of()
    rows = verdicts_of(field)
    p_values = {run: scipy.stats.ttest_rel(each, values["r2"]).pvalue for run, each in values.items() if run != "r2"}
    assert {run: rows[NDCG, run]["p_value"] for run in p_values} == pytest.approx(p_values, abs=1e-9)
    largest = 0.0
    for step, run in enumerate(sorted(p_values, key=p_values.__getitem__)):
        largest = max(largest, min(1.0, p_values[run] * (len(p_values) - step)))
        assert rows[NDCG, run]["p_corrected"] == pytest.approx(largest, abs=1e-9)
    assert len({row["verdict"] for row in rows.values()}) == 4


def add_mean(con: duckdb.DuckDBPyConnection) -> None:
    put_mean(con, "mean", 0.0104)


def add_own(con: duckdb.DuckDBPyConnection) -> None:
    put_values(con, {"own": [0.61, 0.93, 0.72, 0.81, 0.66, 0.97, 0.74]}, is_submission=False)


@pytest.mark.parametrize("add", [add_mean, add_own])
def test_what_is_brought_moves_no_other_run(field, add):
    """A mean that is the last, a run that nobody submitted."""
    before = answers(field)
    add(field)
    widened = ["high_rank"] if add is add_mean else []
    for found, wanted in zip(answers(field), before, strict=True):
        alike(found, wanted, but=widened)
    intervals = intervals_of(field)
    for key, row in before[2].items():
        assert row["low_rank"] <= row["rank"] <= row["high_rank"] <= intervals[key]["high_rank"]
        assert intervals[key]["high_rank"] - row["high_rank"] == (add is add_mean)
    (name,) = {run for _, run in standings_of(field)} - {run for _, run in before[1]}
    row = standings_of(field)[NDCG, name]
    wanted = {"mean": (7, None), "own": (1, "not submitted")}[name]
    assert (row["rank"], row["unranked"]) == wanted
    assert (row["verdict"] is None) == (add is not add_own)


def test_scores_on_some_topics_move_no_other_run(empty_db):
    """Of a collection without labels: the topics are those of most runs."""
    put_collection(empty_db)
    put_values(empty_db, field_of(), decimals=4)
    before = answers(empty_db)
    put_values(empty_db, {"six": [0.91, 0.94, 0.92, 0.9, 0.93, 0.95, None]}, decimals=4)
    put_values(empty_db, {"more": [*[0.95] * 7, 0.99]}, decimals=4)
    for found, wanted in zip(answers(empty_db), before, strict=True):
        alike(found, wanted)
    rows = standings_of(empty_db)
    assert {run: rows[NDCG, run]["unranked"] for run in ("six", "more")} == {
        "six": "scores on 6 of 7 topics",
        "more": "scores on 8 topics instead of 7",
    }
    assert {rows[NDCG, run]["verdict"] for run in ("six", "more")} == {None}
    (note,) = empty_db.execute(f"select note from systems.basis('{COLLECTION}', ['{NDCG}'])").fetchone()
    assert note.startswith("not ranked: more (scores on 8 topics instead of 7) and six (scores on 6 of 7")


def test_a_winner_of_which_only_a_mean_is_known_empties_nothing(field):
    """Ranks move by one, verdicts stay, and the sentence names it."""
    tests, standings, intervals = answers(field)
    put_mean(field, "mean", 0.9871)
    found_tests, found_standings, found_intervals = answers(field)
    alike(found_tests, tests, but=["rank"])
    alike(found_standings, standings, but=["rank"])
    for key, row in intervals.items():
        found = found_intervals[key]
        assert found["rank"] == row["rank"] + 1
        assert found["low_rank"] <= found["rank"] <= found["high_rank"]
    assert found_standings[NDCG, "mean"]["rank"] == 1
    (note,) = field.execute(f"select note from systems.verdict('{COLLECTION}', '{NDCG}')").fetchone()
    assert " tested run" in note and "; mean scores 0.987 but is not tested (only a mean). " in note


def test_rankings_that_come_to_scores_change_no_other_run(empty_db):
    """A run that had stand-ins has rankings now, of the same values; the others are as they were."""
    put_collection(empty_db)
    put_labels(empty_db)
    values = field_of()
    put_values(empty_db, {run: each for run, each in values.items() if run != "r4"})
    put_values(empty_db, {"r4": values["r4"]}, decimals=4)
    before = answers(empty_db)
    empty_db.execute("insert into main.query_scores by name select * exclude (decimals) from main.stand_in_scores")
    empty_db.execute("delete from main.stand_in_scores")
    for found, wanted in zip(answers(empty_db), before, strict=True):
        alike(found, wanted)


def test_the_order_of_loads_and_of_measures_changes_nothing(field, new_db, tmp_path):
    with closing(new_db(tmp_path)) as other:
        put_collection(other)
        put_labels(other)
        for run, values in reversed(field_of().items()):
            put_values(other, {run: values}, measures=MEASURES)
        for found, wanted in zip(answers(other), answers(field), strict=True):
            alike(found, wanted)
    alike(verdicts_of(field, MEASURES[::-1]), verdicts_of(field))
    alike(intervals_of(field, MEASURES[::-1]), intervals_of(field))
    for measure in MEASURES:  # alone as beside the other
        alike(verdicts_of(field), verdicts_of(field, [measure]))


def test_a_copy_shares_the_rank_and_is_never_alone(field):
    """Of the best run: as good, p is 1, first together; no other verdict against it is of another kind."""
    put_values(field, {"twin": field_of()["r5"]})
    tests = verdicts_of(field, baseline="r5")
    for measure in MEASURES:
        assert (tests[measure, "twin"]["rank"], tests[measure, "r5"]["rank"]) == (1, 1)
        assert (tests[measure, "twin"]["p_value"], tests[measure, "twin"]["p_corrected"]) == (1, 1)
        assert tests[measure, "twin"]["verdict"] == "not shown to differ"
        assert tests[measure, "r4"]["rank"] == 3
        intervals = intervals_of(field)
        assert intervals[measure, "twin"] == intervals[measure, "r5"]
        assert intervals[measure, "twin"]["share_first"] > 0 == intervals[measure, "twin"]["share_alone"]
    first = keyed(field, "from statistics.first_place($1, trials := 40)", "collection", values=[[NDCG]])
    assert first[(COLLECTION,)]["share_alone_bootstrap"] == first[(COLLECTION,)]["share_alone_half"] == 0


def test_a_constant_run_correlates_with_nothing(field):
    put_values(field, {"flat": [0.3] * 7, "flat2": [0.1] * 7})
    rows = keyed(field, f"from systems.run_similarity_by('{NDCG}')", "run_id", "other_run_id")
    assert all((row["correlation"] is None) == ("flat" in "".join(key)) for key, row in rows.items())
    assert len(rows) == 8 * 7


def test_a_rounded_value_ties_with_the_exact_one_everywhere(empty_db):
    """RR .63093 of a ranking is .6309 as a stand-in: one rank, p is 1, one place, none above the other."""
    exact = [0.630929753571, 1.0, 0.5, 0.430676558073]
    put_collection(empty_db)
    put_labels(empty_db, 4)
    put_values(empty_db, {"exact": exact, "low": [0.1, 0.3, 0.2, 0.25]}, measures=[NDCG])
    put_values(empty_db, {"rounded": [round(each, 4) for each in exact]}, measures=[NDCG], decimals=4)
    rows = verdicts_of(empty_db, [NDCG], baseline="exact")
    assert [rows[NDCG, run]["rank"] for run in ("exact", "rounded", "low")] == [1, 1, 3]
    assert (rows[NDCG, "rounded"]["p_value"], rows[NDCG, "rounded"]["mean_difference"]) == (1, 0)
    places = empty_db.execute(
        f"select position, place, tied_with from systems.places('{COLLECTION}', $1, $2, $3) order by position",
        [[NDCG] * 2, [sum(exact) / 4, rows[NDCG, "rounded"]["mean"]], ["exact", "rounded"]],
    ).fetchall()
    assert places == [(1, 1, ["rounded"]), (2, 1, ["exact"])]
    intervals = intervals_of(empty_db, [NDCG])
    names = ("rank", "low_rank", "high_rank", "share_first", "share_alone")
    assert [intervals[NDCG, "exact"][name] for name in names] == [intervals[NDCG, "rounded"][name] for name in names]


def test_one_topic_ranks_alike_and_shows_nothing(empty_db):
    put_collection(empty_db)
    put_labels(empty_db, 1)
    put_values(empty_db, field_of(topics=1))
    tests, standings, intervals = answers(empty_db)
    for key, row in standings.items():
        assert row["rank"] == tests[key]["rank"] == intervals[key]["rank"] is not None
        assert row["verdict"] in (None, "baseline") and tests[key]["p_value"] is None
        assert (intervals[key]["lack"], intervals[key]["low_rank"]) == ("a single topic", None)
    assert {row["rank"] for row in standings.values()} == {1, 2, 3, 4, 5, 6}


def test_a_measure_turned_round_gives_the_same_ranks_and_verdicts(field):
    """Of -nDCG with direction -1: what is better in the one is better in the other."""
    mirror = "mirror"
    field.execute(f"insert into metrics.directions (name, direction) values ('{mirror}', -1)")
    field.execute(
        f"insert into main.query_scores select collection, run_id, query_id, '{mirror}', -value "
        f"from main.query_scores where measure = '{NDCG}'"
    )
    rows = verdicts_of(field, [NDCG, mirror])
    for (measure, run), row in rows.items():
        if measure == NDCG:
            turned = rows[mirror, run]
            for name in ("rank", "p_value", "p_corrected", "verdict", "num_tests"):
                assert turned[name] == row[name], (run, name)
            assert turned["mean"] == -row["mean"] and turned["mean_difference"] == -row["mean_difference"]
            if row["low"] is not None:
                assert (turned["low"], turned["high"]) == pytest.approx((-row["high"], -row["low"]), abs=1e-12)
    best = {key: row["verdict"] for key, row in standings_of(field, [mirror]).items()}
    assert best == {(mirror, run): row["verdict"] for (_, run), row in standings_of(field, [NDCG]).items()}
    intervals = intervals_of(field, [NDCG, mirror])
    for run in field_of():
        alike({(): intervals[mirror, run]}, {(): intervals[NDCG, run]}, but=["mean"])
    query = f"select position, place, above, below, beaten from systems.places('{COLLECTION}', $1, $2, $3)"
    values = [row["mean"] for (measure, _), row in rows.items() if measure == NDCG]
    runs = [run for measure, run in rows if measure == NDCG]
    plain = sorted(field.execute(query, [[NDCG] * len(runs), values, runs]).fetchall())
    turned_places = field.execute(query, [[mirror] * len(runs), [-each for each in values], runs]).fetchall()
    assert sorted(turned_places) == plain != []
    effects = field.execute(
        f"select measure, prob_a_better from statistics.effect_sizes(['{NDCG}', '{mirror}'], baselines := ['r0']) "
        "where run_a = 'r5'"
    ).fetchall()
    assert dict(effects)[mirror] == pytest.approx(dict(effects)[NDCG], abs=1e-9) and dict(effects)[NDCG] > 0.9


def test_a_measure_without_direction_has_no_rank_and_no_verdict(field):
    field.execute(
        f"insert into main.query_scores select collection, run_id, query_id, 'unj_10', value "
        f"from main.query_scores where measure = '{NDCG}'"
    )
    rows = standings_of(field, ["unj_10"])
    assert {(row["rank"], row["verdict"]) for row in rows.values()} == {(None, None)}
    reason = "a measure for which neither higher nor lower values are better"
    assert {row["unranked"] for row in rows.values()} == {reason}
    with pytest.raises(AssertionError):
        intervals_of(field, ["unj_10"])
    (note,) = field.execute(f"select note from systems.basis('{COLLECTION}', ['unj_10'])").fetchone()
    assert "no ranks by measures for which neither higher nor lower values are better: " in note
