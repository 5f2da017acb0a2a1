"""Questions about some topics, and about slices of them: on every interface, against numpy and scipy."""

from __future__ import annotations

import csv
import io
import itertools
import shutil

import numpy as np
import pytest
from scipy.stats import ttest_rel
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli.app import app
from dltrack_db.errors import FormatError, UsageError

COLLECTION = "sample-passages"
MEASURES = ("ndcg_cut_10", "map")
A, B = "alder_p1", "p_bm25"


def call(path, *words):
    return CliRunner().invoke(app, [*map(str, words), "--db", str(path)])


def table(path, *words):
    result = call(path, *words, "-f", "csv")
    assert result.exit_code in (0, 1), result.output
    return list(csv.DictReader(io.StringIO(result.stdout)))


@pytest.fixture(scope="module")
def path(small_database, tmp_path_factory):
    """A database with notes on topics: a text, a number, and a text with many values."""
    folder = tmp_path_factory.mktemp("slices")
    path = shutil.copy(small_database, folder / "x.duckdb")
    with dl.open(path) as db:
        query = f"select query_id from statistics.topics where collection = '{COLLECTION}' order by query_id"
        topics = [topic for (topic,) in db.sql(query).fetchall()]
    lines = [f"{topic},{'ab'[k % 3 == 0]},{k},v{k % 21}" for k, topic in enumerate(topics)]
    (folder / "notes.csv").write_text("\n".join(["query_id,kind,size,many", *lines[:-1], f"{topics[-1]},,1,"]))
    assert call(path, "ingest", "topic-notes", folder / "notes.csv", "-c", COLLECTION).exit_code == 0
    return path


@pytest.fixture(scope="module")
def db(path):
    with dl.open(path) as db:
        yield db


@pytest.fixture(scope="module")
def values(db):
    """Values by measure, run and topic."""
    names = ", ".join(f"'{name}'" for name in MEASURES)
    query = (
        "select measure, run_id, query_id, value from metrics.query_scores "
        f"where collection = '{COLLECTION}' and measure in ({names}) order by query_id"
    )
    scores = {}
    for measure, run, topic, value in db.sql(query).fetchall():
        scores.setdefault(measure, {}).setdefault(run, {})[topic] = value
    return scores


@pytest.fixture(scope="module")
def topics(values):
    return sorted(values["map"][A])


def holm(p_values):
    corrected, top = [0.0] * len(p_values), 0.0
    for place, index in enumerate(np.argsort(p_values)):
        top = max(top, min(1, p_values[index] * (len(p_values) - place)))
        corrected[index] = top
    return corrected


def means(rows, measure):
    return {row["run_id"]: float(row[measure]) for row in rows}


def test_some_topics_are_named_by_a_file_ids_or_a_condition(path, db, values, topics, tmp_path):
    some = topics[1::2]
    (tmp_path / "ids.txt").write_text("\ufeff" + "\n\n".join(f"{topic}\tits text" for topic in some) + "\n")
    condition = f"query_id in ({', '.join(repr(topic) for topic in some)})"
    for given in (tmp_path / "ids.txt", ",".join(some), ", ".join(reversed(some)), condition):
        rows = table(path, "leaderboard", COLLECTION, "-m", "map", "--topics", given)
        assert means(rows, "map") == pytest.approx(
            {run: np.mean([of_run[topic] for topic in some]) for run, of_run in values["map"].items()}
        )
    frame = db.leaderboard(COLLECTION, "map", topics=some)
    assert means(frame.rows(named=True), "map") == pytest.approx(means(rows, "map"))
    assert f"{len(some)} of {len(topics)} topics of {COLLECTION} are used" in frame.notes
    assert frame.basis[COLLECTION]["num_topics"] == len(some)
    overview = db.leaderboard(COLLECTION, topics=some)
    assert means(overview.rows(named=True), "ap") == pytest.approx(means(rows, "map"))
    assert db.leaderboard(COLLECTION, "map")["map"][0] == pytest.approx(
        max(np.mean(list(of_run.values())) for of_run in values["map"].values())
    )  # the overlay is gone


@pytest.mark.more
def test_facets_and_text_are_columns_of_conditions(path, db, topics):
    query = f"select count(*) from judging.topic_slices('{COLLECTION}', 'kind') where slice = 'b'"
    ((number,),) = db.sql(query).fetchall()
    rows = table(
        path, "eval", *[], *_run_file(path), "-c", COLLECTION, "-m", "map", "--topics", "kind = 'b' and size > -1"
    )
    assert [int(row["num_q"]) for row in rows] == [number]
    assert len(db.leaderboard(COLLECTION, "map", topics="length(text) > 3 and num_rel >= 0")) > 0


