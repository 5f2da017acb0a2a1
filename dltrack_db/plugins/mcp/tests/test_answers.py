"""What assistants are told: the database's own numbers, their views, and every limit in words."""

from __future__ import annotations

import json
import shutil
import time

import duckdb
import pytest

import dltrack_db as dl
from dltrack_db.errors import DatabaseError, UsageError
from dltrack_db.plugins.mcp.answers import CHARACTERS, Answers
from dltrack_db.store import database, derive


@pytest.fixture(scope="module")
def answers(sample_database):
    return Answers(sample_database)


@pytest.fixture(scope="module")
def public_answers(small_database, tmp_path_factory):
    """The small sample as it is without an account: scores per topic of the submitted runs, and no rankings."""
    path = tmp_path_factory.mktemp("public") / "public.duckdb"
    shutil.copy(small_database, path)
    con = database.connect()
    database.attach(con, path, read_only=False)
    con.execute(
        "insert into main.submitted_scores by name select collection, 'nist' as variant, run_id, query_id, measure, "
        "value, 'made up' as source from main.query_scores where measure = 'ndcg_cut_10'"
    )
    con.execute("update main.runs set source_file = null")
    for table in ("store.rankings", "main.run_topics", "main.judged_rankings", "main.query_scores"):
        con.execute(f"delete from {table}")
    derive.update_stand_ins(con)
    con.close()
    return Answers(path)


PASSAGES = {"collection": "sample-passages"}
RUNS = {"run_a": "alder_p1", "run_b": "brisk_p_dense"}


def named(answer):
    """The rows with the names of their columns."""
    return [dict(zip(answer["columns"], row, strict=True)) for row in answer["rows"]]


def sources(answer):
    return [one["object"] for one in answer["comes_from"]]


def test_a_query_gives_the_views_own_numbers_and_names_the_view(answers, sample_database):
    sql = "select run_id, ndcg_cut_10 from systems.leaderboard where collection = 'sample-passages' order by run_id"
    answer = answers.query(sql)
    with dl.open(sample_database) as db:
        assert list(map(tuple, answer["rows"])) == db.sql(sql).fetchall()
    assert answer["columns"] == ["run_id", "ndcg_cut_10"] and answer["is_whole"] is True
    assert sources(answer) == ["systems.leaderboard"]
    assert answer["comes_from"][0]["source"] and answer["comes_from"][0]["summary"]


@pytest.mark.campaign
@pytest.mark.parametrize(
    "sql, expected",
    [
        ("from runs", ["main.runs"]),
        ("with runs as (select 1 as one) from runs", []),
        ("with a as (from main.qrels) select count(*) from a", ["main.qrels"]),
        ("select * from (with runs as (select 1) from runs), main.runs", ["main.runs"]),
        ("from metrics.ndcg([7]) where collection = 'none'", ["metrics.ndcg"]),
        ("select metrics.discount(3)", ["metrics.discount"]),
        ("select (select count(*) from Main.QRELS), r.run_id from main.runs as r", ["main.qrels", "main.runs"]),
        ("select 1 where exists (from labels.kappa) union select 2 from runs", ["labels.kappa", "main.runs"]),
        ("select 1 + 1", []),
    ],
)  # fmt: skip
def test_the_views_are_those_that_the_query_names(answers, sql, expected):
    assert sources(answers.query(sql, 1)) == expected


def test_where_the_views_cannot_be_told_that_is_told(answers):
    for sql in ("from query('from main.qrels')", "pivot main.qrels on relevance using count(*)"):
        answer = answers.query(sql, 1)
        assert answer["comes_from"] == [] and "cannot be determined" in answer["note"]
    assert "no table or view" in answers.query("select 2")["note"]


