"""The checker: every rule broken once by hand; files and loaded runs told by the same view."""

from __future__ import annotations

import json

import pytest
from corpora_tables import insert
from mini_track import add_collections
from stored_rankings import insert_rankings
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from dltrack_db.load.checking import check
from dltrack_db.show import table
from dltrack_db.store import database
from tests.commands import dltrack


def doc(number):
    return f"msmarco_doc_00_{number}"


def rows(*entries, tag="my_run"):
    return "".join(f"{query} Q0 {item} {rank} {score} {tag}\n" for query, item, rank, score in entries)


@pytest.fixture
def told(tmp_path, sample_database):
    """What is said of a run of some text: rule to severity, number found, line."""

    def say(text, collection=None, name="my_run"):
        path = tmp_path / name
        path.write_text(text)
        _, findings = check([path], sample_database, collection)
        return {one.rule: (one.severity, one.found, one.line) for one in reversed(findings)}

    return say


@pytest.fixture(scope="module")
def topics(sample_database):
    con = database.open_readonly(sample_database)
    found = [row[0] for row in con.execute("select query_id from main.queries order by all").fetchall()]
    con.close()
    return found


@pytest.fixture(scope="module")
def documents(sample_database):
    con = database.open_readonly(sample_database)
    query = "select distinct doc_id from main.rankings where collection = 'sample-docs' order by all limit 100"
    found = [row[0] for row in con.execute(query).fetchall()]
    con.close()
    return found


@pytest.mark.more
def test_a_run_in_order_has_nothing_to_be_told(told, topics, documents):
    run = rows(*[(topic, item, rank, 100 - rank) for topic in topics for rank, item in enumerate(documents, start=1)])
    assert told(run, "sample-docs") == {}
    assert told(run) == {}


BROKEN = [
    (rows((1, "a", 1, 2), tag="my tag"), "lines are readable", ("error", 1, 1)),
    (rows((1, "a", 1, 2)) + "1 Q0 b 2 1\n", "lines are readable", ("error", 1, 2)),
    (rows((1, "a", "x", 2)), "lines are readable", ("error", 1, 1)),
    (rows((1, "a", 1, 2), (1, "b", 2, "nan")), "scores are finite", ("error", 1, 2)),
    (rows((1, "a", 1, "1e39")), "scores are finite", ("error", 1, 1)),
    (rows((1, "a", 1, 2), (1, "a", 2, 1)), "a document is returned once per topic", ("error", 1, 2)),
    (rows((1, "a", 1, 2), tag="ä"), "the tag is legal", ("error", 1, None)),
    (rows((1, "a", 1, 2), tag="x" * 26), "the tag is legal", ("error", 1, None)),
    (
        rows((1, "a", 1, 2)) + rows((1, "b", 2, 1), tag="other"),
        "the tag is the same on every line",
        ("error", 1, 2),
    ),
    (rows((1, "a", 1, 2), (1, "b", 2, 3)), "scores fall as ranks grow", ("warning", 1, None)),
    (rows((1, "a", 1, 3), (1, "b", 3, 2)), "ranks are consecutive", ("warning", 1, None)),
    (rows((1, "a", 1, 3), (1, "b", 1, 2)), "ranks are consecutive", ("warning", 1, None)),
    (rows((1, "a", 1, 4), (1, "b", 1, 3), (1, "c", 3, 2)), "ranks are consecutive", ("warning", 1, None)),
    (rows((1, "a", 1, "0.123456789"), (1, "b", 2, "0.123456788")), "no ties as float only", ("warning", 1, None)),
    (rows((1, "a", 1, 1), (1, "b", 2, 1)), "the first ten are the same for trec_eval", ("warning", 1, None)),
    (rows((1, "b", 1, 1), (1, "a", 2, 1)), "no ties", ("note", 1, None)),
    (rows((1, "a", 0, 2), (1, "b", 1, 1)), "ranks begin at 1", ("note", 1, None)),
    ("# nothing\n", "files have rows", ("error", 1, None)),
    ("\0", "the file can be read", ("error", 1, None)),
]
"""Text of a run, the rule that it breaks, and what is said."""


