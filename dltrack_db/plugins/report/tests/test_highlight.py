"""Runs that stand out in the report."""

from __future__ import annotations

import json
import re

import duckdb
import pytest

import dltrack_db as dl
from dltrack_db.errors import UsageError
from dltrack_db.plugins.report import highlight
from dltrack_db.plugins.report.figures import FIGURES
from tests.copies import copied

RUN = "d_bm25rm3"


@pytest.mark.parametrize(
    ("color", "wanted"),
    [
        (None, {"value": "#123456"}),
        ({"field": "category"}, {"field": "category"}),
        ({"field": "team", "condition": {"test": "old", "value": "red"}}, {"field": "team"}),
    ],
)
def test_marks_of_a_run_have_their_own_colour_before_any_other(color, wanted):
    encoding = {"y": {"field": "run_id"}} | ({"color": color} if color else {})
    chart = {"layer": [{"mark": {"type": "bar", "color": "#123456"}, "encoding": encoding}], "title": "t"}
    marked = highlight.mark_runs(chart, ["it's"])["layer"][0]["encoding"]
    condition = marked["color"].pop("condition")
    first = condition[0] if isinstance(condition, list) else condition
    assert first == {"test": 'indexof(["it\'s"], datum.run_id) >= 0', "value": highlight.COLOR}
    assert (condition[1:] if isinstance(condition, list) else []) == (
        [color["condition"]] if "condition" in str(color) else []
    )
    assert marked["color"] == wanted
    assert marked["y"] == {"field": "run_id"}
    assert highlight.mark_runs(chart, []) is chart


@pytest.mark.more
def test_a_highlighted_run_stands_out_in_tables_and_charts(sample_database, tmp_path):
    with dl.open(sample_database) as db:
        page = db.report("sample-docs", tmp_path / "page.html", highlight=RUN).read_text(encoding="utf-8")
        moved = db.sql(
            "select query_id from systems.moved_topics($1, $2) where collection = 'sample-docs' "
            "order by abs(difference) desc, query_id limit 10",
            [db.leaderboard("sample-docs")["run_id"][0], RUN],
        ).fetchall()
        chart = db.figure("rank-stability", "sample-docs", [RUN])
    assert re.findall(r'<tr class="own-run"><td[^>]*>([^<]*)', page) == [RUN]
    table = page.split("<caption>Topics that differ most between ")[1].split("</table>")[0]
    assert re.findall(r"<tr><td>([^<]*)", table) == [query for (query,) in moved]
    specs = [json.loads(spec) for spec in re.findall(r'<script type="application/json">(.*?)</script>', page)]
    assert len(specs) > 10
    for spec in specs:
        assert highlight.COLOR in json.dumps(spec["spec"])
    assert highlight.COLOR in chart.to_json()


@pytest.mark.campaign
@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_a_figure_alone_shows_the_run_that_is_to_stand_out_or_refuses(sample_database, figure):
    import vl_convert

    with dl.open(sample_database) as db:
        try:
            chart = db.figure(figure.name, "sample-docs", RUN)
        except UsageError as refused:
            told = str(refused)
            assert (
                "does not draw single runs" in told
                or "does not draw 'd_bm25rm3'" in told
                or told.startswith("not drawn")
            )
            return
    assert highlight.COLOR in vl_convert.vegalite_to_svg(chart.to_json())


def test_a_figure_that_draws_no_single_runs_is_refused(sample_database):
    with (
        dl.open(sample_database) as db,
        pytest.raises(UsageError, match="'best-nnlm-vs-trad' does not draw single runs, so no run can be highlighted"),
    ):
        db.figure("best-nnlm-vs-trad", "sample-passages", "p_bm25rm3")


OF_RUNS = ("ndcg-by-type", "fullrank-vs-rerank", "measure-agreement", "run-map", "query-length")
OF_POOLS = ("pool-sizes", "completeness", "unique-relevant")