@pytest.mark.more
def test_rows_are_counted_and_missing_ones_told(answers, sample_database):
    whole = answers.query("from range(200)")
    assert len(whole["rows"]) == 200 and whole["is_whole"] and "All 200" in whole["note"]
    cut = answers.query("from range(201)")
    assert len(cut["rows"]) == 200 and not cut["is_whole"] and "there are more" in cut["note"]
    assert len(answers.query("from range(201)", 3)["rows"]) == 3
    assert len(Answers(sample_database, rows=2).query("from range(3)")["rows"]) == 2
    for limit in (0, -1, 201):
        with pytest.raises(
            UsageError, match=f"limit must be between 1 and 200, the maximum of this server, not {limit}"
        ):
            answers.query("select 1", limit)


def test_a_query_that_takes_too_long_ends(sample_database):
    begun = time.monotonic()
    with pytest.raises(UsageError, match=r"limit of 0\.2 seconds"):
        Answers(sample_database, seconds=0.2).query(
            "select sum(a.i + b.i) from range(10000000) a(i), range(10000000) b(i)"
        )
    assert time.monotonic() - begun < 60


@pytest.mark.parametrize(
    "sql",
    [
        "select 1; select 2",
        "",
        "create table memory.main.x as select 1",
        "set variable x = 1",
        "select 1; set variable x = 1",
    ],
)
def test_what_is_no_single_question_is_refused(answers, sql):
    with pytest.raises(UsageError, match="one query"):
        answers.query(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "insert into main.queries values ('a', 'b', 'c'); select 1",
        "copy (select 1) to 'x.csv'; select 1",
        "from read_text('/etc/passwd')",
        "attach 'other.duckdb'; select 1",
        "set lock_configuration = false; select 1",
        "select getenv('HOME')",
    ],
)
def test_nothing_is_written_and_nothing_read_but_the_database(answers, sql, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError):
        answers.query(sql)
    assert list(tmp_path.iterdir()) == []


def test_values_arrive_as_json_has_them(answers):
    (row,) = named(
        answers.query(
            "select 'nan'::double as a, '-inf'::double as b, 1.50::decimal(5, 2) as c, date '2021-03-04' as d, "
            "null as e, [1, 2] as f, true as g, 1e300 as h, 1 as same, 2 as same, ['inf'::double] as i"
        )
    )
    assert row == {
        "a": "nan", "b": "-inf", "c": "1.50", "d": "2021-03-04", "e": None, "f": [1, 2], "g": True, "h": 1e300,
        "same": 1, "same (2)": 2, "i": "[Infinity]",
    }  # fmt: skip
    json.dumps(row, allow_nan=False)


def test_an_answer_has_so_many_bytes_and_says_what_was_cut(sample_database):
    """Last rows go first, then texts of the one that is left; what does not fit even so is refused."""
    few = Answers(sample_database, max_bytes=5000)
    narrow = few.query("select i, repeat('é', 100) as t from range(100) as r(i)")
    assert 10 <= len(narrow["rows"]) < 25 and not narrow["is_whole"]
    assert [row[0] for row in narrow["rows"]] == [*range(len(narrow["rows"]))]
    assert f"Cut to the limit of 5,000 bytes: {len(narrow['rows'])} of 100 rows are shown." in narrow["note"]
    texts = ", ".join(f"repeat('é', 2000) as c{i}" for i in range(20))
    wide = few.query(f"select {texts} from range(200)")
    assert len(wide["rows"]) == 1 and {len(text) for text in wide["rows"][0]} <= {*range(20, 60)}
    assert "texts in c0, c1, c2, c3, c4 and 15 more are cut further" in wide["note"]
    for answer in (narrow, wide, few.catalogue("labels"), few.catalogue(), few.describe("main.qrels_variants")):
        assert len(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode()) <= 5000
    with pytest.raises(UsageError, match="limit of 5,000 bytes"):
        few.query(f"select {', '.join(f'1 as column_number_{i}' for i in range(500))}")
    with pytest.raises(UsageError, match="must be at least 4,000"):
        Answers(sample_database, max_bytes=100)
    usual = Answers(sample_database).query("from metrics.run_scores")
    assert len(usual["rows"]) == 200 and "Cut to" not in usual["note"]