@pytest.fixture(scope="module")
def broken(tmp_path_factory, sample_database):
    """The findings on all of them, which one check gives: by number and rule."""
    folder = tmp_path_factory.mktemp("broken")
    paths = [folder / str(number) for number in range(len(BROKEN))]
    for path, (text, _, _) in zip(paths, BROKEN, strict=True):
        path.write_text(text)
    _, findings = check(paths, sample_database, None)
    return {(int(one.run_id), one.rule): (one.severity, one.found, one.line) for one in reversed(findings)}


@pytest.mark.parametrize("number", range(len(BROKEN)), ids=[rule for _, rule, _ in BROKEN])
def test_each_rule(broken, number):
    _, rule, said = BROKEN[number]
    assert broken[number, rule] == said


def test_ties_are_those_of_distinct_scores(empty_db):
    """Also where the order of the run puts a score that is different between equal ones, as floats do."""
    con = empty_db
    add_collections(con)
    home = {"collection": "mini-docs", "run_id": "r"}
    insert(con, "main.runs", [home | {"is_submission": True, "source_file": "r"}])
    scores = {
        "1": [1 + 1e-9, 1, 1 + 1e-9],
        "2": [3, 2, 1],
        "3": [2, 1, 1],
        "4": [1 + 1e-9, 1, 0],
        "5": [1e300, 1, -1e300],
    }
    insert_rankings(
        con,
        [
            home | {"query_id": topic, "doc_id": f"d{rank}", "submitted_rank": rank, "score": score, "rank": rank}
            for topic, found in scores.items()
            for rank, score in enumerate(found, start=1)
        ],
    )
    told = con.execute(
        "select query_id, has_ties, has_float_ties from systems.run_topic_census order by all"
    ).fetchall()
    assert told == [("1", True, True), ("2", False, False), ("3", True, False), ("4", False, True), ("5", False, False)]


def test_equal_scores_are_no_ties_as_float_only(told):
    assert told(rows((1, "b", 1, 1), (1, "a", 2, 1))) == {
        "no ties": ("note", 1, None),
        "scores order the documents": ("warning", 1, None),
    }


@pytest.mark.more
@pytest.mark.parametrize(("place", "is_told"), [(10, True), (11, False)])
def test_only_the_first_ten_count_where_ties_change_places(told, place, is_told):
    scores = {rank: 100 - rank for rank in range(1, 14)} | {place + 1: 100 - place}
    found = told(rows(*[(1, f"d{rank:02d}", rank, score) for rank, score in scores.items()]))
    assert ("the first ten are the same for trec_eval" in found) == is_told


@pytest.mark.more
def test_topics_that_the_collection_lacks_and_topics_that_a_run_lacks(mini_db):
    home = "collection = 'mini-passages' and run_id = 'alpha0' and query_id = 'q1'"
    census = """
        select topics_missing, judged_missing, topics_unknown from systems.run_census
        where collection = 'mini-passages' and run_id = $1
    """
    errors = """
        select rule, found, detail from systems.run_rules
        where severity = 'error' and collection = 'mini-passages' and run_id = $1
    """
    mini_db.execute("begin")
    mini_db.execute(
        f"delete from store.rankings where answer_id in (select answer_id from main.run_topics where {home})"
    )
    mini_db.execute(f"delete from main.run_topics where {home}")
    assert mini_db.execute(census, ["alpha0"]).fetchall() == [(1, 1, 0)]
    mini_db.execute("delete from main.queries where query_id = 'q1'")
    assert mini_db.execute(census, ["alpha0"]).fetchall() == [(0, 1, 0)]
    assert mini_db.execute(errors, ["alpha0"]).fetchall() == []
    assert mini_db.execute(census, ["alpha1"]).fetchall() == [(0, 0, 1)]
    assert mini_db.execute(errors, ["alpha1"]).fetchall() == [
        ("topics are the collection's", 1, "1 topic that the collection does not have: q1")
    ]
    mini_db.execute("delete from main.queries")
    assert mini_db.execute(census, ["alpha0"]).fetchall() == [(None, 1, None)]
    mini_db.execute("update main.runs set tag = 'ä', source_file = null where run_id = 'alpha1'")
    assert mini_db.execute(errors, ["alpha1"]).fetchall() == []
    deep = "select distinct topics_too_deep from systems.run_census where collection = 'mini-passages'"
    mini_db.execute("update main.collections set run_depth = null")
    assert mini_db.execute(deep).fetchall() == [(None,)]
    mini_db.execute("update main.collections set run_depth = 100000")
    assert mini_db.execute(deep).fetchall() == [(0,)]
    mini_db.execute("rollback")


