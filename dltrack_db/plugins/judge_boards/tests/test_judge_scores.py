"""Leaderboards of judges: every form of the field is read, each judge is apart, and no score is given twice."""

from __future__ import annotations

import shutil

import duckdb
import pytest

from dltrack_db.errors import UsageError, ValidationError
from dltrack_db.load import loader, plan
from dltrack_db.store import collections, removal
from dltrack_db.store.verify import verify
from tests.asking import asked
from tests.loading.mini_edition import Mini

QUIET = loader.LoadOptions(say=lambda _: None)
EXPECTED = [("a", "1", "S", 0.5), ("a", "2", "S", 1.0), ("b", "1", "S", 0.25), ("b", "2", "S", 0.0)]
ROWS = [(run, topic, measure, f"{value:g}") for run, topic, measure, value in EXPECTED]
ALL = [("a", "all", "S", "0.9"), ("b", "all", "S", "n/a")]


def written(form: str, rows: list[tuple[str, str, str, str]] = ROWS) -> str:
    """A file of scores in one of the forms, with rows over all topics."""
    return "".join(form.format(run=r, topic=t, measure=m, value=v) + "\n" for r, t, m, v in [*rows, *ALL])


FORMS = {
    "tot": written("{run} {measure} {topic} {value}"),
    "tabs": written("{run}\t{measure}\t{topic}\t{value}"),
    "ir_measures": written("{run}\t{topic}\t{measure}\t{value}"),
    "header": "run_id\tquery_id\tmeasure\tvalue\n" + written("{run}\t{topic}\t{measure}\t{value}"),
    "other-header": "value measure topic run\n" + written("{value} {measure} {topic} {run}"),
    "commas": "run_id,topic_id,metric,score\n" + written("{run},{topic},{measure},{value}"),
    "columns": "runid,topic,S\na,1,0.5\na,2,1\nb,1,0.25\nb,2,0\na,average,0.9\nb,all,n/a\n",
    "ranking": written("{topic} Q0 {run} 1 {value} {measure}"),
    "jsonl": written('{{"run_id": "{run}", "topic_id": "{topic}", "measure": "{measure}", "value": "{value}"}}'),
}


def load(db, folder, text, judge="j", name="scores.txt", **options):
    (folder / name).write_text(text)
    owner, spec = collections.in_database(db, "mini-docs")
    planned = plan.plan_part("judge-scores", owner, spec, [folder / name], judge=judge, model="gpt-4o")
    return loader.load(planned, db, loader.LoadOptions(say=lambda _: None, **options))


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    """The mini edition with the same leaderboard in every form, each of a judge of its own."""
    folder = tmp_path_factory.mktemp("judges")
    path = Mini(folder / "files").put_loaded(folder / "x.duckdb")
    owner, spec = collections.in_database(path, "mini-docs")
    items = []
    for form, text in FORMS.items():
        file = folder / f"{form}.txt"
        file.write_text(text)
        items += plan.plan_part("judge-scores", owner, spec, [file], judge=form, model="gpt-4o").items
    loader.load(plan.Plan(owner, (spec,), tuple(items)), path, QUIET)
    return path


@pytest.mark.campaign
@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_read_and_no_row_over_all_topics(db, form):
    query = f"select run_id, query_id, measure, value from main.judge_scores where judge = '{form}'"
    assert sorted(asked(db, query)) == EXPECTED


@pytest.mark.campaign
def test_columns_in_another_order_are_read_where_no_other_file_says_so(tmp_path):
    """The quick reader takes the measure `S` for the topic here, and the mean over all topics for a value."""
    db = Mini(tmp_path / "files").put_loaded(tmp_path / "x.duckdb")
    load(db, tmp_path, FORMS["ir_measures"])
    assert sorted(asked(db, "select run_id, query_id, measure, value from main.judge_scores")) == EXPECTED


def test_judges_stay_apart_from_official_scores_and_each_other(db):
    assert asked(db, "from main.submitted_scores") == []
    assert asked(db, "select count(*), count(distinct judge), any_value(model) from main.judge_scores") == [
        (36, 9, "gpt-4o")
    ]
    assert asked(db, "select count(*) from labels.known_variants where variant <> 'nist'") == [(0,)]
    assert verify(db) == []


@pytest.mark.campaign
def test_a_changed_score_or_model_is_noticed(db, tmp_path):
    copy = tmp_path / "x.duckdb"
    shutil.copy(db, copy)
    with duckdb.connect(str(copy)) as con:
        for change in ("value = 0.4 where judge = 'tot' and run_id = 'b'", "model = 'x' where judge = 'tabs'"):
            con.execute(f"update main.judge_scores set {change}")
    told = {found.subject for found in verify(copy) if found.check == "ledger"}
    assert told == {f"judge-scores '{judge}/{judge}' of mini-docs" for judge in ("tot", "tabs")}


