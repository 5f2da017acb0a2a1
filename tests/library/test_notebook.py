"""How results look in a notebook."""

from __future__ import annotations

import re
import sys
from types import SimpleNamespace

import duckdb
import polars as pl
import pytest

import dltrack_db as dl
from dltrack_db.show import html, notebook
from dltrack_db.show.frame import Frame

COLLECTION = "sample-passages"


def cells(text, kind="td"):
    """The cells of a table, as (side, text)."""
    return re.findall(rf'<{kind} style="text-align: (\w+);[^"]*">(.*?)</{kind}>', text)


def test_values_are_escaped_and_numbers_on_the_right():
    text = html.table(["<run>", "value", "is", "none"], [["<script>x</script>\x1b[2J", 0.71236, True, None]])
    assert cells(text, "th") == [("left", "&lt;run&gt;"), ("right", "value"), ("left", "is")]
    assert cells(text) == [
        ("left", "&lt;script&gt;x&lt;/script&gt;\ufffd[2J"),
        ("right", "0.7124"),
        ("left", "yes"),
    ]
    assert "empty columns: none" in text


def test_what_is_left_out_is_told():
    rows = [[number, "t" * 300] for number in range(html.ROWS + 1)]
    assert "<small>" not in html.table(["a"], [[1]])
    assert "no rows" in html.table(["a"], [])
    assert f"the first {html.ROWS} rows; there are more" in html.table(["a", "b"], rows)
    cut = html.table(["a", "b"], rows, 1234)
    assert f"the first {html.ROWS} of 1,234 rows; texts are cut after {html.TEXT} characters" in cut
    assert len(cells(cut)) == 2 * html.ROWS
    assert cells(cut)[1][1] == "t" * (html.TEXT - 1) + "…"


def test_a_frame_stays_a_frame():
    frame = Frame({"run_id": ["a", "b"], "value": [0.25, 0.5]})
    assert cells(frame._repr_html_())[:2] == [("left", "a"), ("right", "0.2500")]
    assert isinstance(frame, pl.DataFrame)
    assert frame.filter(pl.col("value") > 0.3)["run_id"].to_list() == ["b"]
    assert frame.join(pl.DataFrame({"run_id": ["a"]}), on="run_id").height == 1
    assert duckdb.sql("select count(*) from frame").fetchone() == (2,)


def test_a_leaderboard_has_ranks_first_then_scores_and_its_basis_under_it():
    rows = [("c", "a", "full", True, 0.51236, 7), ("c", "b", "re", False, 0.5, 9)]
    columns = ["collection", "run_id", "subtask", "dense", "ndcg_cut_10", "latency_ms"]
    frame = Frame(rows, schema=columns, orient="row")
    frame.ranks, frame.notes = [1, 2], ["a leads b"]
    frame.basis = {"c": {"labels": "nist", "min_relevance": 2.0, "tie_rule": None, "num_topics": 53}}
    text = frame._repr_html_()
    assert [name for _, name in cells(text, "th")] == [
        "rank", "run_id", "ndcg_cut_10", "latency_ms", "subtask", "dense",
    ]  # fmt: skip
    assert [value for _, value in cells(text)][:6] == ["1", "a", "0.5124", "7", "full", "yes"]
    assert re.findall("<small>(.*?)</small>", text) == ["a leads b", "c; labels nist; relevant from 2; topics 53"]
    assert frame.columns == columns  # only what is shown is in another order
    several = Frame([("c", "a", 0.5), ("d", "a", 0.4)], schema=["collection", "run_id", "value"], orient="row")
    several.basis = frame.basis
    assert cells(several._repr_html_(), "th")[0] == ("left", "collection")


@pytest.mark.campaign
def test_results_of_the_library_are_shown_as_tables(sample_database):
    with dl.open(sample_database) as db:
        board = db.leaderboard(COLLECTION)
        a, b = board["run_id"][:2]
        for frame in (board, db.compare(a, b, ["map"]), db.diff(a, b), db.scores(COLLECTION, run=a)):
            assert isinstance(frame, Frame)
        assert (("left", a) in cells(board._repr_html_())) and str(board.height) not in board._repr_html_()[-40:]


@pytest.fixture
def shell(monkeypatch):
    """IPython as a notebook has it."""
    from IPython.core.formatters import HTMLFormatter

    formatter = HTMLFormatter()
    running = SimpleNamespace(display_formatter=SimpleNamespace(formatters={"text/html": formatter}))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: running))
    return formatter


def test_a_notebook_shows_the_first_rows_of_a_query(shell, sample_database):
    with dl.open(sample_database) as db:
        text = shell(db.sql("select range as n from range(100)"))
    assert cells(text)[:2] == [("right", "0"), ("right", "1")]
    assert f"the first {html.ROWS} rows; there are more" in text


def test_without_a_notebook_nothing_is_set(monkeypatch, shell):
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    notebook.show_relations()
    monkeypatch.delitem(sys.modules, "IPython")
    notebook.show_relations()
    assert duckdb.DuckDBPyRelation not in shell
    kept = shell.for_type(duckdb.DuckDBPyRelation, lambda _: "mine")
    monkeypatch.setitem(
        sys.modules,
        "IPython",
        SimpleNamespace(
            get_ipython=lambda: SimpleNamespace(display_formatter=SimpleNamespace(formatters={"text/html": shell}))
        ),
    )
    notebook.show_relations()
    assert kept is None and shell(duckdb.sql("select 1")) == "mine"
