"""Records of rejected loads in the user's cache: failed expectations of a limited number of loads."""

from __future__ import annotations

import pytest
from mini_edition import Mini

import dltrack_db as dl
from dltrack_db.errors import FormatError, ValidationError
from dltrack_db.load import loader, plan
from dltrack_db.store import collections, refusals

QUIET = loader.LoadOptions(say=lambda _: None)


@pytest.fixture(autouse=True)
def cache(own_cache):
    return own_cache / "refused"


@pytest.fixture
def db(tmp_path):
    return Mini(tmp_path / "files").put_loaded(tmp_path / "x.duckdb")


def refuse(db, folder, name="bad", line="1 0 d9 x\n"):
    (folder / name).write_text(line * 2 + "1 0 d8 1\n")  # labels, of which one line can be read
    owner, spec = collections.in_database(db, "mini-docs")
    with pytest.raises(ValidationError) as refused:
        loader.load(plan.plan_part("qrels", owner, spec, [folder / name]), db, QUIET)
    return refused.value


def test_every_failed_expectation_is_recorded_and_the_database_is_unchanged(db, tmp_path):
    before = db.read_bytes()
    error = refuse(db, tmp_path)
    failed = {outcome.expectation for outcome in error.outcomes if not outcome.success}
    assert "lines are readable" in failed and db.read_bytes() == before
    with dl.open(db) as opened:
        rows = opened.sql("select expectation, severity, unexpected_rows, examples from refused_loads").fetchall()
    assert {row[0] for row in rows} == failed
    (unreadable,) = (row for row in rows if row[0] == "lines are readable")
    assert unreadable[1:3] == ("error", 2) and "bad:1: " in unreadable[3] and "\n" in unreadable[3]


@pytest.mark.campaign
def test_only_the_last_rejected_loads_of_each_database_are_kept(db, tmp_path, cache, monkeypatch):
    monkeypatch.setattr(refusals, "KEPT_LOADS", 2)
    monkeypatch.setattr(refusals, "KEPT_DATABASES", 1)
    for name in ("first", "second", "third"):
        refuse(db, tmp_path, name)
    kept = [load["failed"][0]["examples"] for load in refusals.read(db)]
    assert ["second:1" in kept[0], "third:1" in kept[1], len(kept)] == [True, True, 2]
    other = Mini(tmp_path / "more").put_loaded(tmp_path / "y.duckdb")
    assert refusals.read(other) == []
    refuse(other, tmp_path, "fourth")
    assert len(list(cache.iterdir())) == 1 and len(refusals.read(other)) == 1 and refusals.read(db) == []


@pytest.mark.more
def test_a_rejection_is_reported_even_if_the_cache_is_unusable(db, tmp_path, cache):
    cache.write_text("in the way")
    assert "these expectations failed" in str(refuse(db, tmp_path))
    assert refusals.read(db) == []


ODD = {
    "preferences": (
        '{"query_id": "1", "a": "x", "worker": ["v"], "q_vote": ["A"]}\n' * 2,
        '{"query_id": "1", "a": "x", "b": "y", "worker": [null, null], "q_vote": ["A", "A"]}\n' * 2,
        '{"a": "x", "b": "y", "q": null}\n{"query_id": "1", "a": "x", "b": "y", "q": {}}\n',
        '{"query_id": "1", "a": "x", "b": "y", "q_vote": [null]}\n',
        "1\n1\n@\n@ 1\n",
        "1 D1 D2 a\n1 D1\n1 D1\n",
    ),
    "answers": (
        '{"run_id": "r", "responses": [{"text": "t", "citations": ["odd"]}]}\n' * 2,
        '{"run_id": "r", "topic_id": "1", "responses": [null, {"text": null}, {"text": "t", "citations": [null]}]}\n',
        '{"run_id": "r", "topic_id": "1", "references": null, "responses": [{"text": "t", "citations": [0, {}]}]}\n',
        '{"metadata": {"run_id": "r"}, "references": ["odd"], "answer": [{"text": "t", "citations": [0]}]}\n',
        '{"metadata": {}, "answer": [{"text": "t", "citations": {"odd": null}}], "responses": []}\n',
    ),
    "nuggets": (
        '{"qid": "1", "nuggets": [null, {}, {"text": null}, {"text": "t", "weight": {}}, {"importance": []}]}\n',
        '{"qid": null, "nuggets": []}\n{"nugget_bank": {"a": null}}\n' * 2,
        "1_\n_1\tt\n1_1\n1_1\n1\tt\n1\tr\tx\t\t\n1\tr\tx\tx\tq\n",
    ),
    "scores": (
        "r map 1 .5\nmap 1\nmap 1\nr map 2 nan\n",
        '{"run_id": "r", "measure": "map", "value": 1}\n{"run_id": null, "topic_id": "1"}\n[]\nnull\n',
        "run,topic,measure,value\nr,1\nr,1\nr,,,\n",
        "run,topic,map\nr,1\nr,2,\nr,2,\n",
    ),
}  # fmt: skip


@pytest.mark.campaign
@pytest.mark.parametrize("part", ODD)
def test_every_rejected_line_has_a_reason(db, tmp_path, part):
    """Lines without the values that other expectations check are reported only as unreadable."""
    folder = tmp_path / part
    folder.mkdir()
    for number, text in enumerate(ODD[part]):
        (folder / f"odd{number}.txt").write_text(text)
    owner, spec = collections.in_database(db, "mini-docs")
    for each in sorted(folder.iterdir()):
        if part == "scores":
            planned = plan.plan_part("scores", owner, spec, [each], labels="nist")
        else:
            planned = plan.plan_part(part, owner, spec, [each])
        with pytest.raises((ValidationError, FormatError)) as refused:
            loader.load(planned, db, QUIET)
        if isinstance(refused.value, FormatError):  # of a file without any readable line
            examples = [str(refused.value).partition("; none of ")[0]]
            assert examples[0].startswith(f"{each}:1: ")
        else:
            examples = [one for outcome in refused.value.outcomes for one in outcome.examples]
        assert examples and not [one for one in examples if one.endswith("None")], (each.read_text(), examples)