@pytest.mark.more
def test_what_only_a_collection_can_tell(told, topics):
    deep = rows(*[(topics[0], doc(rank), rank, 200 - rank) for rank in range(1, 102)], ("999", doc(1), 1, 1))
    found = told(deep, "sample-docs")
    assert found["no more documents per topic than allowed"] == ("error", 1, None)
    assert found["topics are the collection's"] == ("error", 1, None)
    judged = found["every judged topic is answered"]
    assert judged[0] == "warning"
    assert found["every topic is answered"] == ("warning", len(topics) - 1 - judged[1], None)
    assert told(rows((topics[0], "x", 1, 1)), "sample-docs")["document ids fit the corpus"] == ("error", 1, 1)
    assert found["documents are in the corpus"] == ("error", 102, None)
    with pytest.raises(UsageError, match="there is no collection 'nope'"):
        told(deep, "nope")


@pytest.mark.more
def test_rules_about_topics_name_the_first_of_them(tmp_path, sample_database, topics):
    (tmp_path / "short").write_text(rows((topics[0], doc(1), 1, 1), ("x" * 50, doc(1), 1, 1)))
    details = {one.rule: one.detail for one in check([tmp_path / "short"], sample_database, "sample-docs")[1]}
    con = database.open_readonly(sample_database)
    official = """
        select query_id from main.qrels inner join main.collections using (collection)
        where collection = 'sample-docs' and variant = qrels_variant
    """
    judged = {row[0] for row in con.execute(official).fetchall()}
    con.close()

    def first(of):
        return ", ".join(sorted(of, key=lambda topic: (len(topic), topic))[:5]) + ", …"

    left_out = set(topics[1:])
    assert details["every judged topic is answered"].endswith(" with labels: " + first(left_out & judged))
    assert details["every topic is answered"].endswith(" without labels: " + first(left_out - judged))
    assert details["topics are the collection's"].endswith("does not have: " + "x" * 40)


@pytest.mark.more
def test_topics_left_out_have_rows_without_facts(sample_database):
    con = database.open_readonly(sample_database)
    found = con.execute("""
        select run_id, query_id, is_known, repeated_documents, has_ties, foreign_documents
        from systems.run_topic_census
        where collection = 'sample-docs' and num_ret = 0
    """).fetchall()
    missing = con.execute("""
        select runs.run_id, queries.query_id from main.runs, main.queries
        where runs.collection = 'sample-docs' and queries.query_set = 'sample'
        and (runs.run_id, queries.query_id) not in
            (select (run_id, query_id) from main.rankings where collection = 'sample-docs')
    """).fetchall()
    con.close()
    assert found and sorted(row[:2] for row in found) == sorted(missing)
    assert {row[2:] for row in found} == {(True, None, None, None)}


@pytest.mark.more
def test_files_and_loaded_runs_are_told_the_same(sample_database, tmp_path):
    con = database.open_readonly(sample_database)
    query = """
        select query_id, 'Q0', doc_id, submitted_rank, score, run_id
        from main.rankings where collection = 'sample-docs' and run_id = $1
    """
    rules = "select run_id, rule, severity, found from systems.run_rules where collection = 'sample-docs'"
    runs = con.execute("select run_id from main.runs where collection = 'sample-docs' order by all limit 6").fetchall()
    for (run,) in runs:
        lines = [" ".join(map(str, row)) for row in con.execute(query, [run]).fetchall()]
        (tmp_path / run).write_text("\n".join(lines))
    loaded = [row for row in con.execute(rules).fetchall() if row[:1] in runs]
    con.close()
    _, findings = check([tmp_path], sample_database, "sample-docs")
    assert loaded
    assert sorted((one.run_id, one.rule, one.severity, one.found) for one in findings) == sorted(loaded)