def test_a_long_text_is_cut_and_that_is_told(answers):
    answer = answers.query(f"select repeat('x', {CHARACTERS + 1}) as long, repeat('x', {CHARACTERS}) as short")
    assert [len(value) for value in answer["rows"][0]] == [CHARACTERS, CHARACTERS]
    assert f"Texts in long are cut after {CHARACTERS}" in answer["note"]


@pytest.mark.campaign
def test_describe_tells_what_the_header_says(answers):
    told = answers.describe("leaderboard")
    assert told["object"] == "systems.leaderboard" and told["kind"] == "view" and told["grain"]
    assert "ndcg_cut_10" in {column["name"] for column in told["columns"]}
    assert answers.query(told["try"], 1)["columns"]
    assert {column["role"] for column in answers.describe("metrics.ndcg")["columns"]} == {"parameter", "column"}
    with pytest.raises(UsageError, match=r"did you mean .*systems\.leaderboard"):
        answers.describe("leaderbord")


@pytest.mark.campaign
def test_describe_tells_facts_of_runs_collections_and_measures(answers):
    run = answers.describe("brisk_p_dense")
    assert run["kind"] == "run" and ["sample-passages", "team", "BRISK"] in run["rows"]
    assert answers.describe("sample-passages")["kind"] == "collection"
    (measure,) = named(answers.describe("nDCG@10"))
    assert (measure["measure"], measure["macro"]) == ("ndcg_cut", "metrics.ndcg")
    assert "discounted gain of the first k" in measure["meaning"]
    assert answers.describe("kappa")["object"] == "labels.kappa"


@pytest.mark.more
def test_two_runs_are_compared_and_topics_listed_by_the_views(answers, sample_database):
    compared = answers.question("compare", RUNS)
    with dl.open(sample_database) as db:
        told = db.compare("alder_p1", "brisk_p_dense")
        assert compared["columns"] == told.columns and len(compared["rows"]) == told.height
        assert [row["mean_difference"] for row in named(compared)] == told["mean_difference"].to_list()
        topics = named(answers.question("topics", PASSAGES))
        line = db.cite("sample-passages").splitlines()[0]
        both = db.cite("sample").splitlines()[0]
        hard = db.sql(
            "select query_id, avg(value) as mean from metrics.query_scores "
            "where collection = 'sample-passages' and measure = 'ndcg_cut_10' group by query_id order by mean limit 1"
        ).fetchone()
    assert compared["data"] == answers.question("topics", PASSAGES, 1)["data"] == line
    assert compared["collection"] == "sample-passages" and sources(compared) == ["statistics.compare_runs"]
    assert answers.question("leaderboard", PASSAGES, 1)["data"] == line
    assert answers.question("leaderboard", {"collection": ["sample-passages"]}, 1)["data"] == line
    other = answers.query("select count(*) from main.runs where collection <> 'sample-passages'")["data"]
    assert sorted(other.split(", ")) == sorted(both.split(", ")) and other.startswith("sample-passages ")
    assert answers.query("from main.runs")["data"] == answers.catalogue()["data"] == both
    assert answers.describe("sample-passages")["data"] == line
    assert topics[0]["query_id"] == hard[0] and topics[0]["mean_ndcg_cut_10"] == pytest.approx(hard[1], abs=1e-12)
    assert all(topic["text"] and topic["num_rel"] for topic in topics)
    with pytest.raises(UsageError, match="no_such_run"):
        answers.question("compare", RUNS | {"run_b": "no_such_run"})


@pytest.mark.more
def test_the_catalogue_goes_from_schemas_to_objects(answers):
    top = answers.catalogue()
    assert {"metrics", "labels", "catalog"} <= {row["schema"] for row in named(top)}
    assert all(row["summary"] for row in named(top)), "every schema has its sentence"
    assert "sample" in {row["edition"] for row in named(top["loaded"])}
    listed = answers.catalogue("labels")
    assert {row["object"].split(".")[0] for row in named(listed)} == {"labels"}
    assert "labels.kappa" in {row["object"] for row in named(answers.catalogue("kappa"))}
    with pytest.raises(UsageError, match="xyzzy"):
        answers.catalogue("xyzzy")


