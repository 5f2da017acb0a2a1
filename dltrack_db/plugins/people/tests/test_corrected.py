"""Scores by a model, corrected by people: compared with numpy and scipy, in SQL, Python and on the command line."""

from __future__ import annotations

import json

import duckdb
import numpy
import pytest
from corpora_tables import insert
from scipy import stats

import dltrack_db as dl
from dltrack_db.errors import UsageError
from tests.asking import asked
from tests.commands import dltrack
from tests.copies import copied

COLLECTION = "c"
RUNS = ("a", "b", "flat", "gap")
SAMPLE = "sample-passages"


def estimate(y, f, others, is_like_these=False):
    """Cochran 1977, section 7.3, with a slope from 0 to 1; the interval has n - 2 degrees of freedom."""
    y, f, others = (numpy.array(values, float) for values in (y, f, others))
    n, m = len(y), len(others)
    slope = numpy.clip(numpy.cov(y, f)[0, 1] / f.var(ddof=1), 0, 1) if f.max() > f.min() else 0
    weight = slope * m / (n + m)
    middle = y.mean() + slope * (numpy.append(f, others).mean() - f.mean())
    errors = y - (weight if is_like_these else slope) * f
    squares = ((errors - errors.mean()) ** 2).sum() / (n - 2) / n
    if is_like_these:
        variance = squares + (weight**2 * others.var(ddof=1) / m if weight else 0)
    else:
        variance = squares * m / (n + m)
    half = stats.t.ppf(0.975, n - 2) * numpy.sqrt(variance)
    return middle, weight, middle - half, middle + half


@pytest.fixture(scope="module")
def scores():
    """Return {set: {run: scores}} of 30 topics; people judge the first 12, `few` the first 9."""
    rng = numpy.random.default_rng(4)
    truth = {run: rng.random(30) for run in RUNS}
    truth["flat"][:] = 0.5
    model = {run: 0.2 + 0.7 * values + rng.normal(0, 0.1, 30) for run, values in truth.items()}
    model["flat"] = numpy.full(30, 0.3)
    cut = {name: {run: values[:size] for run, values in truth.items()} for name, size in (("people", 12), ("few", 9))}
    return {**cut, "all": truth, "but-one": {run: values[:29] for run, values in truth.items()}, "model": model}


@pytest.fixture(scope="module")
def con(new_db, scores):
    con = new_db()
    insert(con, "main.collections", [{"collection": COLLECTION, "edition": "e", "task": "docs", "query_set": "q"}])
    sets = dict.fromkeys((*scores, "unscored"), 1) | {"binary": 2}
    insert(
        con,
        "main.qrels_variants",
        [{"collection": COLLECTION, "variant": name, "min_relevance": level} for name, level in sets.items()],
    )
    grades = [
        {"collection": COLLECTION, "variant": name, "query_id": "1", "doc_id": f"d{grade}", "relevance": grade}
        for name, highest in {**dict.fromkeys(scores, 3), "binary": 1}.items()
        for grade in range(highest + 1)
    ]
    insert(con, "main.qrels", grades)
    con.execute("create temp table scored (variant varchar, run_id varchar, query_id varchar, value double)")
    insert(
        con,
        "temp.scored",
        [
            {"variant": name, "run_id": run, "query_id": f"t{topic:02}", "value": float(value)}
            for name, runs in {**scores, "binary": scores["model"]}.items()
            for run, values in runs.items()
            for topic, value in enumerate(values)
            if (name, run, topic) != ("model", "gap", 29)
        ],
    )
    con.execute(
        "set variable label_scores = (select list({'collection': 'c', 'variant': variant, 'run_id': run_id, "
        "'query_id': query_id, 'measure': 'm', 'value': value, 'provenance': 'rankings'}) from scored)"
    )
    yield con
    con.close()


def rows(con, query):
    found = con.execute(query)
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


@pytest.mark.parametrize("target", ["these", "like these"])
def test_estimates_and_intervals_are_cochrans(con, scores, target):
    found = rows(con, f"from labels.corrected('{COLLECTION}', 'people', 'model', 'm', target := '{target}')")
    assert {row["run_id"] for row in found} == {"a", "b", "flat"}  # `gap` has no score on a topic
    for row in found:
        y, f = scores["people"][row["run_id"]], scores["model"][row["run_id"]]
        middle, weight, low, high = estimate(y, f[:12], f[12:], target == "like these")
        assert row["corrected"] == pytest.approx(middle, abs=1e-12)
        assert (row["low"], row["high"]) == (pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9))
        assert row["lambda"] == pytest.approx(weight, abs=1e-12)
        assert row["by_people"] == pytest.approx(y.mean()) and row["by_model"] == pytest.approx(f.mean())
        assert (row["num_people_topics"], row["num_topics"]) == (12, 30)