def _run_file(path):
    target = path.parent / A
    if not target.exists():
        with dl.open(path) as db:
            query = (
                f"select query_id, doc_id, rank, score from main.rankings where run_id = '{A}' "
                f"and collection = '{COLLECTION}' order by all"
            )
            lines = [f"{topic} Q0 {doc} {rank} {score!r} x" for topic, doc, rank, score in db.sql(query).fetchall()]
        target.write_text("\n".join(lines) + "\n")
    return [target]


def test_tests_are_over_the_topics(path, db, values, topics):
    some = topics[:9]
    pair = [[values["map"][run][topic] for topic in some] for run in (A, B)]
    (row,) = table(path, "compare", A, B, "-c", COLLECTION, "-m", "map", "--topics", ",".join(some))
    assert (int(row["num_q"]), float(row["p_t"])) == (9, pytest.approx(ttest_rel(*pair).pvalue))
    frame = db.compare(A, B, ["map"], collection=COLLECTION, topics=some)
    assert frame["p_t"][0] == pytest.approx(float(row["p_t"]))
    tested = db.leaderboard(COLLECTION, "map", baseline=B, runs=[A], topics=some)
    assert tested["p_value"][0] == pytest.approx(float(row["p_t"]))
    gated = table(path, "gate", A, B, "-c", COLLECTION, "-m", "map", "--topics", ",".join(some))
    assert float(gated[0]["difference"]) == pytest.approx(np.mean(pair[0]) - np.mean(pair[1]))
    assert int(gated[0]["num_topics"]) == 9
    with pytest.warns(UserWarning, match=f"9 of {len(topics)} topics"):
        assert db.gate(A, B, "map", collection=COLLECTION, topics=some)["num_topics"].to_list() == [9]


def slices_of(db, facet):
    query = f"select slice, list(query_id) from judging.topic_slices('{COLLECTION}', '{facet}') group by slice"
    return dict(db.sql(query).fetchall())


def test_a_leaderboard_by_slice(path, db, values):
    rows = table(path, "leaderboard", COLLECTION, "-m", "ndcg_cut_10", "--by", "kind")
    slices = slices_of(db, "kind")
    assert {row["slice"] for row in rows} == {*slices} == {"a", "b"}
    for row in rows:
        of_run = values["ndcg_cut_10"][row["run_id"]]
        assert float(row["ndcg_cut_10"]) == pytest.approx(np.mean([of_run[topic] for topic in slices[row["slice"]]]))
    for _, block in itertools.groupby(rows, lambda row: row["slice"]):
        shown = [float(row["ndcg_cut_10"]) for row in block]
        assert shown == sorted(shown, reverse=True)
    frame = db.leaderboard(COLLECTION, "ndcg_cut_10", by="notes/kind", columns=["ndcg_cut_10"])
    assert frame.columns == ["collection", "slice", "ndcg_cut_10"]
    assert frame["ndcg_cut_10"].to_list() == pytest.approx([float(row["ndcg_cut_10"]) for row in rows])
    assert any("1 topic without notes/kind" in note for note in frame.notes)
    shown = call(path, "leaderboard", COLLECTION, "--by", "kind", "-n", "1", "--columns", "run_id,ndcg_cut_10").stdout
    assert "slice" in shown and "may be best" not in shown


def test_tests_in_slices_are_one_family(path, db, values):
    slices = slices_of(db, "size")
    assert len(slices) == 3
    rows = table(path, "compare", A, B, "-c", COLLECTION, "-m", ",".join(MEASURES), "--by", "size")
    p_values = [
        ttest_rel(*[[values[row["measure"]][run][topic] for topic in slices[row["slice"]]] for run in (A, B)]).pvalue
        for row in rows
    ]
    assert len(rows) == 6 and [float(row["p_t"]) for row in rows] == pytest.approx(p_values)
    assert [float(row["p_corrected"]) for row in rows] == pytest.approx(holm(p_values))
    frame = db.compare(A, B, MEASURES, collection=COLLECTION, by="size")
    assert frame["p_corrected"].to_list() == pytest.approx(holm(p_values))
    assert "corrected by Holm for all 6 tests of measures and slices" in frame.notes[-1]
    assert not any("1 test in each" in note for note in frame.notes)


@pytest.mark.more
def test_files_are_scored_by_slice(path, db, values):
    slices = slices_of(db, "kind")
    rows = table(path, "eval", *_run_file(path), "-c", COLLECTION, "-m", "map", "--by", "kind")
    expected = {name: np.mean([values["map"][A][topic] for topic in some]) for name, some in slices.items()}
    assert {row["slice"]: float(row["value"]) for row in rows} == pytest.approx(expected)
    frame = db.evaluate(_run_file(path), COLLECTION, ["map"], by="kind")
    assert dict(zip(frame["slice"], frame["value"], strict=True)) == pytest.approx(expected)
    some = slices["a"]
    frame = db.evaluate(_run_file(path), COLLECTION, ["map"], topics=some, per_query=True)
    assert sorted(frame["query_id"]) == sorted(some)