@pytest.mark.more
def test_a_printed_number_leads_to_its_view(answers):
    answer = answers.question("printed_number", {"number": 0.8393, "exhibit": "d-t3"})
    (row,) = named(answer)
    assert answer["data"] == answers.catalogue()["data"]
    assert (row["exhibit"], row["row_key"], row["column"]) == ("D-T3", "yorku21_c", "rr")
    assert row["view"] == "exhibits.d_t3" and row["query"] == "from exhibits.d_t3"
    assert row["status"] == "agrees with NIST" and "0.8393" in row["reason"]
    assert {"exhibits.d_t3", "published.compared"} <= set(sources(answer))
    with pytest.raises(UsageError, match=r"no paper prints 0\.83931"):
        answers.question("printed_number", {"number": 0.83931})
    with pytest.raises(UsageError, match="in A-T1"):
        answers.question("printed_number", {"number": 0.8393, "exhibit": "A-T1"})


def test_the_file_is_held_only_while_it_is_asked(sample_database, tmp_path, opened_databases, monkeypatch):
    monkeypatch.setattr(database, "open_readonly", opened_databases.opened)
    mine = tmp_path / "mine.duckdb"
    mine.write_bytes(sample_database.read_bytes())
    answers = Answers(mine)
    answers.query("select 1")
    con = duckdb.connect(str(mine))  # for writing
    con.close()


def test_what_cannot_be_served_is_refused_at_once(tmp_path, sample_database):
    with pytest.raises(DatabaseError, match="there is no database"):
        Answers(tmp_path / "none.duckdb")
    for bounds in ({"rows": 0}, {"seconds": 0}, {"seconds": float("nan")}):
        with pytest.raises(UsageError, match="above 0"):
            Answers(sample_database, **bounds)


@pytest.mark.more
def test_a_query_about_what_is_not_loaded_says_so(answers):
    told = "trec2019-passages is not loaded; load it with: dltrack ingest trec2019"
    for sql in (
        "from systems.leaderboard where collection = 'trec2019-passages'",
        "select avg(value) as mean from metrics.run_scores where collection = 'trec2019-passages'",
        "select count(*) from metrics.run_scores where collection = 'trec2019-passages'",
    ):
        assert told in answers.query(sql)["note"], sql
    sql = "select run_id from systems.leaderboard inner join main.collections using (collection) where year = 2021"
    year = answers.query(sql)
    assert "the track of 2021 is not loaded; load it with: dltrack ingest trec2021" in year["note"]
    other = answers.query("from systems.leaderboard where run_id = 'trec2019x' and 0.2019 < 2 and 'a2019' <> 'b'")
    assert "is not loaded" not in other["note"]


@pytest.mark.campaign
def test_a_column_that_is_empty_in_every_row_is_named_with_the_reason(answers, public_answers):
    sql = "select run_id, ncg_cut_100, ndcg_cut_10 from systems.leaderboard where collection = 'sample-passages'"
    assert "Empty" not in answers.query(sql)["note"]
    note = public_answers.query(sql)["note"]
    assert (
        "Empty in every row: ncg_cut_100." in note
        and "measures that need rankings (NCG, RR (MS)) are empty there" in note
    )


@pytest.mark.more
def test_a_leaderboard_of_several_collections_is_that_of_the_library(answers, sample_database):
    both = {"collection": ["sample-docs", "sample-passages"]}
    told = answers.question("leaderboard", both | {"measures": ["nDCG@10"], "baselines": ["p_bm25"]}, 50)
    with dl.open(sample_database) as db:
        frame = db.leaderboard(["sample-docs", "sample-passages"], ["nDCG@10"], baseline="p_bm25")
        assert told["data"] == ", ".join(db.cite(name).splitlines()[0] for name in ("sample-docs", "sample-passages"))
    assert told["columns"] == frame.columns and "mean:ndcg_cut_10" in told["columns"]
    assert [row[0] for row in told["rows"]] == frame["run_id"].to_list()[:50]
    assert "sample-passages: paired t-test" in told["note"]
    with pytest.raises(UsageError, match="no collection is named"):
        answers.question("leaderboard", {"collection": []})