@pytest.mark.parametrize("target", ["these", "like these"])
def test_differences_have_their_own_weight(con, scores, target):
    query = f"from labels.corrected_differences('{COLLECTION}', 'people', 'model', 'm', target := '{target}')"
    pairs = {(row["run_a"], row["run_b"]): row for row in rows(con, query)}
    assert len(pairs) == 6
    y = scores["people"]["a"] - scores["people"]["b"]
    f = scores["model"]["a"] - scores["model"]["b"]
    middle, weight, low, high = estimate(y, f[:12], f[12:], target == "like these")
    row, other = pairs["a", "b"], pairs["b", "a"]
    assert [row[name] for name in ("corrected", "lambda", "low", "high")] == pytest.approx([middle, weight, low, high])
    assert [other[name] for name in ("corrected", "low", "high")] == pytest.approx([-middle, -high, -low])


def test_where_people_judge_all_topics_the_model_has_no_weight(con, scores):
    query = "select corrected, low, high, \"lambda\" from labels.corrected('c', 'all', 'model', 'm') where run_id = 'a'"
    assert con.execute(query).fetchone() == pytest.approx([scores["all"]["a"].mean()] * 3 + [0])
    query = "select \"lambda\" > 0, low from labels.corrected('c', 'but-one', 'model', 'm', target := 'like these')"
    assert con.execute(f"{query} where run_id = 'a'").fetchone() == (True, None)


def test_a_model_that_runs_the_other_way_or_too_steep_is_limited(con):
    query = "select statistics.regression_estimate($1, $2, $3)"
    falls = con.execute(query, [[1.0, 2.0, 3.0], [3.0, 2.0, 1.0], [9.0, 7.0]]).fetchone()[0]
    assert (falls["estimate"], falls["lambda"]) == (2, 0)
    steep = con.execute(query, [[1.0, 5.0, 9.0], [1.0, 2.0, 3.0], [5.0, 5.0, 5.0]]).fetchone()[0]
    # slope 4 becomes 1: 5 + 3 / 6 * (5 - 2)
    assert (steep["estimate"], steep["lambda"]) == (6.5, 0.5)
    two = con.execute(query, [[1.0, 5.0], [1.0, 2.0], [5.0]]).fetchone()[0]
    assert (two["error"], two["error_of_others"]) == (None, None)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("'c', 'few', 'model', 'm'", r"at least 10 .* 'few' has 9 topics in common with 'model' \(9 and 30 topics\)"),
        ("'c', 'model', 'model', 'm'", "'model' cannot be both the labels by people and the labels by the model"),
        ("'c', 'people', 'binary', 'm'", "'people' and 'binary' have different scales"),
        ("'c', 'people', 'unscored', 'm'", "no run of c has a score by 'm' with the labels 'unscored'"),
        ("'c', 'people', 'model', 'n'", "no run of c has a score by 'n' with the labels 'people'"),
        ("'c', 'poeple', 'model', 'm'", "there is no set of labels 'poeple'; did you mean people"),
        ("'d', 'people', 'model', 'm'", "there is no collection 'd'"),
        ("'c', 'people', 'model', 'm', target := 'all'", "target must be 'these' or 'like these', not all"),
    ],
)
@pytest.mark.parametrize("macro", ["corrected", "corrected_differences"])
def test_what_cannot_be_corrected_is_an_error(con, macro, call, message):
    with pytest.raises(duckdb.InvalidInputException, match=message):
        con.execute(f"select count(*) from labels.{macro}({call})")


@pytest.fixture(scope="module")
def judged(sample_database, tmp_path_factory):
    """The sample with a model's labels of all topics, and people's of 12 and 9 of them."""
    folder = tmp_path_factory.mktemp("corrected")
    db = copied(sample_database, folder / "x.duckdb")
    labels = asked(
        db,
        "select query_id, doc_id, relevance, dense_rank() over (order by query_id) from main.qrels "
        f"where collection = '{SAMPLE}' and variant = 'nist' order by all",
    )
    rng = numpy.random.default_rng(2)
    kinds = {"people12": 12, "people9": 9, "model": len(labels)}
    for name, size in kinds.items():
        grades = [
            (query, doc, grade if name != "model" else min(3, grade + int(rng.integers(0, 2))))
            for query, doc, grade, topic in labels
            if topic <= size
        ]
        (folder / name).write_text("".join(f"{query} 0 {doc} {grade}\n" for query, doc, grade in grades))
    done = dltrack("ingest", "qrels", *(folder / name for name in kinds), "-c", SAMPLE, "--db", db)
    assert done.returncode == 0, done.stderr
    return db