@pytest.mark.more
def test_a_run_that_was_never_submitted_is_drawn_among_those_that_were(sample_database, tmp_path, only_figures):
    copy = copied(sample_database, tmp_path / "copy.duckdb")
    con = duckdb.connect(str(copy))
    con.execute(
        "update main.runs set is_submission = false, in_overview = false, team = null, category = null "
        "where run_id = $1 and collection = 'sample-docs'",
        [RUN],
    )
    con.close()
    only_figures(*OF_RUNS, *OF_POOLS)
    with dl.open(copy) as db:
        pools = db.sql("from judging.pool_sizes where collection = 'sample-docs' order by all").fetchall()
        plain = db.report("sample-docs", tmp_path / "plain.html").read_text(encoding="utf-8")
        page = db.report("sample-docs", tmp_path / "page.html", highlight=[RUN]).read_text(encoding="utf-8")
        assert db.sql("select current_database()").fetchall() == [("dltrack",)]
        assert db.sql("from judging.pool_sizes where collection = 'sample-docs' order by all").fetchall() == pools
        chart = db.figure("ndcg-by-type", "sample-docs", [RUN]).to_dict()
        score = db.scores("sample-docs", measure="ndcg_cut_10", run=RUN)["value"][0]
    figures = dict(re.findall(r'<figure id="sample-docs--([^"]+)"(.*?)</figure>', page, re.S))
    before = dict(re.findall(r'<figure id="sample-docs--([^"]+)"(.*?)</figure>', plain, re.S))
    for name in OF_RUNS:
        assert f'"{RUN}"' in figures[name] and f'"{RUN}"' not in before[name]
        assert f"<b>Also drawn:</b> {RUN}" in figures[name]
    for name in OF_POOLS:
        assert figures[name].partition('"rows":')[2] == before[name].partition('"rows":')[2] != ""
    (drawn,) = [row for row in chart["datasets"]["rows"] if row["run_id"] == RUN]
    assert drawn["value"] == score


@pytest.mark.campaign
def test_rank_and_verdict_are_next_to_the_scores(sample_database, tmp_path):
    with dl.open(sample_database) as db:
        page = db.report("sample-docs", tmp_path / "page.html").read_text(encoding="utf-8")
        verdicts = dict(
            db.sql("select run_id, verdict from systems.board('sample-docs', significance := true)").fetchall()
        )
        scores = dict(db.leaderboard("sample-docs").select("run_id", "ndcg_cut_10").rows())
    board = page.split('id="sample-docs--runs"')[1].split("</table>")[0]
    cells = r'"c-run_id">([^<]*)</td><td class="num c-rank" data-value="(\d+)">.*?"c-verdict">([\w ]+)</td>'
    rows = re.findall(cells, board)
    assert len(rows) == len(scores)
    assert {"may be best", "worse"} == set(verdicts.values())
    for run, rank, verdict in rows:
        assert int(rank) == 1 + sum(round(other, 12) > round(scores[run], 12) for other in scores.values())
        assert verdict == verdicts[run]
    targets = re.findall(r'href="#([^"]+)"', page)
    assert {"sample-docs--leaderboard", "sample-docs--runs-figures", "sample-docs--judging-figures"} <= {*targets}
    for target in targets:
        assert page.count(f'id="{target}"') == 1


def test_a_run_that_is_not_there_is_named_with_those_near(sample_database, tmp_path):
    with dl.open(sample_database) as db:
        with pytest.raises(
            UsageError,
            match=r"no run 'd_bm25rm' in sample-docs; did you mean d_bm25rm3.* dltrack leaderboard sample-docs",
        ):
            db.report("sample-docs", tmp_path / "page.html", highlight=["d_bm25rm"])
        with pytest.raises(UsageError, match="no run 'x'"):
            db.figure("rank-stability", "sample-docs", ["x"])
    assert not (tmp_path / "page.html").exists()