@pytest.mark.more
def test_measures_that_are_not_stored_work_with_topics_and_labels(path, db, topics):
    some = topics[:8]
    frame = db.leaderboard(COLLECTION, "nDCG@7", topics=some, baseline=B, runs=[A, B])
    pair = db.compare(A, B, ["nDCG@7"], collection=COLLECTION, topics=some)
    assert frame["nDCG@7"].to_list() == pytest.approx([pair["mean_a"][0], pair["mean_b"][0]])
    assert frame["p_value"][0] == pytest.approx(pair["p_t"][0])
    assert "computed now from rankings: nDCG@7" in frame.notes
    stored = db.sql("select count(*) from metrics.run_scores where measure in ('nDCG@7', 'ndcg_cut_7')").fetchall()
    assert stored == [(0,)]
    (official,) = db.sql(f"select qrels_variant from main.collections where collection = '{COLLECTION}'").fetchall()
    by_labels = means(db.leaderboard(COLLECTION, ["nDCG@7", "map"], labels=official[0]).rows(named=True), "nDCG@7")
    assert by_labels == pytest.approx(means(db.leaderboard(COLLECTION, "nDCG@7").rows(named=True), "nDCG@7"))
    by_slice = db.leaderboard(COLLECTION, "nDCG@7", by="kind", runs=[A])
    by_pair = db.compare(A, B, ["nDCG@7"], collection=COLLECTION, by="kind")
    assert by_slice["nDCG@7"].to_list() == pytest.approx(by_pair["mean_a"].to_list())
    first = db.audit(COLLECTION, measure="nDCG@7", trials=10)["runs"]
    assert means(first.rows(named=True), "mean")[A] == pytest.approx(by_labels[A])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"topics": "nope,999"}, "nope, 999 are not judged topics of sample-passages, which has"),
        ({"topics": "missing.txt"}, "missing.txt is not a judged topic"),
        ({"topics": "query_id = 'x'"}, "selects no topic of sample-passages"),
        ({"topics": "colour = 'x'"}, "--topics: .*colour.* write an SQL condition"),
        ({"topics": "select 1; drop table main.qrels"}, "--topics: "),
        ({"topics": []}, "topics is empty"),
        ({"by": "kinds"}, r"no facet 'kinds'; their facets are .*kind.*; did you mean kind\?"),
        ({"by": "many"}, "'many' has 21 different texts, but at most 20 can be slices"),
        ({"by": "kind", "baseline": B}, "--by cannot be combined with --baseline, --significance or --tiers"),
        ({"by": "kind", "significance": True}, "--by cannot be combined with --baseline, --significance or --tiers"),
    ],
)
def test_wrong_topics_and_facets_are_refused(db, options, message):
    with pytest.raises(UsageError, match=message):
        db.leaderboard(COLLECTION, **options)


def test_malformed_files_of_topics_are_refused(db, topics, tmp_path):
    file = tmp_path / "ids.txt"
    file.write_text(f"{topics[0]}\n{topics[1]} {topics[2]}\n")
    with pytest.raises(FormatError, match=r"ids\.txt:2: .* is not one topic id"):
        db.leaderboard(COLLECTION, topics=str(file))
    file.write_bytes(b"\xff\xfe1")
    with pytest.raises(FormatError, match="not a text file in UTF-8"):
        db.leaderboard(COLLECTION, topics=str(file))


def test_few_topics_and_facets_of_labels_are_noted(db, topics):
    assert any("only 5 topics" in note for note in db.leaderboard(COLLECTION, "map", topics=topics[:5]).notes)
    assert any("is computed from the labels" in note for note in db.leaderboard(COLLECTION, "map", by="num_rel").notes)


def test_options_that_exclude_each_other_are_refused(path, tmp_path):
    run = _run_file(path)[0]
    for words, message in (
        (("eval", run, "-c", COLLECTION, "--by", "kind", "--baseline", B), "--by cannot be combined with"),
        (("eval", run, "--qrels", run, "--topics", "1"), "--topics needs a loaded collection"),
        (("compare", A, B, "-c", COLLECTION, "--by", "kind", "-f", "latex"), "--by cannot be printed as LaTeX"),
        (("leaderboard", COLLECTION, "sample-docs", "--by", "kind"), "--topics and --by work only with one"),
    ):
        result = call(path, *words)
        assert result.exit_code != 0 and message in str(result.exception)