def test_the_command_prints_the_view_and_names_the_target(judged):
    words = ["judges", SAMPLE, "--labels", "model", "--correct", "--people", "people12", "--db", judged]
    done = dltrack(*words, "-f", "json")
    names = 'run_id, by_people, by_model, corrected, low, high, "lambda", num_people_topics, num_topics'
    want = asked(
        judged,
        f"select {names} from labels.corrected('{SAMPLE}', 'people12', 'model', 'ndcg_cut_10') "
        "order by corrected desc, run_id",
    )
    assert [tuple(row.values()) for row in json.loads(done.stdout)] == want and len(want) > 3
    size = want[0][-1]
    assert f"mean over these {size} topics by the labels 'people12'. These labels cover 12 of the topics" in done.stderr
    shown = dltrack(*words, "--target", "like-these", "-m", "RR")
    assert f"the mean over all topics like the {size} loaded" in " ".join(shown.stdout.split()) and not shown.returncode
    assert "RR is shown as recip_rank, with the relevance level of each label set" in " ".join(shown.stdout.split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--labels", "model", "--correct", "--people", "people9"], "'people9' has 9 topics in common with 'model'"),
        (
            ["--labels", "nist", "--correct", "--people", "nist"],
            "'nist' cannot be both the labels by people and the labels by the model",
        ),
        (
            ["--labels", "model", "--correct"],
            "--correct needs two label sets; name the model's labels with --labels and the labels",
        ),
        (
            ["--correct", "--people", "people12"],
            "--correct needs two label sets; name the model's labels with --labels",
        ),
        (["--labels", "model", "--people", "people12"], "--people and --target require --correct; add --correct"),
        (["--labels", "model", "--correct", "--people", "people21"], "there is no set of labels 'people21'; did you m"),
        (
            ["--labels", "model", "--correct", "--people", "people12", "--target", "those"],
            "target must be one of these, like-these, not 'those'",
        ),
        (["--labels", "model", "--correct", "--people", "people12", "--part", "bias"], "combined with --part; leave"),
        (["--labels", "model", "--correct", "--people", "people12", "--cuts", "1"], "combined with --cuts; leave"),
        (
            ["--labels", "model", "--correct", "--people", "people12", "-m", "P@10"],
            "'P@10' cannot be corrected; name nDCG@10, AP or RR with -m",
        ),
        (
            ["--labels", "model", "--correct", "--people", "people12", "-m", "AP(rel=1)"],
            "'AP(rel=1)' cannot be corrected; name nDCG@10, AP or RR with -m",
        ),
    ],
)
def test_wrong_options_are_one_clear_error(judged, words, message):
    done = dltrack("judges", SAMPLE, *words, "--db", judged)
    assert done.returncode == 2 and message in done.stderr and done.stdout == "", done.stderr


def test_python_returns_the_same_frame(judged):
    with dl.open(judged) as db:
        with pytest.warns(UserWarning, match="which must be a random sample"):
            frame = db.correct_scores(SAMPLE, people="people12", model="model")
        assert frame.columns[:4] == ["run_id", "by_people", "by_model", "corrected"]
        with pytest.raises(UsageError, match="has 9 topics in common"):
            db.correct_scores(SAMPLE, people="people9", model="model")


@pytest.mark.campaign
def test_intervals_cover_the_mean_as_often_as_the_header_says(built_db):
    rng = numpy.random.default_rng(3)
    for n in (10, 25):
        covered = 0
        for _ in range(1000):
            truth = rng.normal(0.5, 0.12, 60)
            model = numpy.clip(0.25 + 0.8 * truth + rng.normal(0, 0.08, 60), 0, 1)
            fit = built_db.execute(
                "select statistics.regression_estimate($1, $2, $3)", [list(truth[:n]), list(model[:n]), list(model[n:])]
            ).fetchone()[0]
            half = stats.t.ppf(0.975, n - 2) * fit["error"]
            covered += abs(fit["estimate"] - truth.mean()) <= half
        assert 0.91 <= covered / 1000 <= 0.97