FACTS = {
    "no more documents per topic than allowed": "topics_too_deep",
    "topics are the collection's": "topics_unknown",
    "a document is returned once per topic": "repeated_documents",
    "scores are finite": "scores_not_finite",
    "documents are in the corpus": "foreign_documents",
    "every judged topic is answered": "judged_missing",
    "every topic is answered": "topics_missing - judged_missing",
    "scores fall as ranks grow": "topics_out_of_order",
    "scores order the documents": "topics_unordered",
    "ranks are consecutive": "topics_with_rank_gaps",
    "no ties as float only": "topics_with_float_ties",
    "the first ten are the same for trec_eval": "topics_with_other_top",
    "no ties": "topics_with_ties",
    "ranks begin at 1": "abs(first_rank - 1)",
    "the tag is legal": "(not has_legal_tag)::integer",
}


@pytest.mark.more
def test_rules_and_census_are_of_one_mind(sample_database):
    con = database.open_readonly(sample_database)
    rules = con.execute("select collection, run_id, rule, found from systems.run_rules").fetchall()
    query = f"select collection, run_id, {', '.join(FACTS.values())} from systems.run_census"
    census = [
        (*row[:2], rule, found)
        for row in con.execute(query).fetchall()
        for rule, found in zip(FACTS, row[2:], strict=True)
        if found
    ]
    con.close()
    assert len({rule for _, _, rule, _ in rules}) > 4
    assert sorted(rules) == sorted(census)


@pytest.mark.more
@pytest.mark.parametrize("width", ["8", "40"])
def test_people_are_told_on_a_narrow_terminal(tmp_path, monkeypatch, capsys, width):
    monkeypatch.setenv("COLUMNS", width)
    monkeypatch.setattr(table, "terminal_width", lambda out: int(width))
    (tmp_path / "bad").write_text(rows((1, "a", 1, 2), (1, "b", 2, 3)))
    with pytest.raises(SystemExit) as end:
        app(["check", str(tmp_path / "bad")])
    assert end.value.code == 0
    _, *told = capsys.readouterr().out.splitlines()
    assert "scores rise from one rank to the next in 1 topic: 1" in " ".join(line[11:] for line in told)
    assert any(line.startswith(" " * 11) for line in told) and max(map(len, told)) <= max(int(width), 31)


def test_the_command_tells_json_and_its_exit_code(tmp_path):
    (tmp_path / "bad").write_text(rows((1, "a", 1, 2), (1, "a", 2, 1)))
    (tmp_path / "good").write_text(rows((1, "a", 1, 2), (1, "b", 2, 1)))
    for name, code in (("bad", 1), ("good", 0)):
        done = dltrack("check", tmp_path / name, "--format", "json")
        assert done.returncode == code, done.stderr
        assert [one["run_id"] for one in json.loads(done.stdout)] == ["bad"] * code


@pytest.mark.more
def test_people_are_told_the_verdict_and_under_it_each_broken_rule(tmp_path, sample_database):
    (tmp_path / "bad").write_text(rows((1, "a", 1, 2), (1, "a", 2, 1)) + "1 Q0 b\n")
    (tmp_path / "good").write_text(rows((1, "a", 1, 2), (1, "b", 2, 1)))
    done = CliRunner().invoke(app, ["check", str(tmp_path / "bad"), str(tmp_path / "good")])
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        "2 runs: 1 fit, 1 unfit",
        "  error    1 run breaks the rule 'a document is returned once per topic'",
        "  error    1 run breaks the rule 'lines are readable'",
        "",
        "bad: unfit: 2 errors, 0 warnings, 0 notes",
        "  error    1 row breaks the rule 'a document is returned once per topic'",
        "           line 2: document a occurs again for topic 1, first on line 1",
        "  error    1 row breaks the rule 'lines are readable'",
        "           line 3: 3 columns instead of the 6 of a run (query, Q0, document, rank, score, tag)",
        "good: fit: 0 errors, 0 warnings, 0 notes",
    ]