@pytest.mark.more
def test_a_judge_leaves_nothing_behind(db, tmp_path):
    copy = tmp_path / "x.duckdb"
    shutil.copy(db, copy)
    request = removal.DropRequest(collection="mini-docs", kind="judge", name="tot")
    assert [str(one) for one in removal.drop(copy, request).things] == ["judge tot of mini-docs: 4 rows"]
    said = []
    assert removal.drop(copy, request, say=said.append).things == []
    assert said == [f"'tot' was already dropped from {copy}"]
    with pytest.raises(UsageError, match="has no judge 'nobody'"):  # which was never dropped
        removal.drop(copy, removal.DropRequest(collection="mini-docs", kind="judge", name="nobody"))
    assert verify(copy) == []
    removal.drop(copy, removal.DropRequest(("mini-docs",)))
    assert asked(copy, "from main.judge_scores") == []


@pytest.mark.campaign
def test_a_score_that_a_judge_gave_is_not_given_again(db, tmp_path):
    copy = tmp_path / "x.duckdb"
    shutil.copy(db, copy)
    text = "run topic measure value\na 1 S {}\n"
    for value in ("0.5", "0.6"):
        told = rf"again.txt:2: S of run a, topic 1 is {value}, but in the loaded tot it is 0\.5"
        with pytest.raises(ValidationError, match=told):
            load(copy, tmp_path, text.format(value), "tot", "again.txt")
    load(copy, tmp_path, text.format("0.6"), "another", "again.txt")
    load(copy, tmp_path, text.format("0.7"), "another", "again.txt", replace=True)
    assert asked(copy, "select value from main.judge_scores where judge = 'another'") == [(0.7,)]


@pytest.mark.more
def test_official_scores_of_two_files_may_agree_and_not_differ(unchanged, tmp_path):
    owner, spec = collections.in_database(unchanged, "mini-docs")
    for name, value in (("one.txt", "0.5"), ("two.txt", "0.7")):
        (tmp_path / name).write_text(f"run_id query_id measure value\na 1 map {value}\na 2 map 1\n")
    planned = plan.plan_part("scores", owner, spec, [tmp_path], labels="nist")
    told = r"two.txt:2: map of run a, topic 1 is 0.7, but in \S+one.txt:2 it is 0.5"
    with pytest.raises(ValidationError, match=told):
        loader.load(planned, unchanged, QUIET)


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a b c d e\n", "bad.txt:1: 5 columns; write measure"),
        ('{"run_id": "a"}\n', "bad.txt:1: run_id, topic_id, measure or value is missing"),
        ('{"run_id": \n', "bad.txt:1: not a line of JSON"),
        ("a S 1 x\n", "bad.txt:1: value 'x' is not a number"),
        ("a S 1 1e999\n", "bad.txt:1: value '1e999' is not"),
        ("a S 1 1_0\n", "bad.txt:1: value '1_0' is not a number"),
        ("a S 1 +-1\n", "bad.txt:1: value '+-1' is not a number"),
        # by the quick reader's form, with tabs
        ("a\tS\t1\t1_0\n", "bad.txt:1: value '1_0' is not a number"),
        ("a\tS\t1\t+-1\n", "bad.txt:1: value '+-1' is not a number"),
        ("S\t1\t1\nS\t2\t1\tx\n", "bad.txt:1: 3 columns, but most lines have 4"),
        ("a S 1 1\na S 2 1\na 3 0.1\n", "bad.txt:3: 3 columns, but most lines have 4"),
        ("run topic measure value score\na 1 S 1 2\n", "bad.txt:1: two columns of the first line are the value"),
        ('{"run_id": "a", "topic_id": "1", "measure": "S", "value": 1, "value": 2}\n', "the key value occurs twice"),
        ('{"run_id": "a", "topic_id": "1", "query_id": "2", "measure": "S", "value": 1}\n', "several topics: 1, 2"),
        ("run topic measure value\na 1 S\n", "bad.txt:2: 3 columns, but the first line names 4"),
        ("run,topic,S,T\na,1,1,x\n", "bad.txt:2: value 'x' is not a number"),
        ("run,topic,S,T\na,1,1\n", "bad.txt:2: 3 columns, but the first line names 4"),
        ("a S 9 1\n", "bad.txt:1: topic 9 is not in query set mini"),
        ("a S 1 1\na S 1 0\n", "bad.txt:2: S of run a, topic 1 is 0.0, but on line 1 it is 1.0"),
        ("a S all 1\n", "the file has only blank lines, comments and rows over all topics"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(unchanged, tmp_path, text, told):
    with pytest.raises(ValidationError) as refused:
        load(unchanged, tmp_path, text, name="bad.txt")
    assert told in str(refused.value)


def test_a_judge_is_called_by_a_plain_name(unchanged, tmp_path):
    with pytest.raises(UsageError, match="cannot be the name of a judge"):
        load(unchanged, tmp_path, "a S 1 1\n", judge="a/b")


@pytest.mark.campaign
def test_yes_and_no_are_one_and_nothing(unchanged, tmp_path):
    path = tmp_path / "x.duckdb"
    shutil.copy(unchanged, path)
    load(path, tmp_path, '{"run_id": "a", "topic_id": "1", "measure": "S", "value": true}\n')
    assert asked(path, "select value from main.judge_scores") == [(1.0,)]
